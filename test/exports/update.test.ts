import { beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '#core/config/config.ts';
import type { Job } from '#core/contract/job.ts';
import { startCore } from '#core/index.ts';
import { startRest } from '#core/surfaces/rest/server.ts';
import { ownFolder } from '#test/own.ts';
import { commentAt, commentListSimulator, commentsOf, LIST_URL, type ListedComment } from '#test/schedules/comment-list.ts';
import { startWorld } from '#test/world/world.ts';

const OWNER = 'o'.repeat(120);
const COMMENTS = 30;

let list: { comments: ListedComment[] };
let opened: AsyncDisposableStack;
let baseUrl: string;

beforeEach(async ({ onTestFinished }) => {
  opened = new AsyncDisposableStack();
  onTestFinished(() => opened.disposeAsync());
  list = { comments: commentsOf(COMMENTS) };
  const world = opened.use(await startWorld({ simulators: [commentListSimulator(list)] }));
  const settings = { COMMENTDOCK_DATA_DIR: ownFolder('update'), COMMENTDOCK_PORT: '0', COMMENTDOCK_PACE: 'off' };
  const core = await startCore(readConfig({ ...world.env, ...settings }));
  opened.defer(() => core.close());
  const rest = await startRest({ services: core.services, ownerSecret: OWNER });
  opened.defer(() => rest.close());
  baseUrl = rest.url;
});

async function ask(method: string, path: string, body?: unknown): Promise<{ readonly status: number; readonly body: unknown }> {
  const answer = await fetch(new URL(path, baseUrl), {
    method,
    headers: { 'x-auth-token': OWNER, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
}

/** An export that is done. */
async function exported(options: Record<string, unknown>): Promise<Job> {
  const created = await ask('POST', '/api/v3/job', { url: LIST_URL, options });
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  const { guid } = created.body as Job;
  const read = async (): Promise<Job> => (await ask('GET', `/api/v3/job/${guid}`)).body as Job;
  await expect.poll(async () => (await read()).status, { interval: 20 }).toBe('done');
  return read();
}

describe('an export that goes on with the last one', () => {
  it('takes up any export of the same list and choice, and from then on its own kind', async () => {
    const plain = await exported({});
    expect(plain.incremental).toBeNull();
    list.comments.unshift(commentAt(COMMENTS + 1));
    const second = await exported({ incremental: true });
    expect(second.incremental).toMatchObject({ previous_guid: plain.guid, new: 1, unchanged: COMMENTS });
    await exported({});
    (list.comments[4] as ListedComment).text = 'Better words';
    const third = await exported({ incremental: true, gentle: true });
    expect(third.incremental).toMatchObject({ previous_guid: second.guid, new: 0, edited: 1 });
    await ask('DELETE', `/api/v3/job/${second.guid}`);
    await ask('DELETE', `/api/v3/job/${third.guid}`);
    const other = await exported({ incremental: true, maxTimestamp: commentAt(10).time });
    expect(other.incremental).toMatchObject({ previous_guid: null, new: 10 });
  });

  it('refuses what contradicts it', async () => {
    for (const options of [{ cursor: 'c1.x' }, { filter: { language: ['en'] } }]) {
      const { status, body } = await ask('POST', '/api/v3/job', { url: LIST_URL, options: { ...options, incremental: true } });
      expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('options.incremental')]);
    }
  });
});
