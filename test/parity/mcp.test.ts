import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { operationOf } from '#core/surfaces/mcp/tool.ts';
import { TOOLS } from '#core/surfaces/mcp/tools/all.ts';
import { gateBefore } from '#test/clients/rest/gate.ts';
import { startWebhookInbox, type WebhookInbox } from '#test/contract/webhook-inbox.ts';
import { alike } from '#test/parity/alike.ts';
import type { Door, Input, Outcome } from '#test/parity/door.ts';
import { EXPORT_ROWS } from '#test/parity/export-rows.ts';
import { argumentsOf, asTold, openMcpDoor, unwrapped } from '#test/parity/mcp-door.ts';
import { OWNER_ROWS } from '#test/parity/owner-rows.ts';
import { SENTIMENT_ROWS } from '#test/parity/sentiment-rows.ts';
import { openRestDoor } from '#test/parity/rest-door.ts';
import { bad, type Case, type Fields, good, NOBODY } from '#test/parity/row.ts';
import { APP, type Stage, stageOf } from '#test/parity/stage.ts';
import { redditSimulator } from '#core/platforms/reddit/simulator.ts';
import { steamSimulator } from '#core/platforms/steam/simulator.ts';
import { startWorld, type World } from '#test/world/world.ts';

const newSchedule = async (stage: Stage, more: Input): Promise<Input> => ({
  uuid: await stage.newUuid('schedules.create', { url: APP, frequency: 'daily' }),
  ...more,
});
const newWebhook = async (stage: Stage, more: Input): Promise<Input> => ({
  uuid: await stage.newUuid('webhooks.create', { url: stage.inboxUrl, events: ['export.failed'], signingSecret: 's' }),
  ...more,
});

/** Calls in words that tools have too, where those of the table have others. */
const FURTHER: Readonly<Record<string, readonly Case[]>> = {
  'winners.draw': [good('at random', async (stage) => ({ guid: await stage.sample(), count: 3, require_text: 'a' }))],
  'webhooks.create': [good('for one event', ({ inboxUrl }) => ({ url: inboxUrl, events: ['export.failed'], signingSecret: 's' }))],
  'webhooks.update': [
    good('another event', (stage) => newWebhook(stage, { events: ['export.created'] })),
    bad('RESOURCE_NOT_FOUND', 'one that does not exist', () => ({ uuid: NOBODY, events: ['export.created'] })),
  ],
  'schedules.create': [good('a weekly one', () => ({ url: APP, frequency: 'weekly', options: { limit: 3 } }))],
  'schedules.update': [
    good('its frequency', (stage) => newSchedule(stage, { frequency: 'weekly' })),
    bad('RESOURCE_NOT_FOUND', 'one that does not exist', () => ({ uuid: NOBODY, frequency: 'weekly' })),
  ],
};

const ROWS = [...OWNER_ROWS, ...EXPORT_ROWS, ...SENTIMENT_ROWS];
const CASES = TOOLS.map((tool) => ({
  tool,
  name: tool.name,
  cases: [...(ROWS.find(({ operation }) => operation === tool.operation)?.cases ?? []), ...(FURTHER[tool.operation] ?? [])],
}));

const reddit = redditSimulator({ comments: 5 });
const steam = steamSimulator({ reviews: 25 });
const gate = gateBefore((request) => reddit(request) ?? steam(request));

let world: World;
let inbox: WebhookInbox;
let rest: { readonly door: Door; readonly stage: Stage };
let mcp: { readonly door: Door; readonly stage: Stage };
/** Which calls of a tool were compared, by how they end. */
const compared = new Map<string, Set<string>>();

beforeAll(async () => {
  [world, inbox] = await Promise.all([startWorld({ simulators: [gate.simulator] }), startWebhookInbox()]);
  const [restDoor, mcpDoor] = await Promise.all([openRestDoor(world.env), openMcpDoor(world.env)]);
  const place = (door: Door) => ({ door, stage: stageOf(door, { gate, inboxUrl: inbox.url }) });
  [rest, mcp] = [place(restDoor), place(mcpDoor)];
});
afterEach(async () => {
  gate.open();
  for (const { stage } of [rest, mcp]) {
    await stage.prepare('account.switch', { plan: 'business' });
    for (const { uuid } of (await stage.prepare('webhooks.list', { limit: 30 })) as readonly Fields[])
      await stage.prepare('webhooks.delete', { uuid });
  }
});
afterAll(async () => {
  await Promise.all([rest.door[Symbol.asyncDispose](), mcp.door[Symbol.asyncDispose]()]);
  await inbox[Symbol.asyncDispose]();
  await world.close();
});

describe.each(CASES)('$name', ({ tool, name, cases }) => {
  it.each(cases)('$name ends as over REST', async ({ input, ends }) => {
    const [ofRest, ofMcp] = [await input(rest.stage), await input(mcp.stage)];
    if (argumentsOf(tool, ofMcp) === null) return;
    const answered = await rest.door.call(tool.operation, ofRest);
    const told = await mcp.door.call(tool.operation, ofMcp);
    expect('error' in told ? told.error.error_code : 'well', JSON.stringify(told)).toBe(ends);
    expect(await comparable(unwrapped(tool.operation, told))).toEqual(await comparable(asTold(tool.operation, answered, ofRest)));
    compared.set(name, (compared.get(name) ?? new Set()).add(ends === 'well' ? 'well' : 'badly'));
  });

  it('was called well, and badly where it can be refused', () => {
    const isRefusable = operationOf(tool).errors.some((code) => code !== 'INSUFFICIENT_SCOPE');
    expect([...(compared.get(name) ?? [])]).toEqual(expect.arrayContaining(isRefusable ? ['badly', 'well'] : ['well']));
  });
});

async function comparable(outcome: ReturnType<typeof unwrapped>): Promise<unknown> {
  return 'code' in outcome ? outcome : alike(outcome as Outcome);
}
