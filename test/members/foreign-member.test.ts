import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { OPERATIONS, type RegisteredOperation } from '#core/operations/registry.ts';
import { teamOf } from '#core/operations/permission.ts';
import { startWebhookInbox } from '#test/contract/webhook-inbox.ts';
import { type Belongings, fill, idFor } from '#test/members/belongings.ts';
import { type Fields, openTeamHouse, type Person, SAMPLE } from '#test/members/team-house.ts';
import { own } from '#test/own.ts';

/** What else an operation has to be given. Whoever adds one says here how it is called, or the walk does not pass. */
const FURTHER: Readonly<Record<string, Fields>> = {
  'jobs.create': { url: SAMPLE, sandbox: true },
  'batches.create': { urls: [SAMPLE], sandbox: true },
  'schedules.create': { url: SAMPLE, frequency: 'daily' },
  'schedules.replace': { url: SAMPLE, frequency: 'weekly' },
  'webhooks.create': { url: 'https://example.com/hook', events: ['export.created'], signingSecret: 'mine' },
  'zapier.subscribe': { url: 'https://example.com/hook', event: 'export.created' },
  'presets.save': { name: 'mine', layout: {} },
  'views.save': { name: 'mine', filters: {} },
  'remarks.set': { ids: ['a row'], note: 'mine' },
  'pseudonyms.resolve': { project: 'thesis', name: 'person-k3q7m2xa5bcd' },
  'zapier.sample': { event: 'export.created' },
  'accounts.save': { platform: 'reddit', cookies: { reddit_session: 'mine' } },
};
/** They take several, leave out what is unknown, and answer with the rest. */
const OTHERWISE: Readonly<Record<string, number>> = { 'bulk.create': 400, 'signin.leave': 400, 'webhooks.events': 200 };
/** What somebody has, by the operations that list it. */
const LISTS = [
  'jobs.list',
  'schedules.list',
  'presets.list',
  'views.list',
  'jobs.labels',
  'webhooks.list',
  'webhooks.events',
  'tokens.list',
  'accounts.list',
  'account.profile',
];

const WALKED = OPERATIONS.filter(({ rest }) => rest.auth !== 'public');

const [house, inbox] = await Promise.all([own(openTeamHouse()), own(startWebhookInbox())]);
const { owner } = house;
const [ann, bob, reader] = [await house.member('Ann'), await house.member('Bob'), await house.member('Rea', 'reader')];
const ofAnn = await fill(ann, 'ann', inbox.url);
const ofOwner = await fill(owner, 'owner', inbox.url);
const secrets = [...ofAnn.canaries, ...ofOwner.canaries, owner.token, ann.token];

/** All that can be seen of what somebody has. */
async function standingOf(person: Person): Promise<unknown> {
  const seen: unknown[] = [];
  for (const operation of LISTS) seen.push(await person.get(operation));
  return seen;
}

/** A call about what is somebody else's. */
function inputOf(operation: RegisteredOperation, of: Belongings): { readonly input: Fields; readonly names: readonly string[] } {
  const { properties = {}, required = [] } = z.toJSONSchema(operation.input, { io: 'input' });
  const ids = Object.keys(properties).flatMap((field) => {
    const id = idFor(operation.name, field, of);
    return id === null ? [] : [[field, id] as const];
  });
  const input = { ...FURTHER[operation.name], ...Object.fromEntries(ids) };
  const lacking = required.filter((field) => !(field in input));
  if (lacking.length > 0 && teamOf(operation) === 'all') throw new Error(`${operation.name}: say how it is called: ${lacking.join(', ')}`);
  return { input, names: ids.map(([field]) => field) };
}

describe.each([
  ['the owner', ofOwner],
  ['another member', ofAnn],
] as const)('with what is of %s, a member', (_whose, theirs) => {
  it.each(WALKED.map((operation) => [operation.name, operation] as const))('finds nothing by %s', async (name, operation) => {
    const { input, names } = inputOf(operation, theirs);
    const { status, body } = await bob.ask(name, input);
    const told = `${name} ${JSON.stringify(input)}: ${status} ${JSON.stringify(body)}`;
    if (teamOf(operation) === 'owners') expect([status, (body as Fields)['error_code']], told).toEqual([403, 'INSUFFICIENT_SCOPE']);
    else if (names.length > 0 || name in OTHERWISE) expect(status, told).toBe(OTHERWISE[name] ?? 404);
    else expect(status, told).toBeLessThan(400);
    // What was asked for stands in refusals, as it was given.
    const answer = status < 400 ? JSON.stringify(body ?? null) : '';
    for (const secret of secrets) expect(answer, told).not.toContain(secret);
  });
});

