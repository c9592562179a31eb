import { describe, expect, it } from 'vitest';
import { CommentdockError } from '#core/contract/error.ts';
import type { CheckFinding } from '#core/contract/platform-check.ts';
import { callNamed } from '#core/operations/registry.ts';
import { CheckDesk, type CheckRecord } from '#core/service/check-desk.ts';
import { checkWhatIsDue } from '#core/service/weekly-check.ts';
import { contextOf, fakeServices } from '#test/operations/fake-services.ts';
import { refusal } from '#test/operations/refusal.ts';
import { fakeHost } from '#test/surfaces/cli/fake-host.ts';

const DAY_MS = 86_400_000;
const FOUND: CheckFinding = {
  outcome: 'works',
  url: 'https://a.example/1',
  items: 5,
  door: 'api',
  seconds: 1,
  code: null,
  path: null,
  detail: null,
};
const CHANGED: CheckFinding = {
  ...FOUND,
  outcome: 'changed',
  items: 0,
  door: null,
  code: 'PLATFORM_CHANGED',
  path: 'data.rows',
  detail: 'Odd.',
};

/** A desk whose platforms answer when they are told to. */
function openDesk() {
  const asked = new Map<string, PromiseWithResolvers<CheckFinding>>();
  const records = new Map<string, CheckRecord>();
  const faults: unknown[] = [];
  const clock = { nowMs: 100 * DAY_MS };
  const desk = new CheckDesk({
    checks: {
      checkPlatform(id) {
        const answer = Promise.withResolvers<CheckFinding>();
        asked.set(id, answer);
        return answer.promise;
      },
      async endChecks() {
        for (const { reject } of asked.values()) reject(new CommentdockError('STOPPED'));
      },
    },
    checkRecords: { all: () => [...records.values()], note: (record) => void records.set(record.platform, record) },
    now: () => clock.nowMs,
    onFault: (error) => void faults.push(error),
  });
  return { desk, asked, records, faults, clock };
}

describe('the desk of checks', () => {
  it('asks twenty-four side by side, none twice, and the next one as soon as one is done', async () => {
    const { desk, asked, records } = openDesk();
    const ids = Array.from({ length: 26 }, (_, index) => `p${index}`);
    desk.begin([...ids, 'p0']);
    desk.begin(['p3', 'p25']);
    expect([...asked.keys()]).toEqual(ids.slice(0, 24));
    expect(desk.open).toEqual(ids);
    asked.get('p5')?.resolve(FOUND);
    await expect.poll(() => asked.size).toBe(25);
    expect(records.get('p5')).toMatchObject({ outcome: 'works', checkedAtMs: 100 * DAY_MS, workedAtMs: 100 * DAY_MS });
    await desk.end();
    expect(desk.open).toEqual([]);
    expect([...records.keys()]).toEqual(['p5']);
    expect(asked.has('p25')).toBe(false);
  });

  it('keeps when one worked, whatever is found later', async () => {
    const { desk, asked, records, clock } = openDesk();
    desk.begin(['a']);
    asked.get('a')?.resolve(FOUND);
    await expect.poll(() => desk.open).toEqual([]);
    clock.nowMs += DAY_MS;
    desk.begin(['a']);
    asked.get('a')?.resolve(CHANGED);
    await expect.poll(() => desk.open).toEqual([]);
    expect(records.get('a')).toMatchObject({ outcome: 'changed', path: 'data.rows', checkedAtMs: 101 * DAY_MS, workedAtMs: 100 * DAY_MS });
  });

  it('notes a fault of ours as one', async () => {
    const { desk, asked, records, faults } = openDesk();
    desk.begin(['a']);
    asked.get('a')?.reject(new Error('the thread broke down'));
    await expect.poll(() => desk.open).toEqual([]);
    expect(records.get('a')).toMatchObject({ outcome: 'refuses', code: 'INTERNAL', url: null });
    expect(faults).toEqual([]);
  });
});

