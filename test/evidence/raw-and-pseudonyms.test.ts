import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gunzipSync, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { EvidenceFacts } from '#core/contract/evidence.ts';
import type { ExportedItem } from '#core/contract/exported-item-schema.ts';
import { isTerminal } from '#core/contract/job.ts';
import { verifyPackage } from '#core/evidence/verify.mjs';
import { redditSimulator } from '#core/platforms/reddit/simulator.ts';
import { runCommandLine } from '#core/surfaces/cli/program.ts';
import { own, ownFolder } from '#test/own.ts';
import { hostOf } from '#test/parity/cli-door.ts';
import { openService } from '#test/parity/house.ts';
import { askRest } from '#test/parity/rest-door.ts';
import { APP } from '#test/parity/stage.ts';
import { startWorld } from '#test/world/world.ts';

const GONE = 'https://www.reddit.com/r/simulated/comments/gone/nothing/';

const folder = ownFolder('raw-evidence');
const world = await own(startWorld({ simulators: [redditSimulator({ comments: 5 })] }));
const house = await own(openService(world.env));
const [token] = (await house.client.callAsGiven('tokens.list', {})) as readonly { readonly token: string }[];

async function create(input: Readonly<Record<string, unknown>>): Promise<string> {
  const { jobs } = (await house.client.callAsGiven('jobs.create', { formats: ['json'], ...input })) as {
    readonly jobs: readonly { readonly guid: string }[];
  };
  const guid = jobs[0]?.guid ?? '';
  while (!isTerminal((await house.client.call('jobs.get', { guid })).status)) await delay(5);
  return guid;
}

async function byToken(operation: string, input: Readonly<Record<string, unknown>>): Promise<Buffer> {
  const outcome = await askRest(house.run.base_url, token?.token ?? '', operation, input);
  return (outcome as { readonly answer: { readonly bytes: Buffer } }).answer.bytes;
}

function textsOf(zip: Uint8Array): Record<string, string> {
  const files = Object.entries(unzipSync(zip));
  return Object.fromEntries(
    files.map(([name, bytes]) => [
      name,
      new TextDecoder('utf-8', { ignoreBOM: true }).decode(name.endsWith('.gz') ? gunzipSync(bytes) : bytes),
    ]),
  );
}

describe('evidence of an export that was refused', () => {
  it('has what the platform answered for the owner, and not for a token', async () => {
    const guid = await create({ url: GONE });
    const path = await house.client.saveOutput('exports.evidence', { guid, partial: true }, () => join(folder, 'refused.zip'));
    expect(verifyPackage(path)).toMatchObject({ isIntact: true });
    const owners = textsOf(readFileSync(path));
    const raw = Object.entries(owners).filter(([name]) => name.startsWith('raw/'));
    expect(raw.length).toBeGreaterThan(0);
    expect(JSON.parse(raw[0]?.[1] ?? '')).toMatchObject({ failure: { code: 'NOT_FOUND' } });
    expect(JSON.parse(owners['facts.json'] ?? '')).toMatchObject({ raw: expect.stringContaining(`${raw.length}, without cookies`) });
    const others = textsOf(await byToken('exports.evidence', { guid, partial: true }));
    expect(Object.keys(others).filter((name) => name.startsWith('raw/'))).toEqual([]);
    const hidden = await house.client.saveOutput('exports.evidence', { guid, partial: true, pseudonyms: 'thesis' }, () =>
      join(folder, 'hidden.zip'),
    );
    expect(Object.keys(textsOf(readFileSync(hidden))).filter((name) => name.startsWith('raw/'))).toEqual([]);
  });

  it('is not given without a word that it is partial', async () => {
    const outcome = await askRest(house.run.base_url, token?.token ?? '', 'exports.evidence', { guid: await create({ url: GONE }) });
    expect(outcome).toMatchObject({ error: { error_code: 'INVALID_REQUEST' } });
  });
});

describe('files with pseudonyms, of a running service', () => {
  it('name people alike throughout a project, and leave what is stored as it is', async () => {
    const [one, other] = [await create({ url: APP, sandbox: true }), await create({ url: APP, sandbox: true })];
    const rowsOf = async (input: Readonly<Record<string, unknown>>): Promise<readonly ExportedItem[]> =>
      JSON.parse(String(await byToken('exports.download', { format: 'json', ...input }))) as readonly ExportedItem[];
    const stored = await rowsOf({ guid: one });
    const namesOf = (rows: readonly ExportedItem[]): readonly unknown[] => rows.map(({ id, author }) => [id, author]);
    const hidden = await rowsOf({ guid: one, pseudonyms: 'thesis', pseudonym_dates: 'month' });
    expect(hidden).toHaveLength(stored.length);
    expect(namesOf(await rowsOf({ guid: other, pseudonyms: 'thesis' }))).toEqual(namesOf(hidden));
    expect(namesOf(await rowsOf({ guid: one, pseudonyms: 'another' }))).not.toEqual(namesOf(hidden));
    expect(hidden.every(({ createdAt }) => createdAt === null || createdAt.endsWith('-01T00:00:00.000Z'))).toBe(true);
    expect(await rowsOf({ guid: one })).toEqual(stored);
  });

  it('are asked for on the command line by the same words', async () => {
    const path = join(folder, 'asked.zip');
    const words = [
      'evidence',
      await create({ url: APP, sandbox: true }),
      path,
      '--pseudonyms',
      'thesis',
      '--pseudonym-dates',
      'day',
      '--without-texts',
    ];
    expect(
      await runCommandLine(
        words,
        hostOf(house, () => undefined),
      ),
    ).toBe(0);
    const rows = join(folder, 'rows.csv');
    expect(
      await runCommandLine(
        ['jobs', 'download', words[1] ?? '', rows, ...words.slice(3)],
        hostOf(house, () => undefined),
      ),
    ).toBe(0);
    expect(readFileSync(rows, 'utf8')).toContain('person-');
    const files = textsOf(readFileSync(path));
    expect(readFileSync(rows, 'utf8')).toBe(files['data/rows.csv']);
    expect(JSON.parse(files['facts.json'] ?? '')).toMatchObject({ pseudonyms: { project: 'thesis', dates: 'day', texts: false } });
    expect((JSON.parse(files['data/rows.json'] ?? '') as readonly ExportedItem[]).every(({ text }) => text === null)).toBe(true);
  });

  it('say so, and tell nobody, in a package and in a workbook', async () => {
    const guid = await create({ url: APP, sandbox: true });
    const stored = JSON.parse(String(await byToken('exports.json', { guid }))) as readonly ExportedItem[];
    const files = textsOf(await byToken('exports.evidence', { guid, pseudonyms: 'thesis', without_texts: true }));
    const facts = JSON.parse(files['facts.json'] ?? '') as EvidenceFacts;
    expect(facts).toMatchObject({ query: { url: null, target: null }, pseudonyms: { project: 'thesis', dates: 'exact', texts: false } });
    expect(facts.pseudonyms).not.toHaveProperty('key');
    expect(facts.ledger.notes.join(' ')).toContain('Pseudonyms of the project "thesis"');
    const workbook = textsOf(await byToken('exports.download', { guid, format: 'xlsx', pseudonyms: 'thesis', without_texts: true }));
    const said = [...Object.values(files), ...Object.values(workbook)].join('\n');
    const told = stored.flatMap(({ author, url, text }) => [author.url, author.avatarUrl, url, text, author.username]);
    expect(told.filter((each) => each !== null && each.length > 5 && said.includes(each))).toEqual([]);
    expect(said).not.toContain(APP);
  });
});
