import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ErrorCode } from '#core/contract/error.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import { type FaultyExport, openFaultyExport } from '#test/engine/faulty-export.ts';
import { own } from '#test/own.ts';
import type { Fault } from '#test/world/fault.ts';
import type { SimulatedRequest, Simulator } from '#test/world/simulator.ts';
import { steamSimulator } from '#core/platforms/steam/simulator.ts';
import { placeOf } from '#core/platforms/youtube/simulator/token.ts';
import { youtubeSimulator } from '#core/platforms/youtube/simulator.ts';
import { startWorld } from '#test/world/world.ts';

const MOST_REQUESTS = 60;
/** So long nothing more may be asked after the end: longer than any wait between tries here. */
const QUIET_MS = 150;
const HANG_PATIENCE_MS = 300;
const MOST_HITS = 3;

const REVIEWS_URL = 'https://store.steampowered.com/app/10/';
const REVIEWS = 350;
const REVIEWS_PER_PAGE = 100;

const VIDEO_ID = 'dQw4w9WgXcQ';
const VIDEO_URL = `https://www.youtube.com/watch?v=${VIDEO_ID}`;
const THREADS = 40;
const REPLIES_PER_THREAD = 3;
const COMMENTS = THREADS * (1 + REPLIES_PER_THREAD);

/** How a fault that never ends must end a job: its code, and how often it is requeued by itself. */
interface Ending {
  readonly code: ErrorCode;
  readonly requeues: number;
  /** Requests of one page, all runs together. */
  readonly tries: number;
}

const WIRE_BREAKS: Ending = { code: 'NETWORK', requeues: 1, tries: 8 };

const LASTING: readonly (readonly [string, Fault, Ending])[] = [
  ['429', { kind: 'status', status: 429 }, { code: 'RATE_LIMITED', requeues: 1, tries: 8 }],
  ['429 with Retry-After', { kind: 'status', status: 429, retryAfter: 30 }, { code: 'RATE_LIMITED', requeues: 0, tries: 4 }],
  [
    '429 with a day of Retry-After',
    { kind: 'status', status: 429, retryAfter: 86_400_000 },
    { code: 'RATE_LIMITED', requeues: 0, tries: 1 },
  ],
  ['500', { kind: 'status', status: 500 }, WIRE_BREAKS],
  ['503', { kind: 'status', status: 503 }, WIRE_BREAKS],
  ['a reset', { kind: 'resetBefore' }, WIRE_BREAKS],
  ['a reset amid the body', { kind: 'resetMidway' }, WIRE_BREAKS],
  ['a cut-off body', { kind: 'truncated' }, WIRE_BREAKS],
  ['a hang', { kind: 'hang' }, WIRE_BREAKS],
  ['malformed JSON', { kind: 'malformedJson' }, { code: 'PLATFORM_CHANGED', requeues: 0, tries: 3 }],
  ['a challenge page', { kind: 'captcha' }, { code: 'CAPTCHA', requeues: 0, tries: 1 }],
  ['a challenge page that says 200', { kind: 'captcha', status: 200 }, { code: 'CAPTCHA', requeues: 0, tries: 1 }],
  ['401', { kind: 'status', status: 401 }, { code: 'LOGIN_REQUIRED', requeues: 0, tries: 1 }],
  ['403', { kind: 'status', status: 403 }, { code: 'BLOCKED', requeues: 0, tries: 1 }],
  ['451', { kind: 'status', status: 451 }, { code: 'GEO_BLOCKED', requeues: 0, tries: 1 }],
];

const PASSING = LASTING.filter(
  ([name, , { code }]) => (code === 'NETWORK' || code === 'RATE_LIMITED' || code === 'PLATFORM_CHANGED') && !name.includes('a day'),
);
const NOT_HANGING = LASTING.filter(([, fault]) => fault.kind !== 'hang');

const LANES = [
  ['one request at a time', 1],
  ['many requests at once', 24],
] as const;

let exporter: FaultyExport;
let isPatient: boolean;

const world = await own(startWorld());

afterEach(() => exporter[Symbol.asyncDispose]());

/** A world of this content and a fresh export in it. Only where hangs are looked at, its patience is short. */
function open(simulator: Simulator, lanes: number, fault?: Fault): void {
  world.replace({ simulators: [simulator] });
  isPatient = fault?.kind !== 'hang';
  exporter = openFaultyExport({ world, lanes, ...(isPatient ? {} : { phaseTimeoutMs: HANG_PATIENCE_MS }) });
}

