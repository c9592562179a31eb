import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { ERROR_CATALOGUE } from '#core/contract/error.ts';
import { OPERATIONS } from '#core/operations/registry.ts';
import { openApiDocument } from '#core/surfaces/rest/openapi.ts';
import { fakeHost } from '#test/surfaces/cli/fake-host.ts';

/** Files and commands of the repository, which whoever installed the program does not have. */
const OF_THE_REPOSITORY = /docs\/[\w-]+\.md|\bnpm run\b|CONTRIBUTING|README|[\w-]+\.test\.ts/;

async function helpOf(words: readonly string[]): Promise<string> {
  const host = fakeHost(tmpdir());
  await host.run(...words, '--help');
  return host.out.stdout;
}

/** The help of a command and of all below it. */
async function helps(words: readonly string[] = []): Promise<readonly string[]> {
  const help = await helpOf(words);
  expect(words.length).toBeLessThan(4);
  const below = [...(/\nCommands:\n([\s\S]*?)(?:\n\n|$)/.exec(help)?.[1] ?? '').matchAll(/^ {2}([a-z][a-z-]*)/gm)].map(
    ([, name = '']) => name,
  );
  const inner = below.filter((name) => name !== 'help').map((name) => helps([...words, name]));
  return [help, ...(await Promise.all(inner)).flat()];
}

describe('who installed the program is sent to nothing that is not there', () => {
  it('by the help of any command', async () => {
    const all = await helps();
    expect(all.length).toBeGreaterThan(80);
    expect(all.filter((help) => OF_THE_REPOSITORY.test(help))).toEqual([]);
  });

  it('by the OpenAPI document, or an error', () => {
    const texts = JSON.stringify([openApiDocument(OPERATIONS, [], 'http://127.0.0.1:4780'), ERROR_CATALOGUE]);
    expect(OF_THE_REPOSITORY.exec(texts)).toBeNull();
  });
});
