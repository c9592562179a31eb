import { describe, expect, it } from 'vitest';
import { GAP_CAUSES } from '#core/contract/gap-cause.ts';
import {
  continuedLedger,
  EMPTY_LEDGER,
  type Ledger,
  originNote,
  presentLedger,
  withAbout,
  withDoor,
  withGaps,
} from '#core/engine/completeness.ts';
import { languageNotes } from '#core/engine/language-step.ts';
import { mediaNotes, NO_MEDIA } from '#core/engine/media-account.ts';
import { presentSentiment, sentimentNotes } from '#core/engine/sentiment-account.ts';

const DONE = { status: 'done', exported: 10, platformTotal: null, error: null, platform: 'forum' } as const;

describe('the summary of an export', () => {
  it('names each cause in words', () => {
    const ledger = withGaps(
      EMPTY_LEDGER,
      GAP_CAUSES.map((cause, at) => ({ cause, count: at + 1 })),
    );
    expect(presentLedger(ledger, DONE).summary).toBe(
      '10 items, the platform states no total. Missing: 1 deleted, 2 hidden by the platform, 3 left out by the options, 4 beyond the limit, 5 blocked or given up after retries, 6 shown only after a login, 7 under an id that another row has, 8 given in an unknown form, 9 not asked for before the end, 10 stated but not served.',
    );
  });

  it.each([
    [{ status: 'queueing' }, 'The export is not finished yet.'],
    [{ status: 'progress' }, 'The export is not finished yet.'],
    [{ status: 'stopped' }, 'Stopped with 10 items; what was fetched is kept.'],
    [{ status: 'error', error: null }, 'Failed with 10 items fetched: no reason given.'],
    [{ status: 'error', error: 'It is shut' }, 'Failed with 10 items fetched: It is shut.'],
    [{ status: 'error', error: 'Is it shut?' }, 'Failed with 10 items fetched: Is it shut?'],
    [{ platformTotal: 10 }, '10 items, the platform states 10. Nothing is known to be missing.'],
    [{ exported: 0, platformTotal: 3 }, '0 items, the platform states 3. Missing: 3 stated but not served.'],
  ] as const)('of %j: %s', (fields, summary) => {
    expect(presentLedger(EMPTY_LEDGER, { ...DONE, ...fields }).summary).toBe(summary);
  });

  it('is of nothing missing where the list was read and the limit left nothing', () => {
    const limited = presentLedger({ ...EMPTY_LEDGER, limitReached: true, surplus: 3 }, { ...DONE, platformTotal: 40 });
    expect(limited).toMatchObject({ gap: { limit: 30 }, missing: 30, complete: false });
    expect(presentLedger({ ...EMPTY_LEDGER, limitReached: true, surplus: 3 }, DONE)).toMatchObject({ gap: { limit: 3 }, missing: 3 });
  });
});

describe('what the ledger says of the way', () => {
  it('are the doors that answered, each once', () => {
    const ledger = ['front', 'back', 'front', undefined].reduce<Ledger>(withDoor, EMPTY_LEDGER);
    expect(presentLedger(ledger, DONE).doors).toEqual(['front', 'back']);
  });

  it('are the routes that were used, and why one was left; none where there were none', () => {
    const used = [
      { label: 'Oslo', end: 'cannot be reached' },
      { label: 'Berlin', end: null },
    ];
    expect(presentLedger({ ...EMPTY_LEDGER, route: { member: 'b', used } }, DONE).routes).toEqual(['Oslo: cannot be reached', 'Berlin']);
    expect(presentLedger(EMPTY_LEDGER, DONE)).not.toHaveProperty('routes');
  });

  it('is the platform that read it, where that is not the built-in one from beginning to end', () => {
    const of = (origin: string | undefined, notes: readonly string[]) => originNote(origin === undefined ? {} : { origin }, { notes });
    expect(of(undefined, ['A remark.'])).toEqual([]);
    const first = of('forum 1 of a pack', ['A remark.']);
    expect(first).toEqual(['Read by forum 1 of a pack.']);
    expect(of('forum 1 of a pack', first)).toEqual([]);
    const later = of(undefined, first);
    expect(later).toEqual(['Read by the built-in platform from here on: what the export began with is not in use any more.']);
    expect(of(undefined, [...first, ...later])).toEqual([]);
    expect(of('forum 2 of a pack', first)[0]).toMatch(/^Read by forum 2 of a pack from here on/);
  });
});

