import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CommentdockError, PlatformRefusal } from '#core/contract/error.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import { OwnerWaits, untilOpened, windowProfileOf } from '#core/engine/owner-waits.ts';
import type { EngineStore } from '#core/engine/ports.ts';
import { openScratchStore } from '#core/store/store.ts';
import { insertJob } from '#test/store/stored-job.ts';

const HOUR_MS = 3_600_000;
const WALL = { code: 'CAPTCHA', message: 'A captcha.' } as const;

let store: EngineStore;
let nowMs: number;
let over: { readonly guid: string; readonly error: CommentdockError }[];
let job: JobRecord;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  store = openScratchStore();
  nowMs = Date.UTC(2026, 0, 1);
  over = [];
  job = store.jobs.update(insertJob(store).id, { status: 'progress' });
});
afterEach(() => {
  store.close();
  vi.useRealTimers();
});

function waitsOf(waitHours: number): OwnerWaits {
  return new OwnerWaits({ store, waitHours, now: () => nowMs, onOver: (guid, error) => void over.push({ guid, error }) });
}

/** Timers run, and so does the clock, but for what it is put back meanwhile. */
function pass(ms: number, backMs = 0): void {
  nowMs += ms - backMs;
  vi.advanceTimersByTime(ms);
}

it('a wait ends when its hours are over, and says how many it were', () => {
  const waits = waitsOf(1);
  expect(waits.note(job, WALL, 'closed').needsYou).toEqual({ ...WALL, window: 'closed', sinceMs: nowMs, untilMs: nowMs + HOUR_MS });
  pass(HOUR_MS - 1);
  expect(over).toEqual([]);
  pass(1);
  expect(over).toMatchObject([{ guid: job.guid, error: { code: 'CAPTCHA', message: 'A captcha. It waited for you for 1 hour.' } }]);
  // What ends a wait is none to wait at.
  const [{ error } = { error: new CommentdockError('INTERNAL') }] = over;
  expect(waits.wallOf({ ...job, byHand: true }, error)).toBeNull();
});

it('a wait of days is as long as it was said, whatever timers can do, and however the clock is put back', () => {
  waitsOf(1_000).note(job, WALL, 'open');
  pass(999 * HOUR_MS, 48 * HOUR_MS);
  pass(48 * HOUR_MS);
  expect(over).toEqual([]);
  pass(HOUR_MS);
  expect(over.map(({ error }) => error.message)).toEqual(['A captcha. It waited for you for 1000 hours.']);
});

it('a wait that is noted once more is no longer for that', () => {
  const waits = waitsOf(2);
  const noted = waits.note(job, WALL, 'closed');
  pass(HOUR_MS);
  const again = waits.note(noted, { code: 'BLOCKED', message: 'Shut.' }, 'open');
  expect(again.needsYou).toEqual({ ...noted.needsYou, code: 'BLOCKED', message: 'Shut.', window: 'open' });
  pass(HOUR_MS);
  expect(over.map(({ error }) => error.code)).toEqual(['BLOCKED']);
});

it('goes on waiting after a restart with the window closed, and ends at once what was over by then', () => {
  waitsOf(1).note(job, WALL, 'open');
  const waits = waitsOf(1);
  nowMs += 2 * HOUR_MS;
  waits.resume();
  expect(store.jobs.find(job.guid)?.needsYou?.window).toBe('closed');
  vi.advanceTimersByTime(1);
  expect(over.map(({ guid }) => guid)).toEqual([job.guid]);
});

it('waits no longer once it has ended, is forgotten, or the engine is closed', () => {
  const waits = waitsOf(1);
  const noted = waits.note(job, WALL, 'open');
  expect(waits.end(noted).needsYou ?? null).toBeNull();
  expect(waits.end({ ...job, needsYou: null })).toEqual({ ...job, needsYou: null });
  waits.note(job, WALL, 'open');
  waits.forget(job.guid);
  waits.note(job, WALL, 'open');
  waits.close();
  pass(2 * HOUR_MS);
  expect(over).toEqual([]);
});

it('waits at walls that a person can pass, where a person is there for it', () => {
  const waits = waitsOf(1);
  const captcha = new PlatformRefusal('CAPTCHA');
  const wallOf = (fields: Partial<JobRecord>, error: CommentdockError = captcha) => waits.wallOf({ ...job, ...fields }, error);
  expect([wallOf({ byHand: true }), wallOf({ options: { window: true } })]).toEqual(['CAPTCHA', 'CAPTCHA']);
  expect([wallOf({}), wallOf({ byHand: true, sandbox: true }), wallOf({ byHand: true }, new PlatformRefusal('NOT_FOUND'))]).toEqual([
    null,
    null,
    null,
  ]);
  expect(untilOpened('Puppet').message).toBe('This export reads through a window of Puppet, which only its owner opens.');
});

it('each account has a profile of its own, an export with cookies too, and all visitors have one', () => {
  expect(windowProfileOf({ guid: 'g', cookieNames: ['sid'] }, 'u')).toBe('export-g');
  expect(windowProfileOf({ guid: 'g', cookieNames: [] }, 'u')).toBe('account-u');
  expect(windowProfileOf({ guid: 'g', cookieNames: [] }, null)).toBe('visitor');
});
