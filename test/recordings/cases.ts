import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { reportFactsSchema } from '#core/contract/failure-report.ts';

/** What an export of a recorded case must give. `kind` is the export type; fields of a sample that are left out are not compared. */
const expectedSchema = z.object({
  url: z.string(),
  options: z.record(z.string(), z.unknown()),
  kind: z.string(),
  /** Null: not filled in yet. */
  items: z.int().nullable(),
  sample: z.array(z.object({ id: z.string().optional() }).loose()).default([]),
  reportedTotal: z.int().optional(),
  error_code: z.string().optional(),
  /** Left out: the whole export is replayed. Else this page of it alone, as a failure report tells of it (`npm run case`). */
  page: z
    .object({
      target: reportFactsSchema.shape.query.shape.target,
      cursor: z.json(),
      known: z.record(z.string(), z.json()),
      /** How it failed where it was met. */
      failure: z.object({ code: z.string(), path: z.string().nullable(), message: z.string() }),
    })
    .optional(),
});

export type Expected = z.infer<typeof expectedSchema>;

/** One recorded export. `name` is `platform/case`. */
export interface RecordedCase {
  readonly name: string;
  readonly platform: string;
  /** Holds the exchanges.har that a world answers from. */
  readonly folder: string;
  readonly expected: Expected;
}

const repository = fileURLToPath(new URL('../../', import.meta.url));

/** Where recordings lie: beside the repository, never in it. */
export const RECORDINGS_FOLDER = join(repository, '..', 'shared', 'recordings');

/** False where the recordings are not on this machine. */
export function haveRecordings(): boolean {
  return existsSync(RECORDINGS_FOLDER);
}

/**
 * The cases of all platforms that the project has, in order of name. `wanted` narrows them: `platform` or `platform/case`. `from`: where they lie.
 * @throws ZodError where an expected.json is not as described above
 */
export function loadCases(wanted: readonly string[] = [], from = RECORDINGS_FOLDER): readonly RecordedCase[] {
  if (!existsSync(from)) return [];
  const platforms = foldersIn(from).filter(hasPlatform);
  const cases = platforms.flatMap((platform) =>
    foldersIn(join(from, platform)).map((name) => loadCase(join(from, platform, name), platform, name)),
  );
  return cases.filter(({ name, platform }) => wanted.length === 0 || wanted.includes(name) || wanted.includes(platform));
}

function loadCase(folder: string, platform: string, caseName: string): RecordedCase {
  const expected = expectedSchema.parse(JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')));
  return { name: `${platform}/${caseName}`, platform, folder, expected };
}

function hasPlatform(platform: string): boolean {
  const folder = join(repository, 'core', 'platforms');
  return existsSync(join(folder, `${platform}.ts`)) || existsSync(join(folder, platform));
}

function foldersIn(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}
