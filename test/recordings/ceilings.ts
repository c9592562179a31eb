/**
 * Measures how near recorded answers come to the ceilings that an answer may not exceed (core/platform-kit/ceilings.ts):
 *
 *     npm run test:ceilings
 *
 * Prints the largest of each kind and its share of the ceiling; exit code 1 where one is over a quarter. Counts on its own, and not with
 * the code that keeps the ceilings.
 */
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { globSync, readFileSync } from 'node:fs';
import { Parser } from 'htmlparser2';
import { z } from 'zod';
import { answerKindOf, BODY_CEILINGS, HTML_CEILING, JSON_CEILING, RATIO_CEILING, XML_CEILING } from '#core/platform-kit/ceilings.ts';
import { haveRecordings, RECORDINGS_FOLDER } from '#test/recordings/cases.ts';

const MOST_SHARE = 0.25;
/** Smaller bodies are below the ratio's own bound many times over, and say little about it. */
const RATIO_FROM_BYTES = 20_000;
/** Reviews that Google Play gives at once at most, and those of the page that was recorded. */
const [MOST_REVIEWS, RECORDED_REVIEWS] = [4_500, 150];

const harSchema = z.object({
  log: z.object({
    entries: z.array(
      z.object({
        request: z.object({ url: z.string() }),
        response: z.object({
          content: z.object({ text: z.string().optional(), encoding: z.string().optional(), mimeType: z.string().optional() }),
        }),
      }),
    ),
  }),
});

interface Largest {
  readonly value: number;
  readonly ceiling: number;
  readonly where: string;
}

const largest = new Map<string, Largest>();

function note(what: string, value: number, ceiling: number, where: string): void {
  if (value > (largest.get(what)?.value ?? -1)) largest.set(what, { value, ceiling, where });
}

/** Brackets that open and commas, and the deepest bracket. */
function partsOfJson(text: string): { elements: number; depth: number } {
  let [elements, depth, open] = [0, 0, 0];
  for (const [part] of text.matchAll(/"(?:[^"\\]|\\[^])*"|[[\]{},]/g)) {
    if (part.startsWith('"')) continue;
    if (part === '[' || part === '{') depth = Math.max(depth, (open += 1));
    if (part === ']' || part === '}') open -= 1;
    else elements += 1;
  }
  return { elements, depth };
}

/** As a reader of pages or of XML meets it. */
function partsOfMarkup(text: string, xmlMode: boolean): { nodes: number; depth: number } {
  let [nodes, depth, open] = [0, 0, 0];
  const parser = new Parser(
    {
      onopentag() {
        nodes += 1;
        depth = Math.max(depth, (open += 1));
      },
      onclosetag: () => void (open -= 1),
      onattribute: () => void (nodes += 1),
      ontext: () => void (nodes += 1),
    },
    { xmlMode },
  );
  parser.end(text);
  return { nodes, depth };
}

function measureJson(text: string, where: string): void {
  const { elements, depth } = partsOfJson(text);
  note('elements of JSON', elements, JSON_CEILING.elements, where);
  note('levels of JSON', depth, JSON_CEILING.depth, where);
}

function measureMarkup(text: string, kind: 'html' | 'xml', where: string): void {
  const { nodes, depth } = partsOfMarkup(text, kind === 'xml');
  const ceiling = kind === 'xml' ? XML_CEILING : HTML_CEILING;
  note(`nodes of ${kind}`, nodes, ceiling.nodes, where);
  note(`levels of ${kind}`, depth, ceiling.depth, where);
  for (const [, script = ''] of text.matchAll(/<script\b[^>]*>([^]*?)<\/script>/gi)) {
    const start = script.search(/[[{]/);
    if (start !== -1) note('elements of JSON', partsOfJson(script.slice(start)).elements, JSON_CEILING.elements, `${where} (script)`);
    if (/^\s*[[{]/.test(script)) note('levels of JSON', partsOfJson(script).depth, JSON_CEILING.depth, `${where} (script)`);
  }
}

function measure(body: Buffer, mimeType: string, where: string): void {
  const kind = answerKindOf(mimeType);
  const { bytes, packedBytes } = BODY_CEILINGS[kind];
  note(`bytes of ${kind}`, body.length, bytes, where);
  const packed = { gzip: gzipSync(body).length, br: brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }).length };
  note(`packed bytes of ${kind}`, packed.gzip, packedBytes, where);
  if (body.length > RATIO_FROM_BYTES)
    note('times its packed length', body.length / Math.min(packed.gzip, packed.br), RATIO_CEILING.times, where);
  const text = body.toString('utf8');
  if (kind === 'html' || kind === 'xml') measureMarkup(text, kind, where);
  else if (/^[^[{]{0,20}[[{]/.test(text)) measureJson(text, where);
  const reviews = /\["wrb\.fr","UsvDTd",("(?:[^"\\]|\\.)*")/.exec(text)?.[1];
  if (reviews === undefined) return;
  const times = MOST_REVIEWS / RECORDED_REVIEWS;
  note('4,500 reviews of Google Play: bytes', body.length * times, bytes, where);
  note('4,500 reviews of Google Play: elements', partsOfJson(JSON.parse(reviews) as string).elements * times, JSON_CEILING.elements, where);
}

function main(): number {
  if (!haveRecordings()) {
    process.stdout.write(`${RECORDINGS_FOLDER} is not here: no recordings to measure.\n`);
    return 0;
  }
  for (const file of globSync('**/*.har', { cwd: RECORDINGS_FOLDER })) {
    const { entries } = harSchema.parse(JSON.parse(readFileSync(`${RECORDINGS_FOLDER}/${file}`, 'utf8'))).log;
    for (const { request, response } of entries) {
      const { text = '', encoding, mimeType = '' } = response.content;
      const body = Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8');
      measure(body, mimeType, `${file.split('/').slice(0, 2).join('/')} ${new URL(request.url).host}`);
    }
  }
  let tooNear = 0;
  for (const [what, { value, ceiling, where }] of [...largest].toSorted(([one], [other]) => one.localeCompare(other))) {
    const share = value / ceiling;
    if (share > MOST_SHARE) tooNear += 1;
    const figures = `${Math.round(value).toLocaleString('en-US').padStart(12)} of ${ceiling.toLocaleString('en-US').padStart(12)}`;
    process.stdout.write(`${what.padEnd(40)} ${figures} ${(100 * share).toFixed(1).padStart(6)} %  ${where}\n`);
  }
  process.stdout.write(`${largest.size - tooNear} within a quarter of their ceiling, ${tooNear} over it\n`);
  return tooNear === 0 ? 0 : 1;
}

process.exitCode = main();
