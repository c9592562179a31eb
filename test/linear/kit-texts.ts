import { deflateSync } from 'node:zlib';
// The functions of the kit that read texts.
import { embeddedResult, isGuarded, readGuarded, rpcAnswerOf, rpcBody } from '#core/platform-kit/batchexecute.ts';
import { endOfJson, parseBounded } from '#core/platform-kit/bounded-json.ts';
import { checkXml } from '#core/platform-kit/bounded-xml.ts';
import { answerKindOf } from '#core/platform-kit/ceilings.ts';
import { datedByWords } from '#core/platform-kit/dated-words.ts';
import { isBefore, isEditedAfter, isoFromText, isoFromUtcText, statedInstant } from '#core/platform-kit/dates.ts';
import { jsonBehind, jsonScriptsOf, scriptDataOf } from '#core/platform-kit/embedded-json.ts';
import { plainOfField, plainOrNull, withLineBreaks } from '#core/platform-kit/field-html.ts';
import { firstCapture } from '#core/platform-kit/first-capture.ts';
import { featureIdIn, featureIdOfCid, isGoogleHost, leadsToSorry, placeOfSearch } from '#core/platform-kit/google.ts';
import { md5Hex, sha256Hex } from '#core/platform-kit/hash.ts';
import { isHost } from '#core/platform-kit/host.ts';
import { inflate } from '#core/platform-kit/inflate.ts';
import { readHtml } from '#core/platform-kit/html-reading.ts';
import { decodeEntities, decodeXmlEntities, htmlToText, TextReader } from '#core/platform-kit/html-text.ts';
import { parseHtml } from '#core/platform-kit/html-tree.ts';
import { orNull, trimLines } from '#core/platform-api/item.ts';
import { withPlainDigits } from '#core/platform-kit/languages.ts';
import { linkIn, linksInHeader } from '#core/platform-kit/link-header.ts';
import { linkedDataOf, linkedNodeOf } from '#core/platform-kit/linked-data.ts';
import { nextDataOf } from '#core/platform-kit/next-data.ts';
import { findCount, findCounts, readCount } from '#core/platform-kit/numbers.ts';
import { pageScriptsOf } from '#core/platform-kit/page-scripts.ts';
import { parsePastedUrl, readableUrl } from '#core/platform-api/pasted-url.ts';
import { isWebPage } from '#core/platform-api/refusal.ts';
import { languageOfHost } from '#core/platform-kit/regional-host.ts';
import { parentsOf } from '#core/platform-kit/reply-outline.ts';
import { estimateInstant, splitEditMark } from '#core/platform-kit/relative-time.ts';
import { absoluteAddress, encodedAddress, percentEncoded, wholeLink, withScheme } from '#core/platform-kit/web-address.ts';
import { jsonIn, readJson, readJsonWithIds } from '#core/platform-kit/wire.ts';
import { readWrittenDate } from '#core/platform-kit/written-date.ts';
import { parseXml } from '#core/platform-kit/xml.ts';
import { loadPlatforms } from '#core/platforms/registry.ts';
import { many, rows, type ShapesOf, text, texts } from '#test/linear/shapes.ts';

/** With all of their ways of writing an address. */
const PLATFORMS = (await loadPlatforms()).all;
const asPasted = (given: string) => parsePastedUrl(given, PLATFORMS);
const asReadable = (given: string) => readableUrl(given, PLATFORMS);

const SEEN = new Date('2026-01-01T00:00:00Z');
const CALLBACK = "AF_initDataCallback({key: 'ds:1', ";

const link = ({ text: shown }: { readonly text: string }): string => shown.trim();
const inJson = (given: string): string => JSON.stringify({ a: [given, { b: given }] });
const inScript = (given: string): string => `<script id="a" type="application/json">"${given}</script>${given}`;
const nested = (open: string, close: string) => (size: number) => open.repeat(size / 8) + close.repeat(size / 8);

const readTree = (html: string): unknown => {
  const page = parseHtml(html);
  const elements = page.all('b, a, div, p, i');
  return [page.text(), page.rawText, page.first('.none'), elements.map((element) => element.attribute('href'))];
};

const readParents = (html: string): unknown => {
  let rows = 0;
  return parentsOf(parseHtml(html), { row: (tag) => (tag === 'li' ? String((rows += 1)) : null), list: (tag) => tag === 'ol' });
};

