import { afterEach, describe, expect, it } from 'vitest';
import type { ProviderId } from '#core/contract/sentiment.ts';
import type { Fields } from '#test/clients/rest/rest-client.ts';
import { startServiceProcess, type ServiceProcess } from '#test/clients/rest/service-process.ts';
import { hackerNewsSimulator } from '#core/platforms/hackernews/simulator.ts';
import { type ProviderParams, type Till, verdictOf } from '#test/world/simulators/provider-till.ts';
import {
  chatCompletionsProvider,
  messagesProvider,
  naturalLanguageProvider,
  type SimulatedProvider,
} from '#test/world/simulators/sentiment-providers.ts';
import { startWorld } from '#test/world/world.ts';

const URL_OF_THREAD = 'https://news.ycombinator.com/item?id=1000000';
const COUNT = 1_500;
const KILLS = 4;

interface Row {
  readonly id: string;
  readonly text: string | null;
  readonly extra: { readonly sentiment?: string };
}

interface House {
  /** Requests to the platform so far. */
  askedPlatform(): number;
  readonly service: ServiceProcess;
  ask(method: 'GET' | 'POST' | 'PATCH', path: string, body?: object): Promise<Record<string, unknown>>;
}

let open: AsyncDisposable[] = [];
afterEach(async () => {
  for (const resource of open.toReversed()) await resource[Symbol.asyncDispose]();
  open = [];
});

/** A service that exports the thread and knows the provider's key, killed at will. */
async function house(id: ProviderId, provider: SimulatedProvider, more: object = {}): Promise<House> {
  const simulators = [provider.simulator, hackerNewsSimulator({ comments: COUNT })];
  const world = await startWorld({ simulators, latencyMs: 2 });
  open.push(world);
  const service = await startServiceProcess({ world: world.env });
  open.push(service);
  const ask: House['ask'] = async (method, path, body) => {
    const answer = await service.client().ask(method, path, body as Fields | undefined);
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return answer.body as Record<string, unknown>;
  };
  await ask('PATCH', `/api/v1/sentiment-providers/${id}`, { key: 'secret', ...more });
  return { service, ask, askedPlatform: () => world.count('hn.algolia.com') };
}

const jobOf = ({ ask }: House, guid: string): Promise<Record<string, unknown>> => ask('GET', `/api/v3/job/${guid}`);

async function create({ ask }: House, filter: object): Promise<string> {
  const options = { replies: true, filter };
  return String((await ask('POST', '/api/v3/job', { url: URL_OF_THREAD, formats: ['json'], options }))['guid']);
}

async function until(where: House, guid: string, wanted: object): Promise<void> {
  await expect.poll(() => jobOf(where, guid), { interval: 100 }).toMatchObject(wanted);
}

/** kill -9 again and again while the provider is at work. */
async function killWhileJudging({ service }: House, { billed }: Till): Promise<void> {
  for (let kill = 1; kill <= KILLS; kill += 1) {
    await expect.poll(() => billed.size, { interval: 1 }).toBeGreaterThan((kill * COUNT) / (KILLS + 2));
    await service.restart('kill');
  }
}

async function expectAllJudged(where: House, guid: string): Promise<void> {
  const { list } = await where.service.client().ask('GET', `/api/v3/job/${guid}/json`);
  const rows = list as unknown as readonly Row[];
  expect(rows).toHaveLength(COUNT);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(COUNT);
  expect(rows.filter(({ text, extra }) => extra.sentiment !== verdictOf(text ?? '').sentiment)).toEqual([]);
}

const paidTwice = ({ billed }: Till): number => [...billed.values()].filter((times) => times > 1).length;

const KINDS: readonly (readonly [ProviderId, (params: ProviderParams) => SimulatedProvider])[] = [
  ['chat-completions', chatCompletionsProvider],
  ['messages', messagesProvider],
  ['natural-language', naturalLanguageProvider],
];

describe.each(KINDS)('a service killed while %s judges', (id, makeProvider) => {
  it('loses no comment and pays for none twice', async () => {
    const provider = makeProvider({});
    const where = await house(id, provider);
    const guid = await create(where, { sentiment: true });
    await killWhileJudging(where, provider.till);
    await until(where, guid, { status: 'done', sentiment: { state: 'done', judged: COUNT, unclassified: 0 } });
    await expectAllJudged(where, guid);
    expect(provider.till.billed.size).toBe(COUNT);
    expect(paidTwice(provider.till)).toBe(0);
  });
});

describe('an export that had ended', () => {
  it('is judged on over kills, without a further request to the platform', async () => {
    const provider = chatCompletionsProvider({});
    const where = await house('chat-completions', provider);
    const guid = await create(where, {});
    await until(where, guid, { status: 'done' });
    const { json_url: before } = await jobOf(where, guid);
    const asked = where.askedPlatform();
    await where.ask('POST', `/api/v1/jobs/${guid}/download`, { format: 'json', filter: { sentiment: true } });
    await killWhileJudging(where, provider.till);
    await until(where, guid, { status: 'done', sentiment: { state: 'done', judged: COUNT } });
    const nameOf = (link: unknown): string | undefined => String(link).split('/').at(-1);
    await expect.poll(async () => nameOf((await jobOf(where, guid))['json_url'])).not.toBe(nameOf(before));
    await expectAllJudged(where, guid);
    expect(where.askedPlatform()).toBe(asked);
    expect(paidTwice(provider.till)).toBe(0);
  });
});

describe('a provider that knows no keys of requests', () => {
  it('is paid once more for the request in flight at each kill, and for nothing else', async () => {
    const provider = chatCompletionsProvider({ honoursKeys: false });
    const where = await house('chat-completions', provider);
    const guid = await create(where, { sentiment: true });
    await killWhileJudging(where, provider.till);
    await until(where, guid, { status: 'done', sentiment: { state: 'done', judged: COUNT } });
    await expectAllJudged(where, guid);
    expect(paidTwice(provider.till)).toBeLessThanOrEqual(KILLS * 25);
  });
});