describe('what is theirs', () => {
  let before: unknown;

  beforeAll(async () => {
    before = await standingOf(ann);
  });

  it('stays as it is, whatever a member and a reader ask', async () => {
    for (const person of [bob, reader]) for (const operation of WALKED) await person.ask(operation.name, inputOf(operation, ofAnn).input);
    expect(await standingOf(ann)).toEqual(before);
  });

  it('is not taken over by the cursor of a new export', async () => {
    const options = { cursor: `c1.${ofAnn.job}` };
    for (const sandbox of [true, false]) {
      const { status, body } = await bob.ask('jobs.create', { url: SAMPLE, options, sandbox });
      expect([status, (body as Fields)['detail']]).toEqual([400, expect.stringContaining('options.cursor is not known here')]);
    }
  });

  it('is seen by the owner, and by a member who is one', async () => {
    const second = await house.member('Ola', 'owner');
    for (const person of [owner, second]) {
      expect(await person.get('jobs.get', { guid: ofAnn.job })).toMatchObject({ member_uuid: ann.uuid });
      expect(await person.get('webhooks.get', { uuid: ofAnn.webhook })).toMatchObject({ member_uuid: ann.uuid });
    }
    expect(JSON.stringify(await ann.get('jobs.list'))).toContain(ofAnn.job);
    expect(await ann.get('account.profile')).toMatchObject({ uuid: ann.uuid, member: { name: 'Ann', role: 'member' } });
  });
});

describe('what is shared', () => {
  const WRITES = WALKED.filter((operation) => operation.scope === 'write' && teamOf(operation) === 'all');
  const ABOUT = WRITES.filter(({ input, name }) => 'guid' in input.shape || (name.startsWith('schedules.') && 'uuid' in input.shape));

  it('is read by members and readers, and changed by nobody but whose it is', async () => {
    await ann.get('jobs.share', { guid: ofAnn.job });
    await ann.get('schedules.share', { uuid: ofAnn.schedule });
    await ann.get('schedules.pause', { uuid: ofAnn.schedule });
    const before = await standingOf(ann);
    for (const person of [bob, reader]) {
      expect(await person.get('jobs.get', { guid: ofAnn.job })).toMatchObject({ guid: ofAnn.job, shared: true });
      expect((await person.get('jobs.list')) as unknown as readonly Fields[]).toContainEqual(expect.objectContaining({ guid: ofAnn.job }));
      expect(await person.get('exports.rows', { guid: ofAnn.job })).toMatchObject({ is_complete: true });
      expect((await person.ask('exports.download', { guid: ofAnn.job, format: 'jsonl' })).status).toBe(200);
      expect(await person.get('schedules.get', { uuid: ofAnn.schedule })).toMatchObject({ shared: true });
      for (const operation of ABOUT) {
        const { status, body } = await person.ask(operation.name, inputOf(operation, ofAnn).input);
        // A further file of what is there already is no change.
        const mayMore = operation.name === 'conversions.start' && person === bob;
        expect(status, `${operation.name}: ${JSON.stringify(body)}`).toBe(mayMore ? 202 : 403);
      }
    }
    const [jobs, ...others] = (await standingOf(ann)) as readonly (readonly Fields[])[];
    const [jobsBefore, ...othersBefore] = before as readonly (readonly Fields[])[];
    expect(others).toEqual(othersBefore);
    expect(jobs?.map(({ guid, status }) => [guid, status])).toEqual(jobsBefore?.map(({ guid, status }) => [guid, status]));
    await ann.get('jobs.share', { guid: ofAnn.job, shared: false });
    expect((await bob.ask('jobs.get', { guid: ofAnn.job })).status).toBe(404);
    expect((await ann.get('jobs.get', { guid: ofAnn.job }))['shared']).toBeUndefined();
  });

  it('is the export of each run of a shared schedule too', async () => {
    const { lastJobGuid } = await ann.get('schedules.run', { uuid: ofAnn.schedule });
    expect(await bob.get('jobs.get', { guid: lastJobGuid })).toMatchObject({ shared: true, member_uuid: ann.uuid });
    await ann.get('schedules.share', { uuid: ofAnn.schedule, shared: false });
    expect((await bob.ask('jobs.get', { guid: lastJobGuid })).status).toBe(404);
  });
});
