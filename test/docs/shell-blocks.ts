import { execFileSync } from 'node:child_process';
import { chmodSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Every page that people read. */
export const PAGES = ['*.md', 'docs/**/*.md', 'integrations/*/*.md'].flatMap((pattern) =>
  globSync(pattern, { cwd: ROOT })
    .map((page) => page.replaceAll('\\', '/'))
    .toSorted(),
);

/** Commands that stand together, in a block of kind `sh`. */
interface ShellBlock {
  readonly page: string;
  /** Of the first command. */
  readonly line: number;
  readonly text: string;
}

/** A program and its words, as a shell hands them over. */
export type Call = readonly [program: string, ...words: string[]];

export function shellBlocks(): readonly ShellBlock[] {
  return PAGES.flatMap((page) => {
    const parts = readFileSync(join(ROOT, page), 'utf8')
      .replaceAll('\r\n', '\n')
      .split(/^ *```/m);
    let line = 1;
    return parts.flatMap((part) => {
      const at = line + 1;
      line += part.split('\n').length - 1;
      return part.startsWith('sh\n') ? [{ page, line: at, text: part.slice('sh\n'.length) }] : [];
    });
  });
}

/** Writes down what it was called with. A command that prints a token is asked for what it prints. */
const RECORDER = `#!/bin/sh
printf '%s\\0' "$#" "\${0##*/}" "$@" >> "$CALLS"
case "$*" in *token) printf '%s' "$PRINTED_TOKEN";; esac
`;

/**
 * What a shell makes of each block: the calls of its programs, none of which is run. `<guid>` becomes the word `GUID`.
 * @throws where a block calls a program that is not among `programs`, or is no shell
 */
export function callsOf(
  blocks: readonly ShellBlock[],
  programs: readonly string[],
  { folder, token }: { readonly folder: string; readonly token: string },
): readonly (readonly Call[])[] {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  for (const program of programs) {
    writeFileSync(join(bin, program), RECORDER);
    chmodSync(join(bin, program), 0o755);
  }
  return blocks.map(({ page, line, text }, index) => {
    const calls = join(folder, `calls-${index}`);
    writeFileSync(calls, '');
    const script = text.replaceAll(/<(\w+)>/g, (_, word: string) => word.toUpperCase());
    const env = { PATH: bin, HOME: folder, CALLS: calls, PRINTED_TOKEN: token, SECRET: 'a secret of forty letters and digits 1234' };
    try {
      execFileSync('/bin/sh', ['-eu', '-c', script], { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] });
    } catch (error) {
      throw new Error(`${page}:${line} cannot be run by a shell: ${String((error as { stderr?: Buffer }).stderr)}`, { cause: error });
    }
    return recorded(readFileSync(calls, 'utf8'));
  });
}

function recorded(text: string): readonly Call[] {
  const words = text.split('\0');
  const calls: Call[] = [];
  for (let at = 0; at < words.length - 1;) {
    const end = at + 2 + Number(words[at]);
    calls.push([words[at + 1] ?? '', ...words.slice(at + 2, end)]);
    at = end;
  }
  return calls;
}
