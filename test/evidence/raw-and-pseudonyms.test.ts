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
import { openReader } from '#core/store/database.ts';
import { APP } from '#test/parity/stage.ts';
import type { Simulator } from '#test/world/simulator.ts';
import { startWorld } from '#test/world/world.ts';

const THREAD = 'https://www.reddit.com/r/simulated/comments/simpost/a_simulated_post/';
const GONE = 'https://www.reddit.com/r/simulated/comments/gone/nothing/';
const CANARY = 'CANARY-of-a-cookie-0123456789';

const folder = ownFolder('raw-evidence');
const reddit = redditSimulator({ comments: 5 });
/** As the site of somebody who is followed from page to page. */
const tracking: Simulator = async (request) => {
  const answer = await reddit(request);
  return answer === null ? null : { ...answer, headers: { ...answer.headers, 'set-cookie': `tracker=${CANARY}; Path=/; Secure` } };
};
const world = await own(startWorld({ simulators: [tracking] }));
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

describe('evidence of an export that keeps raw answers', () => {
  interface Answered {
    readonly request: object;
    readonly answer: { readonly status: number; readonly body: string; readonly headers: object };
  }
  const rawOf = (files: Readonly<Record<string, string>>): readonly Answered[] =>
    Object.entries(files)
      .filter(([name]) => name.startsWith('raw/'))
      .flatMap(([, text]) => JSON.parse(text) as readonly Answered[]);
  const ownersPackage = async (guid: string, name: string) => {
    const path = await house.client.saveOutput('exports.evidence', { guid }, () => join(folder, name));
    expect(verifyPackage(path)).toMatchObject({ isIntact: true });
    return textsOf(readFileSync(path));
  };
  const storedPages = (): number => {
    const reader = openReader(join(house.folder, 'data'));
    try {
      return reader.prepare<[], number>('SELECT COUNT(*) FROM raw_answers').pluck().get() ?? -1;
    } finally {
      reader.close();
    }
  };

  it('has what every page was answered, without cookies and without headers of requests, for the owner alone', async () => {
    const guid = await create({ url: THREAD, options: { keepRaw: true, replies: true } });
    const files = await ownersPackage(guid, 'raw.zip');
    const raw = rawOf(files);
    const rows = JSON.parse(files['data/rows.json'] ?? '') as readonly ExportedItem[];
    expect(rows.length).toBeGreaterThan(0);
    const said = raw.map(({ answer: { body } }) => body).join('\n');
    expect(rows.filter(({ id }) => !said.includes(id))).toEqual([]);
    expect(raw.every(({ request }) => Object.keys(request).join() === 'method,url,body')).toBe(true);
    expect(JSON.stringify(raw)).not.toMatch(/CANARY|set-cookie/i);
    const { notes, complete } = (JSON.parse(files['facts.json'] ?? '') as EvidenceFacts).ledger;
    expect([notes.join(' '), complete]).toEqual([expect.stringContaining(`Raw answers that are kept: ${raw.length} (`), true]);
    expect(files['REPORT.html']).toContain(`${raw.length}, without cookies and without the headers of requests`);
    expect(rawOf(textsOf(await byToken('exports.evidence', { guid })))).toEqual([]);
    const path = await house.client.saveOutput('exports.evidence', { guid, pseudonyms: 'thesis' }, () => join(folder, 'no-raw.zip'));
    expect(rawOf(textsOf(readFileSync(path)))).toEqual([]);
  });

  it('says of a login what they may show', async () => {
    const guid = await create({ url: THREAD, options: { keepRaw: true, cookies: { reddit_session: CANARY } } });
    const files = await ownersPackage(guid, 'logged-in.zip');
    expect(rawOf(files).length).toBeGreaterThan(0);
    expect(JSON.stringify(rawOf(files))).not.toContain(CANARY);
    expect(JSON.parse(files['facts.json'] ?? '')).toMatchObject({
      loggedIn: true,
      ledger: { notes: expect.arrayContaining([expect.stringContaining('to that login alone')]) },
    });
  });

  it('keeps none where nobody asks, and those of an export go with it', async () => {
    const before = storedPages();
    const plain = await create({ url: THREAD });
    expect([storedPages(), rawOf(await ownersPackage(plain, 'plain.zip'))]).toEqual([before, []]);
    const guid = await create({ url: THREAD, options: { keepRaw: true } });
    expect(storedPages()).toBeGreaterThan(before);
    await house.client.callAsGiven('jobs.delete', { guid });
    while (storedPages() > before) await delay(5);
    expect(storedPages()).toBe(before);
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

describe('a layout with pseudonyms', () => {
  const LAYOUT = { pseudonyms: { project: 'thesis', dates: 'month' }, name: '{platform}-{title}.{ext}' };
  /** What tells of somebody wherever it stands. */
  const tellingOf = (rows: readonly ExportedItem[]): readonly string[] =>
    rows
      .flatMap(({ id, url, author }) => [id, url, author.username, author.url, author.avatarUrl])
      .filter((each) => each !== null && each.length > 5) as string[];
  const peopleIn = (text: string): readonly string[] => [...new Set(text.match(/person-\w{12}/g))].toSorted();

  it('holds for the files of exports and for those written later, and tells nobody', async () => {
    await house.client.callAsGiven('presets.save', { name: 'hidden', layout: LAYOUT });
    const guid = await create({ url: THREAD, formats: ['csv', 'json'], options: { replies: true, layout: 'hidden' } });
    const plain = await create({ url: THREAD, options: { replies: true } });
    const told = tellingOf(JSON.parse(String(await byToken('exports.json', { guid }))) as readonly ExportedItem[]);
    const wish = JSON.stringify({ ...LAYOUT, columns: ['Username', 'Date', 'Comment', 'ID'] });
    const files = {
      csv: String(await byToken('exports.download', { guid, format: 'csv' })),
      json: String(await byToken('exports.download', { guid, format: 'json' })),
      columns: String(await byToken('exports.download', { guid: plain, format: 'csv', layout: wish })),
      rows: String(
        await byToken('exports.download', {
          guid: plain,
          format: 'json',
          pseudonyms: 'thesis',
          layout: JSON.stringify({ filter: { q: 'comment' } }),
        }),
      ),
      workbook: Object.values(textsOf(await byToken('exports.download', { guid, format: 'xlsx' }))).join('\n'),
    };
    expect(told.length).toBeGreaterThan(5);
    for (const [name, text] of Object.entries(files)) {
      expect(
        told.filter((each) => text.includes(each)),
        name,
      ).toEqual([]);
      expect(text, name).not.toContain('simpost');
    }
    expect(peopleIn(files.csv).length).toBeGreaterThan(1);
    expect(peopleIn(files.columns)).toEqual(peopleIn(files.csv));
    expect(files.columns.split('\r\n')[0]).toBe('\uFEFFUsername,Date,Comment,ID');
    expect(files.csv).not.toMatch(/\d{4}-\d{2}-(?!01T00:00:00)\d{2}T/);
    expect(files.workbook).toContain('Pseudonyms of the project');
    expect(String(await byToken('exports.download', { guid: plain, format: 'json' }))).toContain(told[0]);
  });

  it('names what is in a ZIP by nobody', async () => {
    const guid = await create({ url: THREAD });
    const layout = JSON.stringify({ split: 'month' });
    const zip = textsOf(await byToken('exports.download', { guid, format: 'csv', layout, pseudonyms: 'thesis' }));
    expect(Object.keys(zip).length).toBeGreaterThan(0);
    for (const [name, text] of Object.entries(zip)) {
      expect(name).toMatch(/^reddit-comments_pseudonyms_\w{8}_[\w-]+\.csv$/);
      expect(text).toContain('person-');
    }
  });

  it('is not undone by one file of several exports, nor by their pictures', async () => {
    const layout = { pseudonyms: { project: 'thesis' } };
    const guid = await create({ url: APP, sandbox: true, options: { layout } });
    const plain = await create({ url: APP, sandbox: true });
    for (const wish of [{ merge: true }, { media: true }, { format: 'csv' }, { guids: [plain], format: 'csv', layout }]) {
      const outcome = await askRest(house.run.base_url, token?.token ?? '', 'bulk.create', { guids: [guid], ...wish });
      expect(outcome).toMatchObject({ error: { error_code: 'INVALID_REQUEST', detail: expect.stringContaining('under pseudonyms') } });
    }
  });
});

describe('a pseudonym', () => {
  it('is resolved for the owner by hand alone, by doing the same to the rows that are stored', async () => {
    const guid = await create({ url: THREAD, options: { replies: true } });
    const rows = JSON.parse(String(await byToken('exports.json', { guid }))) as readonly ExportedItem[];
    const asked = { guid, format: 'json', pseudonyms: 'study' };
    const hidden = JSON.parse(String(await byToken('exports.download', asked))) as readonly ExportedItem[];
    const name = hidden[0]?.author.username ?? '';
    const person = await house.client.call('pseudonyms.resolve', { guid, project: 'study', name });
    const own = rows.filter(({ author }) => author.username === rows[0]?.author.username).map(({ id }) => id);
    expect(person).toMatchObject({ kind: 'person', author: { username: rows[0]?.author.username } });
    expect(person.rows).toEqual(expect.arrayContaining(own));
    expect(person.total_rows).toBe(person.rows.length);
    const row = hidden[1]?.id ?? '';
    expect(await house.client.call('pseudonyms.resolve', { guid, project: 'study', name: row })).toMatchObject({
      kind: 'row',
      value: rows[1]?.id,
    });
    const told: string[] = [];
    const words = ['pseudonyms', 'resolve', guid, 'study', name];
    expect(
      await runCommandLine(
        words,
        hostOf(house, (text) => told.push(text)),
      ),
    ).toBe(0);
    expect(told.join('')).toContain(rows[0]?.author.username);
    const wish = { guid, project: 'study', name };
    expect(await askRest(house.run.base_url, token?.token ?? '', 'pseudonyms.resolve', wish)).toMatchObject({
      error: { error_code: 'INSUFFICIENT_SCOPE' },
    });
  });

  it('is nobody in another project, and in one that there is not', async () => {
    const guid = await create({ url: THREAD });
    const asked = { guid, format: 'json', pseudonyms: 'study' };
    const hidden = JSON.parse(String(await byToken('exports.download', asked))) as readonly ExportedItem[];
    await byToken('exports.download', { guid, format: 'json', pseudonyms: 'other' });
    for (const project of ['other', 'none'])
      await expect(
        house.client.call('pseudonyms.resolve', { guid, project, name: hidden[0]?.author.username ?? '' }),
      ).rejects.toMatchObject({
        code: 'RESOURCE_NOT_FOUND',
      });
  });
});