export const KIT_TEXTS: Readonly<Record<string, ShapesOf>> = {
  'batchexecute.ts': {
    rpcAnswerOf: [
      ...texts((given) => rpcAnswerOf(given, 'abc')),
      text(
        'many chunks',
        (size) => `)]}'\n${'5\n[[1]]\n'.repeat(size / 8)}`,
        (given) => rpcAnswerOf(given, 'abc'),
      ),
      text(
        'many frames',
        (size) => JSON.stringify(many(size / 16, () => ['wrb.fr', 'other'])),
        (given) => rpcAnswerOf(given, 'abc'),
      ),
    ],
    rpcBody: texts((given) => rpcBody('abc', [given])),
    embeddedResult: [
      ...texts(
        (given) => embeddedResult(given, 'ds:1'),
        (given) => CALLBACK + given,
      ),
      text(
        'many calls',
        (size) => CALLBACK.repeat(size / 32),
        (given) => embeddedResult(given, 'ds:1'),
      ),
    ],
    isGuarded: texts(isGuarded),
    readGuarded: texts((given) => readGuarded(given, '$')),
  },
  'bounded-json.ts': {
    parseBounded: [
      ...texts((given) => parseBounded(given), inJson),
      text('levels', nested('[', ']'), (given) => parseBounded(given)),
      text('levels and ids', nested('{"a":', '}'), (given) => parseBounded(given, (_key, value) => value)),
    ],
    endOfJson: [...texts((given) => endOfJson(given, 0)), ...texts((given) => endOfJson(given, 0), inJson)],
  },
  'bounded-xml.ts': { checkXml: texts((given) => checkXml(given, '$')) },
  'ceilings.ts': {
    answerKindOf: texts(answerKindOf),
    inMegabytes: 'takes a number',
    inDigits: 'takes a number',
  },
  'dated-words.ts': { datedByWords: texts((given) => datedByWords(given, 'en', SEEN)) },
  'dates.ts': {
    isoFromSeconds: 'takes a number',
    isoFromMs: 'takes a number',
    isoFromInstant: 'takes two numbers',
    isoFromText: texts(isoFromText, (given) => `2024${given}`),
    isoFromUtcText: texts(isoFromUtcText, (given) => `2024:${given}`),
    isBefore: texts((given) => isBefore(given, 1)),
    isEditedAfter: texts((given) => isEditedAfter(given, given)),
    statedInstant: texts((given) => statedInstant(given, '$')),
  },
  'embedded-json.ts': {
    jsonScriptsOf: [...texts((given) => jsonScriptsOf(given)), ...texts((given) => jsonScriptsOf(given, 'a'), inScript)],
    scriptDataOf: [...texts((given) => scriptDataOf(given, 'b')), ...texts((given) => scriptDataOf(given, 'b'), inScript)],
    jsonBehind: [
      ...texts(
        (given) => jsonBehind(given, /a\s*=\s*/),
        (given) => `a = ${given}`,
      ),
      ...texts(
        (given) => jsonBehind(given, /a\s*=\s*/),
        (given) => `a = {"b":${given}`,
      ),
    ],
  },
  'field-html.ts': { plainOfField: texts(plainOfField), withLineBreaks: texts(withLineBreaks), plainOrNull: texts(plainOrNull) },
  'first-capture.ts': {
    firstCapture: [
      rows(
        'patterns',
        (size) => many(size / 64, (index) => new RegExp(`a(${index})`)),
        (patterns) => firstCapture(patterns, 'a'),
      ),
    ],
  },
  'google.ts': {
    isGoogleHost: texts(isGoogleHost),
    featureIdIn: [...texts(featureIdIn), ...texts(featureIdIn, (given) => `0x1${given}`)],
    featureIdOfCid: texts(featureIdOfCid),
    placeOfSearch: texts((given) => placeOfSearch({ query: new URLSearchParams({ lrd: given }), hash: '' })),
    leadsToSorry: texts((given) => leadsToSorry({ status: 302, headers: { location: given } })),
  },
  'hash.ts': { md5Hex: texts(md5Hex), sha256Hex: texts(sha256Hex) },
  'inflate.ts': { inflate: texts((given) => inflate(deflateSync(given), 64_000_000)) },
  'host.ts': { isHost: texts((given) => isHost({ host: given }, 'a.b')) },
  'html-reading.ts': { readHtml: texts((given) => readHtml(given, { onopentag: () => undefined, ontext: () => undefined })) },
  'html-text.ts': {
    TextReader: texts((given) => {
      const reader = new TextReader();
      reader.text(given);
      return reader.result();
    }),
    htmlToText: [
      ...texts((given) => htmlToText(given)),
      ...texts((given) => htmlToText(given, { link, whiteSpace: 'keepNewlines' })),
      ...texts(
        (given) => htmlToText(given, { link, whiteSpace: 'keepBlanks' }),
        (given) => `<pre>${given}</pre>${given}`,
      ),
      ...texts((given) => htmlToText(`<b>${given}</b>${given}`, { linkAlone: (tag) => tag === 'b', cell: ' ' })),
    ],
    decodeEntities: texts(decodeEntities),
    decodeXmlEntities: texts(decodeXmlEntities),
  },
  'html-tree.ts': {
    parseHtml: [...texts(readTree), text('siblings', (size) => '<i class="a">x</i>'.repeat(size / 16), readTree)],
  },
  'item.ts': { trimLines: texts((given) => trimLines(given)), orNull: texts(orNull) },
  'languages.ts': { withPlainDigits: texts(withPlainDigits) },
  'link-header.ts': {
    linkIn: texts((given) => linkIn(`<https://a.example/>; rel="prev", <${given}>; ${given}`, 'next', 'https://a.example/')),
    linksInHeader: texts((given) => linksInHeader(`<${given}>; rel="${given}", ${given}`)),
  },
  'linked-data.ts': {
    linkedDataOf: [
      ...texts(linkedDataOf),
      text('open blocks', (size) => '<script type="application/ld+json">'.repeat(size / 32), linkedDataOf),
    ],
    linkedNodeOf: texts(
      (given) => linkedNodeOf(given, 'Product'),
      (given) => `<script type="application/ld+json">[${given}</script>`,
    ),
  },
  'next-data.ts': {
    nextDataOf: [...texts(nextDataOf), text('open blocks', (size) => '<script id="__NEXT_DATA__">'.repeat(size / 32), nextDataOf)],
  },
  'numbers.ts': { readCount: texts(readCount), findCount: texts(findCount), findCounts: texts(findCounts) },
  'page-scripts.ts': {
    pageScriptsOf: [
      ...texts((given) => [...pageScriptsOf(given)]),
      text(
        'scripts',
        (size) => '<script></script >'.repeat(size / 16),
        (given) => [...pageScriptsOf(given)],
      ),
    ],
  },
  'pasted-url.ts': {
    parsePastedUrl: [...texts(asPasted), ...texts(asPasted, (given) => `https://a.example/${given}?${given}#${given}`)],
    readableUrl: [...texts(asReadable, (given) => `lbry://${given}`), ...texts(asReadable, (given) => `@a${given}`)],
  },
  'define.ts': { definePlatform: 'takes a definition of our own', factsOf: 'takes a definition of our own' },
  'version.ts': { rangeOf: 'takes a version', isWithin: 'takes versions' },
  'regional-host.ts': { languageOfHost: texts((given) => languageOfHost(given, { 'a.b': 'en' })) },
  'reply-outline.ts': {
    parentsOf: [
      ...texts(readParents),
      text('levels', nested('<ol><li>', '</ol>'), readParents),
      text('siblings', nested('<li>', '<ol>'), readParents),
    ],
  },
  'relative-time.ts': { splitEditMark: texts(splitEditMark), estimateInstant: texts((given) => estimateInstant(given, SEEN)) },
  'refusal.ts': { isWebPage: texts((given) => isWebPage({ text: given })) },
  'web-address.ts': {
    withScheme: texts(withScheme),
    absoluteAddress: texts((given) => absoluteAddress(given, 'https://site.example/')),
    wholeLink: texts((given) => wholeLink(given, given)),
    percentEncoded: texts(percentEncoded),
    encodedAddress: texts(encodedAddress),
  },
  'wire.ts': {
    readJson: texts((given) => readJson(given, '$')),
    jsonIn: texts(jsonIn, inJson),
    readJsonWithIds: [
      ...texts((given) => readJsonWithIds(given, '$')),
      text(
        'long numbers',
        (size) => `[${'12345678901234567890,'.repeat(size / 20)}1]`,
        (given) => readJsonWithIds(given, '$'),
      ),
    ],
  },
  'written-date.ts': { readWrittenDate: texts((given) => readWrittenDate(given, 'en')) },
  'xml.ts': {
    parseXml: [
      ...texts((given) => parseXml(given, '$')),
      text(
        'elements',
        (size) => `<a>${'<b c="1">x</b>'.repeat(size / 16)}</a>`,
        (given) => parseXml(given, '$'),
      ),
      text(
        'parts of a text',
        (size) => `<a>${'x<![CDATA[y]]>'.repeat(size / 16)}</a>`,
        (given) => parseXml(given, '$'),
      ),
    ],
  },
};
