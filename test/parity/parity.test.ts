import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ErrorCode } from '#core/contract/error.ts';
import { OPERATIONS } from '#core/operations/registry.ts';
import { gateBefore } from '#test/clients/rest/gate.ts';
import { startWebhookInbox, type WebhookInbox } from '#test/contract/webhook-inbox.ts';
import { alike } from '#test/parity/alike.ts';
import { openBrowserHome } from '#test/parity/browser-home.ts';
import { openAttachedDoor, openLocalDoor } from '#test/parity/cli-door.ts';
import type { Door, Outcome } from '#test/parity/door.ts';
import { EXPORT_ROWS } from '#test/parity/export-rows.ts';
import { MEMBER_ROWS } from '#test/parity/member-rows.ts';
import { OWNER_ROWS, tidyUp } from '#test/parity/owner-rows.ts';
import { PACK_ROWS } from '#test/parity/pack-rows.ts';
import { SENTIMENT_ROWS } from '#test/parity/sentiment-rows.ts';
import { openRestDoor } from '#test/parity/rest-door.ts';
import type { Case, Fields } from '#test/parity/row.ts';
import { type Stage, stageOf } from '#test/parity/stage.ts';
import { mastodonSimulator } from '#core/platforms/mastodon/simulator.ts';
import { redditSimulator } from '#core/platforms/reddit/simulator.ts';
import { steamSimulator } from '#core/platforms/steam/simulator.ts';
import type { Simulator } from '#test/world/simulator.ts';
import { startWorld, type World } from '#test/world/world.ts';

/** The first one is what the others are held against. A further surface is a further line. */
const OPENERS = [openRestDoor, openAttachedDoor, openLocalDoor];

/** They refuse a caller, whatever the input is. */
const OF_CALLERS: readonly ErrorCode[] = ['INSUFFICIENT_SCOPE'];

const ROWS = [...OWNER_ROWS, ...EXPORT_ROWS, ...SENTIMENT_ROWS, ...PACK_ROWS, ...MEMBER_ROWS];

const reddit = redditSimulator({ comments: 5 });
const mastodon = mastodonSimulator({ comments: 1 });
const pictures: Simulator = ({ url }) => (url.hostname === 'files.example' ? { body: Buffer.from('GIF89a, a picture') } : null);
const steam = steamSimulator({ reviews: 25 });
const gate = gateBefore((request) => reddit(request) ?? steam(request));

let world: World;
let browserHome: Disposable;
let inbox: WebhookInbox;
let doors: readonly { readonly door: Door; readonly stage: Stage }[] = [];

beforeAll(async () => {
  browserHome = openBrowserHome();
  [world, inbox] = await Promise.all([startWorld({ simulators: [pictures, mastodon, gate.simulator] }), startWebhookInbox()]);
  const opened = await Promise.all(OPENERS.map((open) => open(world.env)));
  doors = opened.map((door) => ({ door, stage: stageOf(door, { gate, inboxUrl: inbox.url }) }));
});
afterEach(async () => {
  gate.open();
  await Promise.all(doors.map(({ stage }) => tidyUp(stage)));
});
afterAll(async () => {
  await Promise.all(doors.map(({ door }) => door[Symbol.asyncDispose]()));
  await inbox[Symbol.asyncDispose]();
  await world.close();
  browserHome[Symbol.dispose]();
});

describe('the table', () => {
  it('has a row for every operation that more than one surface offers', () => {
    const rows = new Set(ROWS.map(({ operation }) => operation));
    const missing = OPERATIONS.map(({ name }): string => name).filter(
      (name) => !rows.has(name) && doors.filter(({ door }) => door.absent[name] === undefined).length > 1,
    );
    expect(missing).toEqual([]);
    expect(rows.size).toBe(ROWS.length);
  });

  it('names no operation that does not exist', () => {
    const known = OPERATIONS.map(({ name }): string => name);
    expect(ROWS.map(({ operation }) => operation).filter((name) => !known.includes(name))).toEqual([]);
  });

  it('has a good call for each, and a bad one where it can be refused', () => {
    const refusable = new Set(
      OPERATIONS.filter(({ errors }) => errors.some((code) => !OF_CALLERS.includes(code))).map(({ name }): string => name),
    );
    for (const { operation, cases } of ROWS) {
      expect(
        cases.some(({ ends }) => ends === 'well'),
        operation,
      ).toBe(true);
      if (refusable.has(operation))
        expect(
          cases.some(({ ends }) => ends !== 'well'),
          operation,
        ).toBe(true);
    }
  });

  it('knows which operations have no command, and why', () => {
    const withoutCommand = OPERATIONS.filter(({ cli }) => cli === undefined).map(({ name }) => name);
    for (const { door } of doors.filter(({ door: { name } }) => name.startsWith('CLI')))
      expect(Object.keys(door.absent).toSorted()).toEqual(withoutCommand.toSorted());
  });
});

describe.each(ROWS)('$operation', ({ operation, cases }) => {
  it.each(cases)('$name ends the same way everywhere', async (call) => {
    const offering = doors.filter(({ door }) => door.absent[operation] === undefined);
    const outcomes = await Promise.all(offering.map(({ door, stage }) => outcomeOf(door, stage, operation, call)));
    const [first, ...others] = outcomes;
    for (const { door, outcome } of others)
      expect(outcome, `${door} answers otherwise than ${first?.door ?? 'nobody'}`).toEqual(first?.outcome);
  });
});

async function outcomeOf(
  door: Door,
  stage: Stage,
  operation: string,
  { input, ends, compared }: Case,
): Promise<{ readonly door: string; readonly outcome: unknown }> {
  const given = await input(stage);
  const outcome = await door.call(operation, given);
  expect(endOf(outcome), `${door.name}: ${JSON.stringify(outcome)}`).toBe(ends);
  const part = 'answer' in outcome && compared !== undefined ? { answer: compared.of(outcome.answer as Fields) } : outcome;
  return { door: door.name, outcome: await alike(part) };
}

function endOf(outcome: Outcome): string {
  return 'error' in outcome ? outcome.error.error_code : 'well';
}