function openReviews(fault?: Fault): void {
  open(steamSimulator({ reviews: REVIEWS }), 1, fault);
}

function openThreads(lanes: number, fault?: Fault): void {
  open(youtubeSimulator({ comments: THREADS, repliesEvery: 1, repliesPerThread: REPLIES_PER_THREAD }), lanes, fault);
}

/** The laws of every ending. */
async function expectQuietEnd(job: JobRecord): Promise<void> {
  const asked = world.count();
  expect(asked).toBeLessThanOrEqual(MOST_REQUESTS);
  await delay(QUIET_MS);
  expect(world.count(), 'requests after the end').toBe(asked);
  expectMade(job, asked);
}

/** What the account says was asked for was. A short patience may end before a request has reached the world: it was made all the same. */
function expectMade({ completeness }: JobRecord, arrived: number): void {
  const { requests } = completeness;
  expect(arrived).toBeLessThanOrEqual(exporter.made());
  expect(requests).toBeLessThanOrEqual(isPatient ? arrived : exporter.made());
}

/** Every fourth request, but none more often than an export tries again: lanes that take turns could hit the same one each time. */
function everyFourth(): (request: SimulatedRequest) => boolean {
  const hits = new Map<string, number>();
  let asked = 0;
  return ({ url, body }) => {
    asked += 1;
    const request = `${url.href} ${body}`;
    const before = hits.get(request) ?? 0;
    if (asked % 4 > 0 || before === MOST_HITS) return false;
    hits.set(request, before + 1);
    return true;
  };
}

function isLaterReviewPage({ url }: SimulatedRequest): boolean {
  return url.pathname.startsWith('/appreviews/') && url.searchParams.get('cursor') !== '*';
}

/** The thread that replies are asked for, null for any other request. */
function askedThread({ body }: SimulatedRequest): number | null {
  const { continuation } = JSON.parse(body || '{}') as { continuation?: string };
  const place = continuation === undefined ? null : placeOf(decodeURIComponent(continuation), VIDEO_ID);
  return place !== null && 'thread' in place ? place.thread : null;
}

/** True for pages of the list of threads from this one on. */
function isThreadsFrom({ body }: SimulatedRequest, offset: number): boolean {
  const { continuation } = JSON.parse(body || '{}') as { continuation?: string };
  const place = continuation === undefined ? null : placeOf(decodeURIComponent(continuation), VIDEO_ID);
  return place !== null && 'list' in place && place.offset >= offset;
}

describe('a platform that never answers as it should', () => {
  it.each(LASTING)('%s', async (_name, fault, ending) => {
    openReviews(fault);
    world.addFault({ fault });
    const job = await exporter.run(REVIEWS_URL);
    expect(job).toMatchObject({ status: 'error', errorCode: ending.code, retry: ending.requeues, exported: 0 });
    expect(job.error?.length).toBeGreaterThan(20);
    expect(world.count()).toBe(ending.tries);
    await expectQuietEnd(job);
  });
});

describe('a fault that passes', () => {
  it.each(PASSING)('%s', async (_name, fault) => {
    openReviews(fault);
    world.addFault({ match: isLaterReviewPage, times: 2, fault });
    const job = await exporter.run(REVIEWS_URL);
    expect(job).toMatchObject({
      status: 'done',
      errorCode: null,
      retry: 0,
      exported: REVIEWS,
      completeness: { complete: true, missing: 0, retries: 2 },
    });
    expect(new Set((await exporter.rows(job.guid)).map(({ id }) => id)).size).toBe(REVIEWS);
    await expectQuietEnd(job);
  });

  it('outlasts the tries of one request: the job is requeued by itself and goes on where it was', async () => {
    openReviews();
    world.addFault({ match: isLaterReviewPage, times: 5, fault: { kind: 'status', status: 502 } });
    const job = await exporter.run(REVIEWS_URL);
    expect(job).toMatchObject({ status: 'done', retry: 1, exported: REVIEWS });
    expect(world.requests.filter(({ url }) => new URL(url).searchParams.get('cursor') === '*')).toHaveLength(1);
  });

  it('hits every fourth request of a parallel export', async () => {
    openThreads(24);
    world.addFault({ match: everyFourth(), fault: { kind: 'status', status: 503 } });
    const job = await exporter.run(VIDEO_URL, { replies: true });
    expect(job).toMatchObject({ status: 'done', exported: COMMENTS, completeness: { complete: true } });
    await expectQuietEnd(job);
  });
});

