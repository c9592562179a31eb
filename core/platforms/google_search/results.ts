import type { DatePrecision, Item } from '#core/contract/item.ts';
import { isGoogleHost } from '#core/platform-kit/google.ts';
import type { HtmlElement } from '#core/platform-kit/html-tree.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { readCount } from '#core/platform-kit/numbers.ts';
import { estimateInstant } from '#core/platform-kit/relative-time.ts';
import { absoluteAddress } from '#core/platform-kit/web-address.ts';
import { readWrittenDate } from '#core/platform-kit/written-date.ts';

const ENCRYPTED = 'encrypted.google.com';

/** Where the list begins on a page, and how far it has come. */
interface Place {
  /** Results on the pages before. */
  readonly before: number;
  readonly page: number;
  /** The page's own address: what its links lead on from. */
  readonly url: string;
  readonly fetchedAt: Date;
}

const FRAME = '#rso, #search, #topstuff, #botstuff';
const ADS = '[data-text-ad], #tads, #tadsb, #bottomads, .uEierd';
const QUESTIONS = '.related-question-pair, [data-q]';
const NOT_RESULTS = `${ADS}, ${QUESTIONS}, [data-subtree="aimc"]`;
/** One result with what belongs to it, from the innermost of its boxes on. */
const BLOCKS = ['.tF2Cxc', '.g', '.MjjYud'];
/** The words of a result, the innermost box first. */
const SNIPPETS = ['.VwiC3b', '[data-sncf="1"]', '.IsZvec', '.aCOpRe', '.st'];
/** Boxes that hold the date, and what is said beside it. */
const DATE_BOXES = '.LEwnzc, .wuQ4Ob';
const NOTHING_CARD = '#topstuff .mnr-c, #botstuff .mnr-c, #topstuff .card-section';
const SIMILAR_LEFT_OUT = '#ofr, a[href*="&filter=0"]';
/** "3 days ago — ", "20.08.2025 — " */
const DATE_PREFIX = /^([^—–]{3,40}?)\s*[—–]\s*/u;
/** What a search without results is told, where the number of results does not say it. */
const NOTHING =
  /did not match any documents|No results found for|keinen? übereinstimmenden|keine mit deiner Suchanfrage|Aucun document ne correspond|no ha obtenido ningún resultado|No se han encontrado resultados|non ha prodotto risultati|não encontrou nenhum documento|geen overeenkomstige documenten|nie została odnaleziona|ничего не найдено|に一致する情報は見つかりませんでした|로 검색한 결과가 없습니다|找不到(?:和|与|與)|找不到符合/iu;

/** True where Google made a page of results, even one without any; false where something else stands in its place. */
export function isResultsPage(page: HtmlElement): boolean {
  return page.first(FRAME) !== null;
}

/** True where the page says that nothing was found; links that are offered instead are no results. */
export function saysNothingFound(page: HtmlElement): boolean {
  const card = page.all(NOTHING_CARD).some((element) => NOTHING.test(element.text().replace(/\s+/g, ' ')));
  return card || totalOf(page) === 0;
}

/** True where Google says that it left out results that are much like those shown. */
export function leavesOutSimilar(page: HtmlElement): boolean {
  return page.first(SIMILAR_LEFT_OUT) !== null;
}

/** "About 17,900 results", "Page 2 of about 17,900 results": the largest number; null where the page does not say. */
export function totalOf(page: HtmlElement): number | null {
  const words = page.first('#result-stats')?.text({ omit: (tag) => tag === 'nobr' }) ?? '';
  const numbers = words
    .split(/\p{L}+/u)
    .flatMap((part) => readCount(part.replace(/^[\s,，、:：]+|(?<![\s,，、:：])[\s,，、:：]+$/gu, ''))?.value ?? []);
  return numbers.length === 0 ? null : Math.max(...numbers);
}

/** The address of the next page; null on the last one. */
export function nextPageOf(page: HtmlElement, url: string): string | null {
  return absoluteAddress(page.first('a#pnnext')?.attribute('href'), url);
}