describe('what an answer says of the thing itself', () => {
  const aboutOf = (title: string | null, picture?: string | null) =>
    withAbout(EMPTY_LEDGER, picture === undefined ? { title } : { title, picture }).about;

  it('is a title of one line, the first there is', () => {
    expect(aboutOf('  Two\n\tlines \u0000 of it ')).toEqual({ title: 'Two lines of it' });
    expect([aboutOf(null), aboutOf(' \n '), withAbout(EMPTY_LEDGER, undefined).about]).toEqual([undefined, undefined, undefined]);
    const first = withAbout(EMPTY_LEDGER, { title: 'First' });
    expect(withAbout(first, { title: 'Second' })).toBe(first);
  });

  it('has 200 letters at most, each of them whole', () => {
    expect(aboutOf('😀'.repeat(200))?.title).toBe('😀'.repeat(200));
    expect(aboutOf('😀'.repeat(201))?.title).toBe(`${'😀'.repeat(199)}…`);
  });

  it('has a picture where that can be asked for', () => {
    expect(aboutOf('A', 'https://a.example/b.png')).toEqual({ title: 'A', picture: 'https://a.example/b.png' });
    const long = (length: number): string => `https://a.example/${'x'.repeat(length - 18)}`;
    expect(aboutOf('A', long(2_000))).toHaveProperty('picture');
    for (const picture of [null, 'http://a.example/b.png', 'data:image/png;base64,AA', 'no address', long(2_001)])
      expect(aboutOf('A', picture)).toEqual({ title: 'A' });
  });
});

describe('an export that goes on from another one', () => {
  it('takes over what that one knew, and accounts for what it holds, lacks and left out by language', () => {
    const before: Ledger = {
      ...withGaps(EMPTY_LEDGER, [{ cause: 'hidden', count: 2 }]),
      languages: { wanted: ['en'], leftOut: 4, unknown: 1 },
      repliesLeftOut: 5,
      repliesUntold: 6,
      datesPassed: true,
      about: { title: 'A' },
    };
    const ledger = continuedLedger({ guid: 'g', exported: 10, ledger: before });
    expect(ledger).toMatchObject({
      before: 16,
      repliesLeftOut: 5,
      repliesUntold: 6,
      datesPassed: true,
      about: { title: 'A' },
      seeded: false,
    });
    expect(ledger.notes).toEqual(['Continues the export g, which holds 10 items before these.']);
    const bare = continuedLedger({ guid: 'g', exported: 0, ledger: EMPTY_LEDGER });
    expect(bare).toMatchObject({ before: 0, repliesUntold: 0 });
    expect(Object.keys(bare)).not.toEqual(expect.arrayContaining(['datesPassed']));
    expect(Object.keys(bare)).not.toEqual(expect.arrayContaining(['about']));
  });
});

describe('remarks on further work', () => {
  it('say which rows their language left out', () => {
    expect(languageNotes(undefined)).toEqual([]);
    expect(languageNotes({ wanted: ['en'], leftOut: 0, unknown: 0 })).toEqual([]);
    expect(languageNotes({ wanted: ['en', 'de'], leftOut: 3, unknown: 0 })).toEqual([
      '3 items are left out by their language (wanted: en, de).',
    ]);
  });

  it('say how far a judging came that was given up', () => {
    const account = { name: 'n', label: 'a judge', state: 'incomplete', judged: 2, total: 5, unclassified: 1, shown: true } as const;
    expect(sentimentNotes({ ...account, note: null })).toEqual(['Sentiment was judged of 2 of 5 items: it was given up']);
    expect(sentimentNotes({ ...account, note: 'No credit.' })).toEqual(['Sentiment was judged of 2 of 5 items: No credit.']);
    expect(sentimentNotes({ ...account, state: 'done', note: null })).toEqual([]);
    expect([sentimentNotes(undefined), presentSentiment(undefined)]).toEqual([[], null]);
    expect(presentSentiment({ ...account, note: null })).toEqual({
      state: 'incomplete',
      judge: 'a judge',
      judged: 2,
      total: 5,
      unclassified: 1,
      note: null,
    });
  });

  it('say which files are here, what is lacking and why', () => {
    expect(mediaNotes(undefined)).toEqual([]);
    expect(mediaNotes({ ...NO_MEDIA, wanted: 2, fetched: 2, bytes: 1_540_000 })).toEqual(['Files of rows: 2 of 2, 1.5 MB.']);
    const lacks = { ceiling: 1, size: 0, refused: 2 };
    expect(mediaNotes({ wanted: 7, fetched: 2, bytes: 0, lacks, note: 'It was given up.' })).toEqual([
      'Files of rows: 2 of 7, 0.0 MB. Not here: 1 left out, as the ceiling was reached, 2 refused by their hosts, 2 not asked for before the end. It was given up.',
    ]);
  });
});
