// Yelp's GraphQL takes no query but those it knows by a number, the hash of their text, which changes as the site does. The site's
// scripts have the present one beside each query.
import { optionalText } from '#core/platform-kit/optional-answer.ts';
import type { PersistedQuery } from '#core/platform-kit/persisted-query.ts';
import type { Session } from '#core/platform-api/session.ts';

/** Numbers of the query for the reviews of a business that worked so far, the newest first: what is tried before the scripts are read. */
const KNOWN = [
  '2b29fe4414313b319cb85e119740e72da582d64ad2962841724748be23d7f692',
  'ef51f33d1b0eccc958dddbf6cde15739c48b34637a00ebe316441031d4bf7681',
] as const;

const NUMBER = /^[0-9a-f]{64}$/;
const SCRIPTS = 'https://s3-media0.fl.yelpcdn.com/assets/public/';
const MODULE = /https:\/\/s3-media0\.fl\.yelpcdn\.com\/assets\/public\/([^"'\s<>:]+?\.mjs)/g;
const RUNTIME = /runtime~/;
const NAMED = /"([\w.~-]+\.mjs)"/g;
/** `{12:"name",34:"name"}` */
const TABLE = /\{(\d+:"[^"]*"(?:,\d+:"[^"]*")*)\}/g;
const ENTRY = /(\d+):"([^"]*)"/g;
const SCRIPT_HASH = /^[0-9a-f]{16}$/;
const DOCUMENT = /\bquery\s+GetBusinessReviewFeed\b(?:(?!\bquery\s)[^`])*`\s*,\s*\{\s*__documentId\s*:\s*["']([0-9a-f]{64})["']/;
/** Parts of the site that show reviews come first. */
const LIKELY = /review|biz|business/i;
/** A site has some five hundred of them. */
const MOST_SCRIPTS = 240;
const AT_ONCE = 8;

/** @param page address of an open page of the site */
export function documentsOf(session: Session, page: string): PersistedQuery {
  return { title: 'reviews of Yelp', known: KNOWN, form: NUMBER, page, read: () => documentInScripts(session, page) };
}

/** The number in the scripts that a page of the site loads, at once or later; null where none of them has it. */
async function documentInScripts(session: Session, page: string): Promise<string | null> {
  const html = await optionalText(session, { url: page });
  const modules = [...(html ?? '').matchAll(MODULE)].map(([, name = '']) => name);
  const runtimes = await Promise.all(
    modules.filter((name) => RUNTIME.test(name)).map((name) => optionalText(session, { url: SCRIPTS + name })),
  );
  const names = new Set([...modules.filter((name) => !RUNTIME.test(name)), ...runtimes.flatMap((text) => scriptsNamedIn(text ?? ''))]);
  const ordered = [...names].toSorted((a, b) => Number(LIKELY.test(b)) - Number(LIKELY.test(a))).slice(0, MOST_SCRIPTS);
  for (let first = 0; first < ordered.length; first += AT_ONCE) {
    const batch = ordered.slice(first, first + AT_ONCE);
    const texts = await Promise.all(batch.map((name) => optionalText(session, { url: SCRIPTS + name })));
    const found = DOCUMENT.exec(texts.join('\n'))?.[1];
    if (found !== undefined) return found;
  }
  return null;
}

/**
 * The scripts that a runtime loads later. It names some whole; of others it has two tables by number, one of names and one of hashes,
 * and puts `<name>.yji-<hash>.chunk.mjs` together.
 */
export function scriptsNamedIn(runtime: string): string[] {
  const whole = [...runtime.matchAll(NAMED)].map(([, name = '']) => name).filter((name) => !name.startsWith('.'));
  const tables = [...runtime.matchAll(TABLE)].map(([, entries = '']) => {
    return new Map([...entries.matchAll(ENTRY)].map(([, number = '', value = '']) => [number, value]));
  });
  const made = tables.flatMap((hashes, index) => {
    const names = tables[index - 1];
    const isPair = names !== undefined && [...hashes.values()].every((hash) => SCRIPT_HASH.test(hash));
    if (!isPair) return [];
    return [...names].flatMap(([number, name]) => {
      const hash = hashes.get(number);
      return hash === undefined || SCRIPT_HASH.test(name) ? [] : [`${name}.yji-${hash}.chunk.mjs`];
    });
  });
  return [...whole.map((name) => (/^module_|\.chunk\.mjs$/.test(name) ? name : `module_${name}`)), ...made];
}
