import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ROOT } from '../build.ts';

const run = promisify(execFile);
const MOST_BYTES = 64 * 1024 * 1024;

/** What people who use the program notice, under the words that they read. The rest of the types is for those who write it. */
const SECTIONS = { feat: 'New', fix: 'Mended', perf: 'Faster' } as const;
/** A subject may name several changes: `fix(packs): ...; refactor: ...`. */
const NEXT_CHANGE = /; (?=[a-z]+(?:\([^)]*\))?!?: )/;
const CHANGE = /^(?<type>[a-z]+)(?:\((?<scope>[^)]+)\))?(?<breaks>!)?: (?<words>.+)$/;

/** Subjects of commits since the last version that has a tag, oldest first; all where none has. */
export async function subjectsSinceLastTag(): Promise<readonly string[]> {
  const git = async (...words: string[]): Promise<string> => (await run('git', words, { cwd: ROOT, maxBuffer: MOST_BYTES })).stdout.trim();
  const tag = await git('describe', '--tags', '--abbrev=0', '--match=v*').catch(() => null);
  const log = await git('log', '--no-merges', '--reverse', '--format=%s', ...(tag === null ? [] : [`${tag}..HEAD`]));
  return log.split('\n');
}

/** What a version brings, from the subjects of its commits (https://www.conventionalcommits.org). */
export function changelog(version: string, date: string, subjects: readonly string[]): string {
  const changes = subjects.flatMap((subject) => subject.split(NEXT_CHANGE)).map((change) => CHANGE.exec(change)?.groups ?? {});
  const entry = ({ scope, words }: Readonly<Record<string, string | undefined>>): string =>
    `- ${scope === undefined ? '' : `**${scope}**: `}${words}`;
  const sections = [
    { title: 'Breaks what was', found: changes.filter(({ breaks }) => breaks !== undefined) },
    ...Object.entries(SECTIONS).map(([type, title]) => ({ title, found: changes.filter((change) => change['type'] === type) })),
  ].filter(({ found }) => found.length > 0);
  const parts = sections.map(({ title, found }) => `### ${title}\n\n${[...new Set(found.map(entry))].join('\n')}\n`);
  return `## ${version} (${date})\n\n${parts.length === 0 ? 'Nothing that shows.\n' : parts.join('\n')}`;
}