describe('the weekly check', () => {
  interface Wish {
    readonly weekly: boolean;
    readonly env?: string;
    /** Milliseconds since somebody did so. */
    readonly endedAtMs?: number;
    readonly paused?: true;
    readonly outcome?: CheckFinding['outcome'];
  }

  /** Ids that it begins with. @param ages days since the last check of each, as far as there was one */
  function due(wish: Wish, ages: readonly number[]): readonly string[] {
    const begun: string[][] = [];
    const services = fakeServices(wish.env === undefined ? {} : { env: { COMMENTDOCK_WEEKLY_CHECK: wish.env } });
    services.settings.prefer({ weeklyCheck: wish.weekly });
    const nowMs = services.now();
    checkWhatIsDue({
      ...services,
      exportPause: { standing: () => (wish.paused === true ? 'resume' : null) },
      checkRecords: {
        all: () =>
          services.platforms.all.slice(0, ages.length).map(({ id: platform }, index) => ({
            ...FOUND,
            outcome: wish.outcome ?? FOUND.outcome,
            platform,
            checkedAtMs: nowMs - (ages[index] ?? 0) * DAY_MS,
            workedAtMs: null,
          })),
      },
      checkDesk: { begin: (ids) => void begun.push([...ids]), endedAtMs: wish.endedAtMs === undefined ? null : nowMs - wish.endedAtMs },
    });
    return begun.flat();
  }

  it('is off at first; then it asks those that were not checked for a week', () => {
    const [first, second] = fakeServices().platforms.all.map(({ id }) => id);
    expect(due({ weekly: false }, [])).toEqual([]);
    expect(due({ weekly: true }, [])).toEqual([first, second]);
    expect(due({ weekly: true }, [6.9])).toEqual([second]);
    expect(due({ weekly: true }, [7, 8])).toEqual([first, second]);
  });

  it('asks again after a day what was unreachable', () => {
    const [first, second] = fakeServices().platforms.all.map(({ id }) => id);
    expect(due({ weekly: true, outcome: 'unreachable' }, [0.9, 2])).toEqual([second]);
    expect(due({ weekly: true, outcome: 'unreachable' }, [1, 0.5])).toEqual([first]);
  });

  it('follows the environment where that decides, keeps still in a pause, and for a day after somebody ended checks', () => {
    expect(due({ weekly: true, env: 'off' }, [])).toEqual([]);
    expect(due({ weekly: false, env: 'on' }, [])).toHaveLength(2);
    expect(due({ weekly: true, paused: true }, [])).toEqual([]);
    expect(due({ weekly: true, endedAtMs: DAY_MS - 1 }, [])).toEqual([]);
    expect(due({ weekly: true, endedAtMs: DAY_MS }, [])).toHaveLength(2);
  });
});

describe('checks', () => {
  it('begin for all where none is named, and are told with the last export', async () => {
    const services = fakeServices();
    const context = contextOf(services);
    const begun = await callNamed('platforms.check', {}, context);
    expect(begun).toMatchObject({
      open: 2,
      weekly: false,
      platforms: [{ open: true, last_check: null, seen_working: null }, { open: true }],
    });
    await expect.poll(async () => (await callNamed('platforms.checks', {}, context)).open).toBe(0);
    const [first] = (await callNamed('platforms.checks', {}, context)).platforms;
    expect(first).toMatchObject({ open: false, last_check: { outcome: 'works', items: 5 }, last_export: null });
    expect(first?.seen_working).toBe(first?.last_check?.checked_at);
  });

  it('are refused for a platform that nobody knows, and in a pause', async () => {
    const services = fakeServices();
    expect(await refusal(callNamed('platforms.check', { platforms: ['nowhere'] }, contextOf(services)))).toMatchObject({
      code: 'INVALID_REQUEST',
    });
    await services.exportPause.pause('resume');
    const { message } = await refusal(callNamed('platforms.check', {}, contextOf(services)));
    expect(message).toContain('commentdock resume');
  });
});

describe('the command', () => {
  it.each([
    [['works', 'works'], 0, '2 works'],
    [['works', 'needs_login'], 0, '1 works; 1 needs a login'],
    [['needs_you', 'works'], 0, '1 works; 1 needs you'],
    [['unreachable', 'works'], 7, '1 works; 1 unreachable'],
    [['unreachable', 'refuses'], 5, '1 refuses; 1 unreachable'],
    [['refuses', 'changed'], 6, '1 refuses; 1 changed'],
  ] as const)('ends with the gravest of %j: %d', async (outcomes, exitCode, summary) => {
    const host = fakeHost('/nowhere');
    const records = new Map<string, CheckRecord>();
    const checkRecords = { all: () => [...records.values()], note: (record: CheckRecord) => void records.set(record.platform, record) };
    const outcomeOf = new Map(host.services.platforms.all.map(({ id }, index) => [id, outcomes[index]]));
    const checks = {
      checkPlatform: async (id: string) => ({ ...CHANGED, outcome: outcomeOf.get(id) ?? 'works' }),
      endChecks: async () => undefined,
    };
    const checkDesk = new CheckDesk({ checks, checkRecords, now: () => host.services.now(), onFault: () => undefined });
    Object.assign(host.services, { checkDesk, checkRecords });
    expect(await host.run('check')).toBe(exitCode);
    expect(host.out.stdout.trimEnd().split('\n').at(-1)).toBe(summary);
  });
});
