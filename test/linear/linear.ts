/**
 * Measures in processor time how the functions of the kit, the parsers of the platforms and failure reports grow with what they are given, over hostile shapes
 * of it: four times as much must not take more than eight times as long, and no depth may overflow the stack.
 *
 * A process for each core that it can use measures its share.
 *
 *     npm run test:linear
 *     npm run test:linear -- html-text mastodon
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { growthOf, isBad, type Work } from '#test/linear/growth.ts';
import { kitFunctions } from '#test/linear/kit-works.ts';
import { platformParsers } from '#test/linear/platform-works.ts';
import { failureReports } from '#test/linear/report-works.ts';

interface Checked {
  readonly name: string;
  readonly works: readonly Work[];
  readonly hasNoSize: boolean;
}

/** Which part of the whole is measured: every so many-th, from that one on. */
interface Share {
  readonly first: number;
  readonly of: number;
}

/** More than that only disturb each other. */
const MOST_PROCESSES = 4;
const COUNTS = /^(\d+) passed, (\d+) failed$/;

const { values, positionals } = parseArgs({ options: { share: { type: 'string' } }, allowPositionals: true });
process.exitCode = values.share === undefined ? await sideBySide(positionals) : await measure(positionals, shareOf(values.share));

function shareOf(text: string): Share {
  const [first = 0, of = 1] = text.split('/').map(Number);
  return { first, of };
}

/** Passes on what the processes say, and adds up their last lines. */
async function sideBySide(words: readonly string[]): Promise<number> {
  const of = Math.min(availableParallelism(), MOST_PROCESSES);
  const ends = await Promise.all(Array.from({ length: of }, (_, first) => measuredElsewhere(words, { first, of })));
  const passed = ends.reduce((sum, end) => sum + end.passed, 0);
  const failed = ends.reduce((sum, end) => sum + end.failed, 0);
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  return failed === 0 ? 0 : 1;
}

async function measuredElsewhere(words: readonly string[], { first, of }: Share): Promise<{ passed: number; failed: number }> {
  const args = [...process.execArgv, fileURLToPath(import.meta.url), '--share', `${first}/${of}`, ...words];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const gone = once(child, 'exit');
  let counts: RegExpExecArray | null = null;
  for await (const line of createInterface({ input: child.stdout })) {
    const found = COUNTS.exec(line);
    if (found === null) process.stdout.write(`${line}\n`);
    else counts = found;
  }
  await gone;
  // One that died before its end has measured nothing.
  return counts === null ? { passed: 0, failed: 1 } : { passed: Number(counts[1]), failed: Number(counts[2]) };
}

/** @param words only what has one of them in its name; all where there are none */
async function measure(words: readonly string[], { first, of }: Share): Promise<number> {
  const isWanted = ({ name }: Checked): boolean => words.length === 0 || words.some((word) => name.includes(word));
  const all = [...(await kitFunctions()), ...(await platformParsers()), failureReports()].filter(isWanted);
  let passed = 0;
  let failed = 0;
  for (const one of all.filter((_, index) => index % of === first)) {
    if (await isLinear(one)) passed += 1;
    else failed += 1;
  }
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  return failed === 0 ? 0 : 1;
}

/** Says at once what is not: the next one may take long. */
async function isLinear({ name, works, hasNoSize }: Checked): Promise<boolean> {
  const failures = works.length === 0 && !hasNoSize ? [`${name}: no hostile shape is listed (test/linear)`] : [];
  for (const failure of failures) process.stdout.write(`${failure}\n`);
  for (const work of works) {
    const failure = await failureOf(work);
    if (failure === null) continue;
    failures.push(failure);
    process.stdout.write(`${work.name}: ${failure}\n`);
  }
  return failures.length === 0;
}

async function failureOf(work: Work): Promise<string | null> {
  try {
    const growth = await growthOf(work);
    if (growth === null || !isBad(growth)) return null;
    const { size, smallMs, largeMs } = growth;
    return `${smallMs.toFixed(1)} ms at ${size}, ${largeMs.toFixed(1)} ms at four times as much: ${(largeMs / smallMs).toFixed(1)} times as long`;
  } catch (error) {
    return String(error);
  }
}
