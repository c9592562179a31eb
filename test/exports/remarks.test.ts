import { parse } from 'csv-parse/sync';
import { unzipSync } from 'fflate';
import { beforeEach, describe, expect, it } from 'vitest';
import { startServiceProcess } from '#test/clients/rest/service-process.ts';
import type { Fields, Job, RestClient } from '#test/clients/rest/rest-client.ts';
import { own } from '#test/own.ts';
import { commentAt, commentListSimulator, commentsOf, LIST_URL } from '#test/schedules/comment-list.ts';
import { startWorld } from '#test/world/world.ts';

const COMMENTS = 6;
const OWN_COLUMNS = ['Starred', 'Own note', 'Own tags'];

const list = { comments: commentsOf(COMMENTS) };
const world = await own(startWorld({ simulators: [commentListSimulator(list)] }));
const service = await own(startServiceProcess({ world: { ...world.env, COMMENTDOCK_PACE: 'off' } }));

let client: RestClient;
beforeEach(() => {
  list.comments = commentsOf(COMMENTS);
  client = service.client();
});

const idOf = (number: number): string => String(commentAt(number).id);

async function say(guid: string, remark: Fields): Promise<readonly Fields[]> {
  const answer = await client.ask('PATCH', `/api/v1/exports/${guid}/remarks`, remark);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.list;
}

async function fileOf(guid: string, format: string, query = ''): Promise<Buffer> {
  const { status, bytes } = await client.get(`/api/v3/job/${guid}/download?format=${format}${query}`);
  expect(status, bytes.toString('utf8').slice(0, 500)).toBe(200);
  return bytes;
}

async function rowsOf(guid: string, query = ''): Promise<readonly Readonly<Record<string, string>>[]> {
  return parse(await fileOf(guid, 'csv', query), { columns: true, bom: true }) as Record<string, string>[];
}

async function found(guid: string, query: string): Promise<readonly string[]> {
  const { body } = await client.get(`/api/v1/exports/${guid}/search?${query}`);
  return (body['results'] as readonly { readonly item: { readonly text: string } }[]).map(({ item }) => item.text);
}

