import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { serveTo } from '#test/clients/rest/token-client.ts';
import { own } from '#test/own.ts';
import { openCommandLine } from '#test/surfaces/cli/command.ts';
import { hackerNewsSimulator } from '#core/platforms/hackernews/simulator.ts';
import { startWorld } from '#test/world/world.ts';

const THREAD = 'https://news.ycombinator.com/item?id=1000000';

interface Row {
  readonly id: string;
  readonly username: string | null;
}

const world = await own(startWorld());
beforeEach(() => world.replace({ simulators: [hackerNewsSimulator({ comments: 200 })] }));

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('winners over the wire', () => {
  it('are drawn from a real export, and anybody comes to the same', async () => {
    await using cli = openCommandLine(world.env);
    const { client } = await serveTo(cli);
    const guid = String((await client.ask('POST', '/api/v3/job', { body: { url: THREAD, options: { replies: true } } })).body?.['guid']);
    const job = await client.untilEnded(guid);
    const path = `/api/v1/exports/${guid}/winners`;
    const asked = { count: 3, backups: 2, seed: 'tombola' };
    const { status, body } = await client.ask('POST', path, { body: asked });
    expect(status).toBe(200);
    expect(body).toMatchObject({ total_in_export: job.total_exported, winners_requested: 3 });
    expect((await client.ask('POST', path, { body: asked })).body).toEqual(body);

    const rows = (await (await fetch(String(job.json_url))).json()) as readonly Row[];
    const firstOfUser = new Map(rows.toReversed().map(({ id, username }) => [username?.toLowerCase() ?? id, id]));
    const ids = [...firstOfUser.values()].toSorted();
    const digest = sha256(ids.map((id) => `${id}\n`).join(''));
    const ranked = ids.map((id) => ({ id, rank: sha256(`tombola\n${digest}\n${id}`) })).toSorted((a, b) => (a.rank < b.rank ? -1 : 1));
    expect(body).toMatchObject({
      after_filters: ids.length,
      winners: ranked.slice(0, 3).map(({ id }) => ({ id })),
      backups: ranked.slice(3, 5).map(({ id }) => ({ id })),
      proof: { entries_sha256: digest, seed: 'tombola', algorithm: 'commentdock-draw-1' },
    });

    const byDefault = await client.ask('POST', path);
    expect(byDefault).toMatchObject({ status: 200, body: { winners_requested: 1, winners: [{ id: expect.any(String) }], backups: [] } });
    expect(await client.ask('POST', path, { body: { count: 101 } })).toMatchObject({
      status: 400,
      body: { error_code: 'INVALID_REQUEST' },
    });
    expect(await client.ask('POST', '/api/v1/exports/nope/winners')).toMatchObject({ status: 404 });
  });
});
