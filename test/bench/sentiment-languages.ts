/**
 * Measures our language detector and the packages it could have been built on, on the labelled comments: each in a process of its own.
 *
 *   npm run bench:languages [-- --part held-out]
 */
import { execFileSync } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runInNewContext } from 'node:vm';
import { z } from 'zod';
import { openLanguageDetector } from '#core/analysis/language/detector.ts';
import { SENTIMENT_LANGUAGES } from '#core/analysis/sentiment/languages.ts';
import { PARTS, readLabelled } from '#test/analysis/sentiment/labelled-set.ts';

type Detect = (text: string) => string | null;

const CONTESTANTS: Readonly<Record<string, () => Promise<Detect>>> = {
  ours: async () => {
    const detector = await openLanguageDetector();
    return (text) => detector.detect(text);
  },
  eld: async () => {
    const { eld } = await import('eld/extrasmall');
    return (text) => eld.detect(text).language || null;
  },
  tinyld: async () => {
    const { detect } = await import('tinyld');
    return (text) => detect(text) || null;
  },
};

const resultSchema = z.object({
  right: z.number(),
  silent: z.number(),
  wrong: z.number(),
  loadMs: z.number(),
  mb: z.number(),
  perSecond: z.number(),
});

const { values } = parseArgs({ options: { part: { type: 'string', default: 'held-out' }, contestant: { type: 'string' } } });
const part = PARTS.find((known) => known === values.part);
if (part === undefined) throw new Error(`There is no part "${values.part}". Known: ${PARTS.join(', ')}.`);
const open = CONTESTANTS[values.contestant ?? ''];
if (open !== undefined) console.log(JSON.stringify(await measure(open)));
else printTable();

function printTable(): void {
  console.log(
    '| detector | right | no answer | wrong | load | kept in memory | texts per second |\n| --- | --- | --- | --- | --- | --- | --- |',
  );
  for (const name of Object.keys(CONTESTANTS)) {
    const output = execFileSync(process.execPath, [fileURLToPath(import.meta.url), '--contestant', name, '--part', values.part], {
      encoding: 'utf8',
    });
    const { right, silent, wrong, loadMs, mb, perSecond } = resultSchema.parse(JSON.parse(output));
    const share = (right / (right + silent + wrong)).toFixed(3);
    console.log(
      `| ${name} | ${share} | ${silent} | ${wrong} | ${Math.round(loadMs)} ms | ${Math.round(mb)} MB | ${perSecond.toLocaleString('en')} |`,
    );
  }
}

async function measure(openDetector: () => Promise<Detect>): Promise<z.infer<typeof resultSchema>> {
  const before = heldMb();
  const started = performance.now();
  const detect = await openDetector();
  detect('hello world');
  const loadMs = performance.now() - started;
  const mb = heldMb() - before;
  const comments = Object.keys(SENTIMENT_LANGUAGES).flatMap((language) =>
    readLabelled(language).flatMap(({ part: of, text }) => (of === part ? [{ language, text }] : [])),
  );
  const asked = performance.now();
  const answers = comments.map(({ language, text }) => ({ language, found: detect(text) }));
  const perSecond = Math.round((comments.length * 1000) / (performance.now() - asked));
  const right = answers.filter(({ language, found }) => language === found).length;
  const silent = answers.filter(({ found }) => found === null).length;
  return { right, silent, wrong: answers.length - right - silent, loadMs, mb, perSecond };
}

/** What is in use after a collection. */
function heldMb(): number {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
}
