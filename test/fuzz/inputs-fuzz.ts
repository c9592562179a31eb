/**
 * Texts of strangers at every door: cookie files, lists of proxies and of addresses, queries, cursors, links and messages of the desktop, near
 * real ones and seldom right: `npm run fuzz:inputs -- --count 20000 --seed 1`; one door by `--door queries`, one text by `--only 17`. What is
 * found is kept in test/fuzz/found, for a test of its own.
 */
import { hash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chanceOf } from '#test/fuzz/mutations.ts';
import { OpenedInput, type InputFault } from '#test/fuzz/opened-input.ts';
import { mutatedText } from '#test/fuzz/texts.ts';

export const FOUND = join(import.meta.dirname, 'found');
const SHOWN_EVERY = 5_000;
const SHOWN_LETTERS = 200;
const SEED_STRIDE = 1_000_003;

/** A text that was found once, as it is kept: long ones are pieces with how often each comes. */
export interface KeptInput {
  readonly door: string;
  readonly text: string | readonly (readonly [piece: string, times: number])[];
  readonly fault: string;
}

/** The text of a kept one. */
export function textOfKept({ text }: KeptInput): string {
  return typeof text === 'string' ? text : text.map(([piece, times]) => piece.repeat(times)).join('');
}

/** A text that a door could not take as it should. */
interface InputFinding extends InputFault {
  /** `--only` opens with it again. */
  readonly number: number;
}

interface InputsPlan {
  readonly count: number;
  readonly seed: number;
  /** The number of one text, to try it alone. */
  readonly only?: number;
  /** The name of one door. Default: all, in turn. */
  readonly door?: string;
  readonly tell?: (line: string) => void;
}

interface InputsReport {
  readonly texts: number;
  readonly seconds: number;
  readonly longestCpuMs: number;
  readonly largestRssMb: number;
  /** Texts by door: how many were taken, and how many were refused with an error of the catalogue. */
  readonly doors: Readonly<Record<string, { readonly taken: number; readonly refused: number }>>;
  readonly findings: readonly InputFinding[];
}

/** Opens doors with so many texts. The same seed opens with the same ones. */
export async function fuzzInputs({ count, seed, only, door: wanted, tell = () => undefined }: InputsPlan): Promise<InputsReport> {
  await using opened = await OpenedInput.open();
  const doors = opened.doors.filter(({ name }) => wanted === undefined || name === wanted);
  const counts: Record<string, { taken: number; refused: number }> = Object.fromEntries(
    doors.map(({ name }) => [name, { taken: 0, refused: 0 }]),
  );
  const findings: InputFinding[] = [];
  const startedMs = performance.now();
  let texts = 0;
  for (let number = only ?? 0; only === undefined ? number < count : number === only; number += 1) {
    const { name, examples } = doors[number % doors.length] ?? { name: '', examples: [] };
    const text = mutatedText(examples, chanceOf(seed * SEED_STRIDE + number));
    const outcome = await opened.try(name, text);
    texts += 1;
    if ('fault' in outcome) findings.push({ ...outcome, number });
    else (counts[name] as { taken: number; refused: number })[outcome.end] += 1;
    if (number % SHOWN_EVERY === SHOWN_EVERY - 1) tell(`${number + 1} texts`);
  }
  return {
    texts,
    seconds: Math.round((performance.now() - startedMs) / 1_000),
    longestCpuMs: Math.round(opened.longestCpuMs),
    largestRssMb: Math.round(opened.largestRssMb),
    doors: counts,
    findings,
  };
}

/** As a fixture of an ordinary test; its path. */
function keep({ door, text, fault }: InputFault): string {
  mkdirSync(FOUND, { recursive: true });
  const path = join(FOUND, `${door.replaceAll(' ', '-')}-${hash('sha1', text).slice(0, 10)}.json`);
  const kept: KeptInput = { door, text, fault };
  writeFileSync(path, `${JSON.stringify(kept, null, 2)}\n`);
  return path;
}

if (import.meta.main) {
  const words = { type: 'string' } as const;
  const { values } = parseArgs({
    options: { count: { ...words, default: '20000' }, seed: { ...words, default: '1' }, only: words, door: words },
  });
  const only = values.only === undefined ? {} : { only: Number(values.only) };
  const door = values.door === undefined ? {} : { door: values.door };
  console.log(`seed ${values.seed}`);
  const { findings, ...numbers } = await fuzzInputs({
    count: Number(values.count),
    seed: Number(values.seed),
    ...only,
    ...door,
    tell: console.log,
  });
  console.log(JSON.stringify(numbers, null, 2));
  for (const finding of findings) {
    const { number, door: at, fault, text } = finding;
    console.log(`\n--only ${number}  ${at}: ${fault}\n  ${JSON.stringify(text).slice(0, SHOWN_LETTERS)}\n  kept as ${keep(finding)}`);
  }
  console.log(`\n${numbers.texts - findings.length} passed, ${findings.length} failed`);
  process.exitCode = findings.length === 0 ? 0 : 1;
}
