import { describe, expect, it } from 'vitest';
import type { Incremental } from '#core/contract/incremental.ts';
import { type JobOptions, jobOptionsSchema, type Selector, SELECTORS } from '#core/contract/options.ts';
import type { ExportRow, PlatformDefinition } from '#core/platform-api/define.ts';
import { board, boardNetwork, newestFirst } from '#test/engine/board-platform.ts';
import { openEngineRoom } from '#test/engine/engine-room.ts';
import { SERIES } from '#test/engine/incremental-run.ts';
import { playedJudge } from '#test/engine/played-judge.ts';

const POOL = '6f9619ff-8b86-4011-b42d-00c04fc964ff';
const OTHER_LIST = { chooses: 'other rows', wish: true } as const;

/** For every option of a schedule (`cursor` is refused there): whether a change of it chooses other rows, and a wish that is not the default. */
const CHANGES: {
  readonly [Name in keyof Required<Omit<JobOptions, 'cursor'>>]: {
    readonly chooses: 'other rows' | 'the same rows';
    readonly wish: JobOptions[Name];
  };
} = {
  limit: { chooses: 'the same rows', wish: 50 },
  replies: { chooses: 'other rows', wish: true },
  likes: OTHER_LIST,
  shares: OTHER_LIST,
  followers: OTHER_LIST,
  following: OTHER_LIST,
  tweets: OTHER_LIST,
  live: OTHER_LIST,
  facebookAds: OTHER_LIST,
  advanced: OTHER_LIST,
  vpn: { chooses: 'the same rows', wish: 'Berlin' },
  pool: { chooses: 'the same rows', wish: POOL },
  minTimestamp: { chooses: 'other rows', wish: 1 },
  maxTimestamp: { chooses: 'other rows', wish: 4_000_000_000 },
  cookies: { chooses: 'the same rows', wish: { session: 'value' } },
  userAgent: { chooses: 'the same rows', wish: 'Mozilla/5.0 (made up)' },
  account: { chooses: 'the same rows', wish: 'my second one' },
  incremental: { chooses: 'the same rows', wish: true },
  keepRaw: { chooses: 'the same rows', wish: true },
  gentle: { chooses: 'the same rows', wish: true },
  window: { chooses: 'the same rows', wish: true },
  filter: { chooses: 'the same rows', wish: { sentiment: true, language: true } },
  layout: { chooses: 'the same rows', wish: { columns: ['Comment'] } },
  media: { chooses: 'the same rows', wish: 'images' },
  mediaMb: { chooses: 'the same rows', wish: 5 },
  sort: { chooses: 'other rows', wish: 'top' },
  countries: { chooses: 'other rows', wish: ['DE'] },
};

/** A board with every list, and with sorts. */
function fullBoard(): PlatformDefinition {
  const { platform } = board(newestFirst(20));
  const rows = Object.fromEntries(['own', ...SELECTORS].map((name): [string, ExportRow] => [name, { type: 'comments' }]));
  const [thread] = platform.targets;
  if (thread === undefined) throw new Error('the board has a target');
  return { ...platform, targets: [{ ...thread, exports: rows }], sorts: ['new', 'top'] };
}

/** What a run under other options than the one before builds on. */
async function secondRun(former: JobOptions, later: JobOptions): Promise<'builds on it' | 'begins anew'> {
  const windows = { lacking: () => null, hasPassed: () => false, close: async () => undefined, forget: async () => undefined };
  await using room = openEngineRoom({ platforms: [fullBoard()], network: { ...boardNetwork(), windows }, sentiment: playedJudge() });
  const previous: (Incremental['previous_guid'] | undefined)[] = [];
  for (const options of [former, later]) {
    const selector = SELECTORS.find((name: Selector) => options[name] === true);
    const { guid } = await room.createOne({
      platform: 'board',
      options,
      byHand: true,
      series: SERIES,
      ...(selector === undefined ? {} : { selector }),
    });
    const job = await Promise.race([room.until(guid, 'finished'), room.until(guid, 'failed')]);
    expect(job.error).toBeNull();
    previous.push(job.incremental?.previous_guid);
  }
  expect(previous[0]).toBeNull();
  return previous[1] === null ? 'begins anew' : 'builds on it';
}

describe('a change of the platform', () => {
  it('begins anew, be the targets of both called the same', async () => {
    const platforms = ['board', 'panel'].map((id) => ({ ...fullBoard(), id }));
    await using room = openEngineRoom({ platforms, network: boardNetwork() });
    for (const platform of ['board', 'panel']) {
      const { guid } = await room.createOne({ platform, series: SERIES });
      const job = await Promise.race([room.until(guid, 'finished'), room.until(guid, 'failed')]);
      expect(job, platform).toMatchObject({ error: null, incremental: { previous_guid: null, new: 20 } });
    }
  });
});

describe('a change of options', () => {
  it('is decided for every option that there is', () => {
    expect(Object.keys(CHANGES).toSorted()).toEqual(Object.keys(jobOptionsSchema.omit({ cursor: true }).shape).toSorted());
  });

  it.each(Object.entries(CHANGES))('%s: %o', async (name, { chooses, wish }) => {
    const expected = chooses === 'other rows' ? 'begins anew' : 'builds on it';
    expect(await secondRun({}, { [name]: wish })).toBe(expected);
    expect(await secondRun({ [name]: wish }, {})).toBe(expected);
  });

  it('that says the same in other words chooses the same rows', async () => {
    const wordings: readonly (readonly [JobOptions, JobOptions])[] = [
      [{}, { replies: false, followers: false, gentle: false }],
      [{ countries: ['DE', 'de', 'FR'] }, { countries: ['de', 'fr'] }],
      [{}, { sort: 'controversial' }],
      [{ filter: { language: ['en', 'de'] } }, { filter: { language: ['de', 'en'], sentiment: true } }],
    ];
    for (const [one, other] of wordings) expect(await secondRun(one, other), JSON.stringify(other)).toBe('builds on it');
  });

  it('of the wanted languages chooses others', async () => {
    expect(await secondRun({ filter: { language: ['en'] } }, { filter: { language: ['de'] } })).toBe('begins anew');
  });
});