/** Every link with a heading in it from the start of the results on, but for ads and question boxes. */
export function resultsOf(page: HtmlElement, place: Place): readonly Item[] {
  const language = page.first('html')?.attribute('lang') ?? null;
  return linksOf(page)
    .flatMap((link) => {
      const title = link.first('h3');
      const url = title === null || link.closest(NOT_RESULTS) !== null ? null : addressOf(link.attribute('href') ?? '', place.url);
      return title === null || url === null ? [] : [{ link, title: title.text(), url }];
    })
    .map(({ link, title, url }, index) => {
      const block = blockOf(link);
      const { text, dated, displayedUrl } = detailsOf(block, { language, fetchedAt: place.fetchedAt });
      return makeItem({
        id: String(place.before + index + 1),
        kind: 'result',
        title: orNull(title),
        url,
        text,
        ...dated,
        extra: {
          displayedUrl: displayedUrl ?? undefined,
          siteName: orNull(shown(block, '.VuuXrf')) ?? undefined,
          page: place.page,
        },
      });
    });
}

function linksOf(page: HtmlElement): readonly HtmlElement[] {
  const start = page.first('#rso') === null ? 'search' : 'rso';
  const found = page.all(`#${start}, a[href]`);
  return found.slice(found.findIndex((element) => element.attribute('id') === start) + 1);
}

/** The smallest box around a link that holds more than the link; the link itself where there is none. */
function blockOf(link: HtmlElement): HtmlElement {
  for (const selector of BLOCKS) {
    const block = link.closest(selector);
    if (block !== null) return block;
  }
  return link;
}

/** Null for a link that leads nowhere outside. Google's own counter stands before some. */
function addressOf(href: string, base: string): string | null {
  if (!/^(?:https?:|\/url\?)/i.test(href) || !URL.canParse(href, base)) return null;
  const url = new URL(href, base);
  if (url.pathname !== '/url' || !isGoogle(url.hostname)) return href;
  return url.searchParams.get('q') ?? url.searchParams.get('url');
}

interface Dated {
  readonly createdAt: string;
  readonly createdAtPrecision: DatePrecision;
  /** Null where the page gives a date and no age. */
  readonly relativeTime: string | null;
}

/** What is said of a result: its words without the date before them, the date, and its address as it is shown. */
function detailsOf(block: HtmlElement, { language, fetchedAt }: Pick<Place, 'fetchedAt'> & { readonly language: string | null }) {
  const read = (words: string): Dated | null => readDate(words.trim(), language, fetchedAt);
  const snippet = SNIPPETS.map((selector) => shown(block, selector)).find((words) => words !== '') ?? '';
  const prefix = DATE_PREFIX.exec(snippet);
  const before = prefix === null ? null : read(prefix[1] ?? '');
  const cite = shown(block, 'cite');
  const underTitle = read(cite.split('·').at(-1) ?? '');
  const lines = block.all(DATE_BOXES).flatMap((box) => box.text().split('·'));
  const boxed = lines.map((line) => read(line.trim().replace(/[—–]$/u, ''))).find((date) => date !== null) ?? null;
  return {
    text: orNull(prefix === null || before === null ? snippet : snippet.slice(prefix[0].length)),
    dated: before ?? boxed ?? underTitle,
    // Videos and threads have their age where others have their address.
    displayedUrl: underTitle === null ? orNull(cite) : null,
  };
}

function readDate(words: string, language: string | null, fetchedAt: Date): Dated | null {
  if (words === '') return null;
  const date = readWrittenDate(words, language);
  if (date !== null) return { ...date, relativeTime: null };
  const estimate = estimateInstant(words, fetchedAt);
  return estimate && { createdAt: estimate.createdAt, createdAtPrecision: estimate.createdAtPrecision, relativeTime: words };
}

function shown(block: HtmlElement, selector: string): string {
  return block.first(selector)?.text() ?? '';
}

/** True for a host of the search engine itself. */
export function isGoogle(host: string): boolean {
  return host === ENCRYPTED || isGoogleHost(host.replace(/^www\./, ''));
}
