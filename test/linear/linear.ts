/**
 * Measures in processor time how the functions of the kit and the parsers of the platforms grow with what they are given, over hostile shapes
 * of it: four times as much must not take more than eight times as long, and no depth may overflow the stack.
 *
 *     npm run test:linear
 *     npm run test:linear -- html-text mastodon
 */
import { growthOf, isBad } from '#test/linear/growth.ts';
import type { Work } from '#test/linear/growth.ts';
import { kitFunctions } from '#test/linear/kit-works.ts';
import { platformParsers } from '#test/linear/platform-works.ts';

interface Checked {
  readonly name: string;
  readonly works: readonly Work[];
  readonly hasNoSize: boolean;
}

process.exitCode = await main(process.argv.slice(2));

/** @param words only what has one of them in its name; all where there are none */
async function main(words: readonly string[]): Promise<number> {
  const isWanted = ({ name }: Checked): boolean => words.length === 0 || words.some((word) => name.includes(word));
  let passed = 0;
  let failed = 0;
  for (const part of [kitFunctions, platformParsers]) {
    for (const one of (await part()).filter(isWanted)) {
      if (await isLinear(one)) passed += 1;
      else failed += 1;
    }
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
