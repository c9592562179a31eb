import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sampleOf, scoreOf, testsFor } from '#test/mutants/choice.ts';
import { instrumentedCopy } from '#test/mutants/instrumented-copy.ts';
import { endOf, reachOf } from '#test/mutants/runs.ts';
import { ownFolder } from '#test/own.ts';

const COUNTED = `
export function stepsTo(end: number): number {
  let at = 0;
  while (at < end) at += 1;
  return at;
}
export function unasked(): string {
  return 'never asked for';
}
`;
const IN_A_THREAD = `
import { parentPort } from 'node:worker_threads';
parentPort?.postMessage(6 * 7);
`;
const TESTS = `
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { stepsTo } from '#core/engine/counted.ts';
it('counts', () => expect(stepsTo(3)).toBe(3));
it('asks a thread', async () => {
  const [answer] = await once(new Worker(new URL('../../core/engine/in-a-thread.ts', import.meta.url)), 'message');
  expect(answer).toBe(42);
});
`;
const FAILING = `
import { expect, it } from 'vitest';
it('fails whatever happens', () => expect(1).toBe(2));
`;

describe('mutants', () => {
  it('are noticed by a test that fails, or that no longer ends; in threads too', async () => {
    await using copy = await instrumentedCopy(project(), ['core/engine/*.ts']);
    const signal = AbortSignal.timeout(240_000);
    const reaches = await reachOf(copy.folder, ['test/engine/counted.test.ts', 'test/engine/failing.test.ts'], signal);
    expect(reaches.map(({ file, passes }) => [file, passes])).toEqual(
      expect.arrayContaining([
        ['test/engine/counted.test.ts', true],
        ['test/engine/failing.test.ts', false],
      ]),
    );
    const end = async (file: string, replacement: string, patienceMs?: number) => {
      const mutant = copy.mutants.find((one) => one.fileName === file && one.replacement === replacement);
      if (mutant === undefined) throw new Error(`no such mutant among ${copy.mutants.map((one) => one.replacement).join(', ')}`);
      const { tests } = testsFor(mutant, reaches);
      return tests.length === 0
        ? null
        : await endOf(copy.folder, { mutant: mutant.id, tests, ms: 0, ...(patienceMs === undefined ? {} : { patienceMs }) }, signal);
    };
    expect(await end('core/engine/counted.ts', 'at <= end')).toBe('killed');
    expect(await end('core/engine/in-a-thread.ts', '6 / 7')).toBe('killed');
    expect(await end('core/engine/counted.ts', '""')).toBe(null);
    expect(await end('core/engine/counted.ts', 'at -= 1', 5_000)).toBe('hung');
  });

  it('are drawn by a seed, and tried by the nearest and shortest tests', () => {
    const all = Array.from({ length: 1_000 }, (_, at) => at);
    expect(sampleOf(all, 20, 7)).toEqual(sampleOf(all, 20, 7));
    expect(sampleOf(all, 20, 7)).not.toEqual(sampleOf(all, 20, 8));
    expect(new Set(sampleOf(all, 20, 7)).size).toBe(20);
    const mutants = new Set(['5']);
    const of = (file: string, ms: number, passes = true) => ({ file, ms, passes, mutants });
    const reaches = [
      of('test/contract/jobs.test.ts', 100),
      of('test/store/long.test.ts', 59_000),
      of('test/store/short.test.ts', 500),
      of('test/store/failing.test.ts', 1, false),
      of('test/threads/longest.test.ts', 90_000),
    ];
    expect(testsFor({ id: '5', fileName: 'core/store/jobs.ts' }, reaches)).toEqual({
      tests: ['test/store/short.test.ts', 'test/store/long.test.ts', 'test/contract/jobs.test.ts'],
      ms: 59_600,
    });
    expect(testsFor({ id: '6', fileName: 'core/store/jobs.ts' }, reaches).tests).toEqual([]);
  });

  it('count as unnoticed where no test comes by', () => {
    expect(scoreOf([{ end: 'killed' }, { end: 'hung' }, { end: 'survived' }, { end: null }])).toBe(0.5);
  });
});

/** As small as it can be, with what a run of tests needs of this one. */
function project(): string {
  const folder = ownFolder('mutated');
  for (const name of ['core/engine', 'test/engine', 'test/mutants']) mkdirSync(join(folder, name), { recursive: true });
  const imports = { '#core/*': './core/*', '#test/*': './test/*' };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', imports }));
  writeFileSync(join(folder, 'core/engine/counted.ts'), COUNTED);
  writeFileSync(join(folder, 'core/engine/in-a-thread.ts'), IN_A_THREAD);
  writeFileSync(join(folder, 'test/engine/counted.test.ts'), TESTS);
  writeFileSync(join(folder, 'test/engine/failing.test.ts'), FAILING);
  for (const name of ['suites.config.ts', 'name-reached.ts']) cpSync(`test/mutants/${name}`, join(folder, 'test/mutants', name));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'), 'junction');
  return folder;
}
