import { afterEach, describe, expect, it } from 'vitest';
import { readConfig } from '#core/config/config.ts';
import type { ProviderId } from '#core/contract/sentiment.ts';
import { sentimentSettingsSchema } from '#core/contract/sentiment-settings.ts';
import type { Item } from '#core/contract/item.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import { sentimentJudges } from '#core/threads/sentiment-judges.ts';
import { type EngineRoom, openEngineRoom } from '#test/engine/engine-room.ts';
import { comment, puppetPlatform } from '#test/engine/puppet-platform.ts';
import { type Mishap, type ProviderParams, type Till, verdictOf } from '#test/world/simulators/provider-till.ts';
import {
  chatCompletionsProvider,
  messagesProvider,
  naturalLanguageProvider,
  type SimulatedProvider,
} from '#test/world/simulators/sentiment-providers.ts';
import { startWorld, type World } from '#test/world/world.ts';

/** Of those that are paid. */
type PaidId = Exclude<ProviderId, 'local-model'>;

const PROVIDERS: Readonly<Record<PaidId, (params: ProviderParams) => SimulatedProvider>> = {
  'chat-completions': chatCompletionsProvider,
  messages: messagesProvider,
  'natural-language': naturalLanguageProvider,
};

const TEN_THOUSAND = 10_000;
const ALL_MISHAPS: readonly Mishap[] = [
  'garbled',
  'malformed',
  'throttled',
  'truncated',
  'missing',
  'fault',
  'twice',
  'oddClass',
  'overloaded',
  'oddScore',
  'contradiction',
  'tooMany',
];

let open: AsyncDisposable[] = [];
afterEach(async () => {
  for (const resource of open.toReversed()) await resource[Symbol.asyncDispose]();
  open = [];
});

/** An export of so many comments, judged by the provider through the world's proxy. */
async function judged(
  id: ProviderId,
  provider: SimulatedProvider,
  count: number,
  key = 'secret',
): Promise<{ room: EngineRoom; world: World; done: JobRecord; rows: readonly Item[] }> {
  const world = await startWorld({ simulators: [provider.simulator] });
  open.push(world);
  const config = readConfig({ ...world.env, COMMENTDOCK_RETRY_SCALE: '0.002', COMMENTDOCK_DATA_DIR: '/nowhere' });
  const vault = { get: (name: string) => (name === `sentiment/${id}/key` ? key : null) };
  const settings = { read: () => sentimentSettingsSchema.parse({}) };
  const puppet = puppetPlatform();
  const room = openEngineRoom({ platforms: [puppet.platform], sentiment: sentimentJudges({ config, vault, settings }) });
  open.push(room);
  const { guid } = await room.createOne({ options: { filter: { sentiment: true } } });
  const items = Array.from({ length: count }, (_, index) => ({
    ...comment(`id-of-${index}`, { text: textOf(index), url: `https://puppet.example/${index}` }),
    author: { ...comment('x').author, name: 'Zebulon Quark', username: 'zquark' },
  }));
  (await puppet.next()).answer({ items });
  const done = await room.until(guid, 'finished');
  return { room, world, done, rows: await room.rows(guid) };
}

const textOf = (index: number): string => `This is the comment number ${index}.`;

function expectPaidOnce({ billed, spoiled }: Till, count: number): void {
  const useful = Array.from({ length: count }, (_, index) => (billed.get(textOf(index)) ?? 0) - (spoiled.get(textOf(index)) ?? 0));
  expect(useful.filter((times) => times !== 1)).toEqual([]);
}

describe.each(Object.keys(PROVIDERS) as PaidId[])('10,000 comments through %s', (id) => {
  it('are all classified, and each is paid once', async () => {
    const provider = PROVIDERS[id]({});
    const { done, rows, world } = await judged(id, provider, TEN_THOUSAND);
    expect(done.sentiment).toMatchObject({ state: 'done', judged: TEN_THOUSAND, total: TEN_THOUSAND, unclassified: 0 });
    const wrong = rows.filter(({ text, extra }) => extra['sentiment'] !== verdictOf(text ?? '').sentiment);
    expect(wrong).toEqual([]);
    expect(provider.till.billed.size).toBe(TEN_THOUSAND);
    expectPaidOnce(provider.till, TEN_THOUSAND);
    expect(world.requests.every(({ answeredBy }) => answeredBy === 'simulator')).toBe(true);
  });

  it('are all classified though answers break in every way', async () => {
    const provider = PROVIDERS[id]({ every: 7, mishaps: ALL_MISHAPS });
    const { done, rows } = await judged(id, provider, TEN_THOUSAND);
    expect(done.sentiment).toMatchObject({ state: 'done', judged: TEN_THOUSAND, total: TEN_THOUSAND });
    const guessed = rows.filter(
      ({ text, extra }) => extra['sentiment'] !== 'unclassified' && extra['sentiment'] !== verdictOf(text ?? '').sentiment,
    );
    expect(guessed).toEqual([]);
    expect(rows.every(({ extra }) => typeof extra['sentiment'] === 'string')).toBe(true);
    const unclassified = rows.filter(({ extra }) => extra['sentiment'] === 'unclassified').length;
    expect(unclassified).toBe(done.sentiment?.unclassified);
    expect(unclassified).toBeLessThan(TEN_THOUSAND / 20);
    expect(provider.till.throttled).toBeGreaterThan(0);
    expect(provider.till.replayed).toBeGreaterThan(0);
  });
});

describe.each(Object.keys(PROVIDERS) as PaidId[])('%s', (id) => {
  it('is sent texts and never who wrote them', async () => {
    const provider = PROVIDERS[id]({});
    const { world } = await judged(id, provider, 30);
    const sent = world.requests.map(({ body, url, headers }) => body + url + JSON.stringify(headers)).join('');
    for (const word of ['Quark', 'zquark', 'puppet.example', 'id-of-']) expect(sent).not.toContain(word);
  });

  it('that is busy is waited for', async () => {
    const provider = PROVIDERS[id]({ window: { requests: 3, ms: 15 } });
    const { done } = await judged(id, provider, 200);
    expect(done.sentiment).toMatchObject({ state: 'done', judged: 200 });
    expectPaidOnce(provider.till, 200);
  });

  it('that refuses the key is asked no more, and the export says so', async () => {
    const provider = PROVIDERS[id]({ key: 'another' });
    const { done, world } = await judged(id, provider, 200);
    expect(done).toMatchObject({ status: 'done', exported: 200, sentiment: { state: 'incomplete', judged: 0 } });
    expect(done.sentiment?.note).toContain('refuses the key (401)');
    expect(JSON.stringify(done)).not.toContain('secret');
    expect(world.requests.length).toBeLessThanOrEqual(8);
  });
});
