import type { Input } from '#test/parity/door.ts';
import { bad, type Case, type Fields, good, type Row, unknownOne } from '#test/parity/row.ts';
import { APP, type Stage } from '#test/parity/stage.ts';

/** Somebody new, and what else is said of them. */
function aMember(more: Input = {}): (stage: Stage) => Promise<Input> {
  return async (stage) => ({ uuid: await stage.newUuid('members.create', { name: stage.newName('Member') }), ...more });
}

const WITHOUT_TOKEN: NonNullable<Case['compared']> = {
  of: ({ token, ...rest }) => ({ ...rest, token: typeof token }),
  why: 'a token is random',
};

const LAST_ONE: NonNullable<Case['compared']> = {
  of: (answer) => (answer as unknown as readonly Fields[]).map(({ operation, outcome }) => [operation, outcome]).slice(0, 1),
  why: 'each door is another caller, from elsewhere',
};

/** Those who belong to the data folder, what they share and what they did. */
export const MEMBER_ROWS: readonly Row[] = [
  {
    operation: 'members.create',
    cases: [
      good('a member', (stage) => ({ name: stage.newName('Member') })),
      good('a reader', (stage) => ({ name: stage.newName('Member'), role: 'reader' })),
      bad('VALIDATION_ERROR', 'without a name', () => ({ name: ' ' })),
      bad('VALIDATION_ERROR', 'in a role that is none', (stage) => ({ name: stage.newName('Member'), role: 'king' })),
      bad('VALIDATION_ERROR', 'under a name that is taken', async (stage) => {
        const name = stage.newName('Member');
        await stage.prepare('members.create', { name });
        return { name };
      }),
    ],
  },
  { operation: 'members.list', cases: [good('after one came', async (stage) => (await aMember()(stage), {}))] },
  {
    operation: 'members.update',
    cases: [
      good('the role', aMember({ role: 'owner' })),
      bad('VALIDATION_ERROR', 'to no role', aMember({ role: 'king' })),
      unknownOne('uuid', { role: 'owner' }),
    ],
  },
  { operation: 'members.invite', cases: [good('one', aMember(), WITHOUT_TOKEN), unknownOne('uuid')] },
  { operation: 'members.remove', cases: [good('one', aMember()), unknownOne('uuid')] },
  {
    operation: 'jobs.share',
    cases: [
      good('one', async (stage) => ({ guid: await stage.sample() })),
      good('no longer', async (stage) => ({ guid: await stage.sample(), shared: false })),
      unknownOne('guid'),
    ],
  },
  {
    operation: 'schedules.share',
    cases: [
      good('one', async (stage) => ({ uuid: await stage.newUuid('schedules.create', { url: APP, frequency: 'daily' }) })),
      unknownOne('uuid'),
    ],
  },
  { operation: 'audit.list', cases: [good('the last one', async (stage) => (await aMember()(stage), { limit: 1 }), LAST_ONE)] },
];