describe('a later page that fails', () => {
  it.each(NOT_HANGING)('%s ends the job, keeps what was fetched, and retry goes on from there', async (name, fault, ending) => {
    openReviews(fault);
    world.addFault({ match: isLaterReviewPage, fault });
    const failed = await exporter.run(REVIEWS_URL);
    expect(failed).toMatchObject({ status: 'error', errorCode: ending.code, retry: ending.requeues, exported: REVIEWS_PER_PAGE });
    expect(await exporter.rows(failed.guid)).toHaveLength(REVIEWS_PER_PAGE);
    await expectQuietEnd(failed);
    world.clearFaults();
    const asked = world.count();
    const again = await exporter.retry(failed.guid);
    if (name.includes('a day')) {
      expect(again).toMatchObject({ status: 'error', errorCode: 'RATE_LIMITED', exported: REVIEWS_PER_PAGE });
      expect(world.count(), 'requests within the time that the host asked to wait').toBe(asked);
      return;
    }
    expect(again).toMatchObject({ status: 'done', errorCode: null, error: null, exported: REVIEWS });
    expect(world.requests.slice(asked).every(({ url }) => new URL(url).searchParams.get('cursor') !== '*')).toBe(true);
  });

  it.each([404, 410])('%i ends that list: the job is done and says what was not served', async (status) => {
    openReviews();
    world.addFault({ match: isLaterReviewPage, fault: { kind: 'status', status } });
    const job = await exporter.run(REVIEWS_URL);
    expect(job).toMatchObject({
      status: 'done',
      exported: REVIEWS_PER_PAGE,
      completeness: { complete: false, gap: { notServed: REVIEWS - REVIEWS_PER_PAGE } },
    });
    await expectQuietEnd(job);
  });
});

describe.each(LANES)('threads of replies, %s', (_name, lanes) => {
  beforeEach(() => openThreads(lanes));

  it('gives up one that fails, and only that', async () => {
    world.addFault({ match: (request) => askedThread(request) === 7, fault: { kind: 'status', status: 500 } });
    const job = await exporter.run(VIDEO_URL, { replies: true });
    expect(job).toMatchObject({ status: 'done', errorCode: null, exported: COMMENTS - REPLIES_PER_THREAD });
    expect(job.completeness).toMatchObject({ complete: false, missing: REPLIES_PER_THREAD, retries: 3 });
    expect(job.completeness.notes.join('\n')).toMatch(/NETWORK/);
    await expectQuietEnd(job);
  });

  it.each(NOT_HANGING)('gives up all where all fail alike: %s', async (_fault, fault) => {
    world.addFault({ match: (request) => askedThread(request) !== null, fault });
    const job = await exporter.run(VIDEO_URL, { replies: true });
    expect(job).toMatchObject({ status: 'done', errorCode: null, exported: THREADS });
    expect(job.completeness).toMatchObject({ complete: false, missing: THREADS * REPLIES_PER_THREAD });
    expect((await exporter.rows(job.guid)).every(({ parentId }) => parentId === null)).toBe(true);
    await expectQuietEnd(job);
  });

  it('keeps all of them when a later page of the list fails', async () => {
    world.addFault({ match: (request) => isThreadsFrom(request, 20), fault: { kind: 'status', status: 500 } });
    const job = await exporter.run(VIDEO_URL, { replies: true });
    expect(job).toMatchObject({ status: 'error', errorCode: 'NETWORK', retry: 1 });
    expect(await exporter.rows(job.guid)).toHaveLength(job.exported);
    await expectQuietEnd(job);
    world.clearFaults();
    expect(await exporter.retry(job.guid)).toMatchObject({ status: 'done', exported: COMMENTS, completeness: { complete: true } });
  });

  it('stops asking at the limit', async () => {
    const job = await exporter.run(VIDEO_URL, { replies: true, limit: 10 });
    expect(job).toMatchObject({ status: 'done', exported: 10 });
    await expectQuietEnd(job);
  });
});

it('gives up threads that hang, many at once', async () => {
  const fault: Fault = { kind: 'hang' };
  openThreads(24, fault);
  world.addFault({ match: (request) => askedThread(request) !== null, fault });
  const job = await exporter.run(VIDEO_URL, { replies: true });
  expect(job).toMatchObject({
    status: 'done',
    errorCode: null,
    exported: THREADS,
    completeness: { missing: THREADS * REPLIES_PER_THREAD },
  });
  await expectQuietEnd(job);
});