describe('what is said of rows', () => {
  it('stands in files in columns of its own, which are as before once nothing is said', async () => {
    const { guid } = await client.export(LIST_URL);
    const before = { csv: await fileOf(guid, 'csv'), json: await fileOf(guid, 'json'), jsonl: await fileOf(guid, 'jsonl') };
    const link = (await client.job(guid)).download_link ?? '';
    expect((await client.get(link)).status).toBe(200);
    await say(guid, { ids: [idOf(5)], starred: true, note: 'Ask\nher', tags: ['to read', 'x', 'x', ''] });
    await say(guid, { ids: [idOf(4), idOf(2)], tags: ['x'] });
    // It is not there any more that says what is no longer so.
    expect((await client.get(link)).status).toBe(404);
    const rows = await rowsOf(guid);
    expect(rows.map((row) => OWN_COLUMNS.map((name) => row[name]))).toEqual([
      ['', '', ''],
      ['true', 'Ask\nher', 'to read, x'],
      ['', '', 'x'],
      ['', '', ''],
      ['', '', 'x'],
      ['', '', ''],
    ]);
    const items = JSON.parse((await fileOf(guid, 'json')).toString('utf8')) as readonly { readonly extra: Fields }[];
    expect(items[1]?.extra['remark']).toEqual({ starred: true, note: 'Ask\nher', tags: ['to read', 'x'] });
    expect((await rowsOf(guid, `&layout=${encodeURIComponent('{"filter":{"tag":["x"],"starred":false}}')}`)).length).toBe(2);
    // What other people may see names nobody, and what the site said is not mixed with what was said of it.
    const hidden = await rowsOf(guid, '&pseudonyms=thesis');
    expect(hidden).toHaveLength(COMMENTS);
    for (const row of hidden) for (const name of OWN_COLUMNS) expect(row).not.toHaveProperty(name);
    const evidence = await client.get(`/api/v1/exports/${guid}/evidence`);
    const parts = Object.entries(unzipSync(evidence.bytes)).filter(([name]) => /\.(?:csv|json)$/.test(name));
    expect(parts.length).toBeGreaterThan(1);
    for (const [name, bytes] of parts) expect(Buffer.from(bytes).toString('utf8'), name).not.toContain('Ask');

    const { body } = await client.get(`/api/v1/exports/${guid}/remarks`);
    expect(body).toMatchObject({
      total: 3,
      tags: [
        { tag: 'to read', rows: 1 },
        { tag: 'x', rows: 3 },
      ],
    });
    const said = await say(guid, { ids: [idOf(5), idOf(4), idOf(2)], starred: false, note: null, tags: [] });
    expect(said.map(({ starred, note, tags }) => [starred, note, tags])).toEqual([1, 2, 3].map(() => [false, null, []]));
    const after = { csv: await fileOf(guid, 'csv'), json: await fileOf(guid, 'json'), jsonl: await fileOf(guid, 'jsonl') };
    expect(after).toEqual(before);
  });

  it('can be searched by, and what is left out of a change stays', async () => {
    const { guid } = await client.export(LIST_URL);
    expect(await found(guid, 'q=comment&sort=oldest')).toHaveLength(COMMENTS);
    await say(guid, { ids: [idOf(3)], note: 'Who is that?' });
    await say(guid, { ids: [idOf(3), idOf(1)], starred: true });
    await say(guid, { ids: [idOf(1)], tags: ['y'] });
    expect(await found(guid, 'starred=true')).toEqual(['Comment 3', 'Comment 1']);
    expect(await found(guid, 'starred=false&sort=oldest')).toEqual(['Comment 2', 'Comment 4', 'Comment 5', 'Comment 6']);
    expect(await found(guid, 'noted=true&q=comment')).toEqual(['Comment 3']);
    expect(await found(guid, 'tag=y,z')).toEqual(['Comment 1']);
    await say(guid, { ids: [idOf(3)], starred: false });
    expect(await found(guid, 'starred=true')).toEqual(['Comment 1']);
    expect(await found(guid, 'noted=true')).toEqual(['Comment 3']);
    await say(guid, { ids: [idOf(1), idOf(3)], starred: false, note: '', tags: [] });
  });

  it('belongs to the list: a further run has it, new or gone as its row may be', async () => {
    const first = await client.export(LIST_URL, { incremental: true });
    await say(first.guid, { ids: [idOf(6), idOf(2)], note: 'Looked at' });
    list.comments = [commentAt(7), ...commentsOf(COMMENTS).filter(({ id }) => id !== commentAt(6).id)];
    const second = await client.export(LIST_URL, { incremental: true });
    const noted = async ({ guid }: Job) =>
      (await rowsOf(guid)).filter((row) => row['Own note'] === 'Looked at').map((row) => [row['Comment'], row['Change'] ?? '']);
    expect(await noted(second)).toEqual([
      ['Comment 2', ''],
      ['Comment 6', 'gone'],
    ]);
    await say(second.guid, { ids: [idOf(7)], note: 'Looked at' });
    expect((await noted(second)).map(([text]) => text)).toEqual(['Comment 7', 'Comment 2', 'Comment 6']);
    // The run before shares its rows.
    expect((await noted(first)).map(([text]) => text)).toEqual(['Comment 6', 'Comment 2']);
    await client.ask('DELETE', `/api/v3/job/${first.guid}`);
    expect((await noted(second)).length).toBe(3);
  });

  it('is refused where it makes no sense', async () => {
    const { guid } = await client.export(LIST_URL);
    const codes: unknown[] = [];
    for (const remark of [{}, { ids: [] }, { ids: ['x'], tags: ['a,b'] }, { ids: ['x'.repeat(501)], note: 'n' }])
      codes.push((await client.ask('PATCH', `/api/v1/exports/${guid}/remarks`, remark)).body['error_code']);
    expect(codes).toEqual(codes.map(() => 'INVALID_REQUEST'));
  });
});
