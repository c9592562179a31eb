import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#core/config/config.ts';
import { type ReportFacts, reportFactsSchema } from '#core/contract/failure-report.ts';
import type { Job } from '#core/contract/job.ts';
import { jobOptionsSchema } from '#core/contract/options.ts';
import { startCore } from '#core/index.ts';
import { loadPlatform } from '#core/platforms/registry.ts';
import { exchangesOf } from '#core/report/har.ts';
import type { CliClient } from '#core/surfaces/cli/client.ts';
import { createLocalClient } from '#core/surfaces/cli/local-client.ts';
import { readAgain } from '#core/threads/replayed-pages.ts';
import { ownFolder } from '#test/own.ts';
import { haveRecordings, loadCases, RECORDINGS_FOLDER } from '#test/recordings/cases.ts';
import { exportsOf } from '#test/platforms/simulated-exports.ts';
import { CANARIES, foundIn } from '#test/report/canaries.ts';
import { failing, FAILURES, type Told } from '#test/report/failing-answers.ts';
import { textsOfArchive } from '#test/report/archive-texts.ts';
import { startWorld, type World, type WorldContent } from '#test/world/world.ts';

const PLATFORMS = [
  'aliexpress',
  'appstore',
  'bestbuy',
  'bilibili',
  'bluesky',
  'hackernews',
  'mastodon',
  'reddit',
  'stackexchange',
  'steam',
  'target',
  'tripadvisor',
];

if (!haveRecordings()) process.stdout.write(`${RECORDINGS_FOLDER} is not here: failure reports are made of simulated answers.\n`);

interface Plan {
  readonly url: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly content: WorldContent;
}

const dataDir = ownFolder('reports');
let world: World;
let client: CliClient;

beforeAll(async () => {
  world = await startWorld();
  const config = readConfig({
    ...process.env,
    ...world.env,
    COMMENTDOCK_DATA_DIR: dataDir,
    COMMENTDOCK_VAULT: 'file',
    COMMENTDOCK_RETRY_SCALE: '0',
    COMMENTDOCK_BROWSER: '/nowhere',
  });
  const core = await startCore(config);
  client = createLocalClient(core.services, new AbortController().signal, () => core.close());
});
afterAll(async () => {
  await client.close();
  await world.close();
});

/** Of a recorded export where there is one, else of a simulated one. */
async function planOf(platform: string): Promise<Plan> {
  const recorded = loadCases([platform]).find(({ expected }) => expected.error_code === undefined);
  if (recorded !== undefined)
    return { url: recorded.expected.url, options: recorded.expected.options, content: { cases: [recorded.folder] } };
  const simulated = (await exportsOf(platform)).find(({ cookies }) => cookies === undefined);
  if (simulated === undefined) throw new Error(`${platform} has no simulated export`);
  return {
    url: simulated.url,
    options: simulated.selector === undefined ? {} : { [simulated.selector]: true },
    content: { simulators: [simulated.world()] },
  };
}

/** Runs it to its end. */
async function run({ url, options }: Plan, cookies: Readonly<Record<string, string>>): Promise<Job> {
  const over = Promise.withResolvers<void>();
  const { jobs } = await client.call('jobs.create', { url, options: { ...options, cookies }, formats: ['json'] });
  const { guid } = jobs[0] as Job;
  const look = async (): Promise<void> => {
    const { status } = await client.call('jobs.get', { guid });
    if (status === 'queueing' || status === 'progress') setTimeout(() => void look().catch(over.reject), 5);
    else over.resolve();
  };
  await look();
  await over.promise;
  return client.call('jobs.get', { guid });
}

async function toldBy({ guid }: Job): Promise<Told> {
  const path = await client.saveFile(guid, 'json', () => join(dataDir, 'rows.json'));
  const { readFile } = await import('node:fs/promises');
  const rows = JSON.parse(await readFile(path, 'utf8')) as {
    author?: { name?: string | null; username?: string | null };
    text?: string | null;
  }[];
  const some = (values: readonly (string | null | undefined)[]): string[] =>
    [...new Set(values.filter((value) => typeof value === 'string' && value !== ''))].slice(0, 40) as string[];
  return {
    names: some(rows.map(({ author }) => author?.name)),
    usernames: some(rows.map(({ author }) => author?.username)),
    texts: some(rows.map(({ text }) => text)),
  };
}

async function readReport(facts: ReportFacts, har: string, platform: string) {
  const owners = facts.pages.flatMap((page) => Array.from({ length: page.exchanges }, () => page));
  const definition = await loadPlatform(platform);
  if (definition === null) throw new Error(`no platform ${platform}`);
  const exchanges = exchangesOf(JSON.parse(har), (index) => owners[index] as ReportFacts['pages'][number]);
  const query = { ...facts.query, options: jobOptionsSchema.parse(facts.query.options) } as Parameters<typeof readAgain>[0]['query'];
  return (await readAgain({ query, exchanges }, definition, 'business')).map(({ replayed }) => replayed);
}

let reports = 0;

describe.each(PLATFORMS)('failure reports of %s', (platform) => {
  it('tell of nobody, and fail as the export did', async () => {
    const plan = await planOf(platform);
    world.replace(plan.content);
    const told = await toldBy(await run(plan, {}));
    for (const [turn, failure] of FAILURES.entries()) {
      const fresh = await planOf(platform);
      world.replace({ ...fresh.content, mutate: (answer) => failing(answer, told, failure, turn) });
      const job = await run(fresh, { session_of_mine: CANARIES.cookie });
      if (job.status !== 'error' && job.completeness.gap.unreadable === 0 && job.completeness.gap.blocked === 0) continue;
      const report = await client.call('exports.report', { guid: job.guid });
      const { content, ...shown } = report;
      const parts = await textsOfArchive(Buffer.from(content, 'base64'));
      const facts = reportFactsSchema.parse(JSON.parse(parts.get('report.json') ?? ''));
      const whole = [...parts.values(), JSON.stringify(shown), report.name].join('\n');
      expect([failure, ...foundIn(whole)]).toEqual([failure]);
      expect([failure, report.fails_alike]).toEqual([failure, facts.pages.length === 0 ? null : true]);
      if (facts.pages.length === 0) continue;
      const failures = facts.pages.map(({ failure: { code, path } }) => ({ code, path }));
      expect([failure, await readReport(facts, parts.get('report.har') ?? '', platform)]).toEqual([failure, failures]);
      if (job.status === 'error') expect(failures.at(-1)?.code).toBe(job.error_code);
      reports += 1;
    }
  });
});

it('are fifty', () => {
  expect(reports).toBeGreaterThanOrEqual(50);
});
