import { describe, expect, it } from 'vitest';
import { callOperation } from '#core/operations/call.ts';
import { createJobs } from '#core/exports/job-creation.ts';
import { operationNamed } from '#core/operations/registry.ts';
import { makeItem } from '#core/platform-api/item.ts';
import { contextOf, fakeServices, type FakeServices, TOKEN_CALLER } from '#test/operations/fake-services.ts';
import { refusal } from '#test/operations/refusal.ts';

interface Answer {
  readonly total_in_export: number;
  readonly after_filters: number;
  readonly winners_requested: number;
  readonly winners: readonly { readonly id: string }[];
  readonly backups: readonly { readonly id: string }[];
  readonly proof: { readonly entries_sha256: string; readonly seed: string; readonly algorithm: string };
}

async function exportDone(): Promise<{ services: FakeServices; guid: string; draw(input?: object): Promise<Answer> }> {
  const services = fakeServices();
  const { jobs } = await callOperation(createJobs, { url: 'https://tubular.com/watch/abc' }, contextOf(services));
  const guid = jobs[0]?.guid ?? '';
  services.engine.change(guid, { status: 'done' });
  services.datasets.items = Array.from({ length: 30 }, (_, index) =>
    makeItem({
      id: `c${index}`,
      kind: 'comment',
      author: { username: `user${index % 20}`, name: `User ${index % 20}` },
      text: index % 2 === 0 ? 'I am in @acme #win' : 'no',
      createdAt: '2026-01-01T00:00:00Z',
      url: `https://tubular.com/c${index}`,
    }),
  );
  const draw = async (input: object = {}): Promise<Answer> =>
    (await callOperation(operationNamed('winners.draw'), { guid, ...input }, contextOf(services, TOKEN_CALLER))) as Answer;
  return { services, guid, draw };
}

describe('drawing winners', () => {
  it('answers winners, backups and the proof', async () => {
    const { draw } = await exportDone();
    const answer = await draw({
      count: 2,
      backups: 1,
      seed: 'announced',
      require_mention: 'acme',
      require_hashtag: '#win',
      require_text: 'in',
    });
    expect(answer).toEqual({
      total_in_export: 30,
      after_filters: 10,
      winners_requested: 2,
      winners: [expect.anything(), expect.anything()],
      backups: [expect.anything()],
      proof: { entries_sha256: expect.stringMatching(/^[0-9a-f]{64}$/), seed: 'announced', algorithm: 'commentdock-draw-1' },
    });
    const [winner] = answer.winners;
    const number = Number(winner?.id.slice(1));
    expect(winner).toEqual({
      id: `c${number}`,
      username: `user${number}`,
      name: `User ${number}`,
      comment: 'I am in @acme #win',
      permalink: `https://tubular.com/c${number}`,
      created_at: '2026-01-01T00:00:00Z',
    });
  });

  it('makes a seed where none is given, and the same seed gives the same winners', async () => {
    const { draw } = await exportDone();
    const first = await draw({ count: 5 });
    expect(first.proof.seed).toMatch(/^[0-9a-f]{32}$/);
    expect((await draw()).proof.seed).not.toBe(first.proof.seed);
    expect(await draw({ count: 5, seed: first.proof.seed })).toEqual(first);
    expect((await draw({ seed: 7 })).proof.seed).toBe('7');
  });

  it('draws one by default, among one entry for each user', async () => {
    const { draw } = await exportDone();
    expect(await draw({ require_mention: null })).toMatchObject({
      after_filters: 20,
      winners_requested: 1,
      winners: [expect.anything()],
      backups: [],
    });
    expect(await draw({ dedupe_by_user: false, exclude_users: ['@User1'] })).toMatchObject({ after_filters: 28 });
    expect(await draw({ exclude_replies: true, min_timestamp: 0, max_timestamp: 1 })).toMatchObject({ after_filters: 0, winners: [] });
  });

  it.each([
    [{ count: 0 }],
    [{ count: 101 }],
    [{ count: 1.5 }],
    [{ backups: -1 }],
    [{ seed: '' }],
    [{ require_text: '' }],
    [{ dedupe_by_user: 'yes' }],
    [{ exclude_users: 'ann' }],
    [{ min_timestamp: -1 }],
  ])('refuses %j', async (input) => {
    const { draw } = await exportDone();
    expect(await refusal(draw(input))).toMatchObject({ code: 'INVALID_REQUEST' });
  });

  it('refuses exports that have not ended well', async () => {
    const { services, guid, draw } = await exportDone();
    for (const status of ['queueing', 'progress', 'error'] as const) {
      services.engine.change(guid, { status });
      expect(await refusal(draw())).toMatchObject({ code: 'INVALID_REQUEST' });
    }
    expect(await refusal(draw({ guid: 'nope' }))).toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
  });
});
