import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Item } from '#core/contract/item.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import type { SlicedWork } from '#core/engine/long-work-ports.ts';
import type { ItemState } from '#core/engine/ports.ts';
import { makeItem } from '#core/platform-api/item.ts';
import type { Connection } from '#core/store/connection.ts';
import { readDataset } from '#core/store/dataset.ts';
import { openWriting } from '#core/store/place.ts';
import { type EngineSide, openEngineStore } from '#core/store/store.ts';
import { lacksLanguages, shownJudge } from '#core/store/verdict-reader.ts';
import { ownFolder } from '#test/own.ts';
import { inFolder } from '#test/store/in-folder.ts';
import { insertJob } from '#test/store/stored-job.ts';

type Fields = Partial<Item> & { readonly id: string; readonly state?: ItemState };

const GOOD = { sentiment: 'positive', score: 0.9, language: 'en' } as const;

let store: EngineSide;
let connection: Connection;

beforeEach(() => {
  const place = inFolder(ownFolder('verdicts'));
  store = openEngineStore(place);
  connection = openWriting(place);
});
afterEach(() => {
  connection.close();
  store.close();
});

/** An export with one page for each list of items. */
function exportOf(...pages: readonly (readonly Fields[])[]): JobRecord {
  const job = insertJob(store);
  const run = store.run(job.id);
  store.transaction(() => {
    for (const [at, items] of pages.entries()) {
      const readKey = `k${at}`;
      const pageId = run.addPage(readKey, at);
      for (const [position, { state = 'kept', ...fields }] of items.entries())
        run.addItem({ pageId, readKey, position }, makeItem({ kind: 'comment', text: `text of ${fields.id}`, ...fields }), state);
    }
  });
  return job;
}

function seqsOf(job: JobRecord): readonly number[] {
  return [
    ...connection
      .prepare<[number], number>('SELECT seq FROM items JOIN pages ON pages.id = page_id WHERE job_id = ? ORDER BY seq')
      .pluck()
      .all(job.id),
  ];
}

function judged(job: JobRecord, judge: string, sentiment: 'positive' | 'unclassified' = 'positive', seqs = seqsOf(job)): void {
  store.transaction(() =>
    store.sentiments(job.id).save(
      judge,
      seqs.map((seq) => ({ seq, ...GOOD, sentiment })),
    ),
  );
}

/** Shows what a judge said. */
function shown(job: JobRecord, name: string, isShown = true): JobRecord {
  const sentiment = { name, label: name, state: 'complete', judged: 1, total: 1, unclassified: 0, note: null, shown: isShown } as const;
  return store.jobs.update(job.id, { ledger: { ...store.jobs.ledger(job.id), sentiment: sentiment as never } });
}

/** In how many slices it was done. */
function doAll(work: SlicedWork): number {
  using all = work;
  let slices = 1;
  while (store.transaction(() => all.doSome())) slices += 1;
  return slices;
}

const verdictsOf = (job: JobRecord): readonly unknown[] =>
  connection
    .prepare<[number]>(
      `SELECT items.id, judge, sentiment, score, language FROM verdicts JOIN items USING (seq) JOIN pages ON pages.id = page_id
       WHERE job_id = ? ORDER BY seq, judge`,
    )
    .all(job.id);
const rowsOf = (job: JobRecord): readonly Item[] =>
  [...readDataset(connection, { id: job.id, limit: 100, order: 'served' }).chunks()].flat();

describe('what was judged of an export', () => {
  it('is kept of one judge alone, and counted', () => {
    const job = exportOf([{ id: '1' }, { id: '2' }], [{ id: '3', state: 'filtered' }]);
    const other = exportOf([{ id: '1' }]);
    judged(other, 'a');
    const [one = 0, two = 0, three = 0] = seqsOf(job);
    const sentiments = store.sentiments(job.id);
    expect(sentiments.tally('a')).toEqual({ judged: 0, unclassified: 0 });
    judged(job, 'a', 'unclassified', [one]);
    judged(job, 'a', 'positive', [two]);
    expect([sentiments.unjudged([three, two, one], 'a'), sentiments.unjudged([one], 'b')]).toEqual([[three], [one]]);
    expect([sentiments.tally('a'), sentiments.tally('b')]).toEqual([
      { judged: 2, unclassified: 1 },
      { judged: 0, unclassified: 0 },
    ]);
    judged(job, 'b', 'positive', [one]);
    expect([sentiments.tally('a').judged, sentiments.tally('b').judged]).toEqual([1, 1]);
    store.transaction(() => sentiments.save('b', [{ seq: one, sentiment: 'negative', score: null, language: null }]));
    store.transaction(() => sentiments.save('a', [{ seq: two, sentiment: 'neutral', score: 0.5 }]));
    expect(verdictsOf(job)).toEqual([
      { id: '1', judge: 'b', sentiment: 'negative', score: null, language: '' },
      { id: '2', judge: 'a', sentiment: 'neutral', score: 0.5, language: null },
    ]);
  });

  it('is asked of its words and what the platform says of their language', () => {
    const job = exportOf([
      { id: '1', title: 'Title', text: 'words', language: 'de' },
      { id: '2', text: '' },
    ]);
    const sentiments = store.sentiments(job.id);
    expect(sentiments.texts([...seqsOf(job), 99_999])).toEqual([
      { text: 'Title\nwords', language: 'de' },
      { text: '', language: null },
      { text: '', language: null },
    ]);
    expect([[...sentiments.rows({ limit: 1, order: 'served' })], sentiments.size({ limit: 9 })]).toEqual([
      seqsOf(job).slice(0, 1),
      { rows: 2, replies: 0 },
    ]);
  });

  it('may leave rows out, until they are let in again', () => {
    const job = exportOf([{ id: '1' }, { id: '2' }], [{ id: '3' }], [{ id: '4', state: 'filtered' }]);
    const sentiments = store.sentiments(job.id);
    judged(job, 'a');
    const before = sentiments.tally('a').judged;
    store.transaction(() => sentiments.leaveOut(seqsOf(job).slice(1)));
    expect([rowsOf(job).map(({ id }) => id), sentiments.tally('a').judged]).toEqual([['1'], before - 2]);
    expect(doAll(sentiments.readmission())).toBe(3);
    expect(rowsOf(job).map(({ id }) => id)).toEqual(['1', '2', '3']);
  });

  it('is asked for once, and what was cut off is known by its judge', () => {
    const [job, other] = [exportOf([{ id: '1' }]), exportOf([{ id: '1' }])];
    const [sentiments, others] = [store.sentiments(job.id), store.sentiments(other.id)];
    store.transaction(() => {
      sentiments.addRequest({ key: 'x', seqs: [1, 2] }, 'a');
      sentiments.addRequest({ key: 'y', seqs: [3] }, 'b');
      sentiments.addRequest({ key: 'z', seqs: [] }, 'a');
      others.addRequest({ key: 'theirs', seqs: [4] }, 'b');
      sentiments.dropRequest('z');
    });
    expect(sentiments.cutOff('a')).toEqual([{ key: 'x', seqs: [1, 2] }]);
    expect([sentiments.cutOff('b'), others.cutOff('b')]).toEqual([[], [{ key: 'theirs', seqs: [4] }]]);
  });

  it('is taken over from an earlier export where the words are the same', () => {
    const former = exportOf([{ id: 'same' }, { id: 'text' }], [{ id: 'title', title: 'old' }, { id: 'gone' }, { id: 'other judge' }]);
    const job = exportOf(
      [{ id: 'new' }, { id: 'title', title: 'new' }, { id: 'other judge' }],
      [
        { id: 'text', text: 'edited' },
        { id: 'same', likes: 5 },
      ],
    );
    const [last] = seqsOf(former).slice(-1);
    judged(former, 'a');
    store.transaction(() => store.sentiments(former.id).save('b', [{ seq: last ?? 0, ...GOOD }]));
    const inheritance = () => store.sentiments(job.id).inheritance(former.id, 'a');
    expect([doAll(inheritance()), doAll(inheritance())]).toEqual([4, 4]);
    expect(verdictsOf(job)).toEqual([{ id: 'same', judge: 'a', ...GOOD }]);
    const none = exportOf();
    expect(doAll(store.sentiments(none.id).inheritance(none.id, 'a'))).toBe(1);
  });
});

describe('what files say of it', () => {
  it('is what its judge said, once they may show it, beside what the platform says', () => {
    const job = exportOf([{ id: '1', language: 'fr' }, { id: '2' }, { id: '3' }, { id: '4' }]);
    const [one = 0, two = 0, three = 0] = seqsOf(job);
    judged(job, 'a', 'positive', [one, two]);
    store.transaction(() => store.sentiments(job.id).save('a', [{ seq: three, sentiment: 'neutral', score: null, language: null }]));
    expect([shownJudge(connection, job.id), rowsOf(job).map(({ language }) => language)]).toEqual([null, ['fr', null, null, null]]);
    shown(job, 'a', false);
    expect(shownJudge(connection, job.id)).toBeNull();
    shown(job, 'a');
    expect(shownJudge(connection, job.id)).toBe('a');
    expect(rowsOf(job).map(({ language, extra }) => [language, extra['sentiment'], extra['sentimentScore']])).toEqual([
      ['fr', 'positive', 0.9],
      ['en', 'positive', 0.9],
      [null, 'neutral', null],
      [null, undefined, undefined],
    ]);
    shown(job, 'b');
    expect(rowsOf(job).map(({ extra }) => extra['sentiment'])).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('lacks a language where neither the platform nor the judge has told one of some text', () => {
    const pages = Array.from({ length: 45 }, (_, at): readonly Fields[] => [{ id: `i${at}` }]);
    const job = exportOf(
      [
        { id: 'said', language: 'fr' },
        { id: 'silent', text: null },
      ],
      ...pages,
    );
    expect(lacksLanguages(connection, job.id)).toBe(true);
    shown(job, 'a');
    expect(lacksLanguages(connection, job.id)).toBe(true);
    judged(job, 'a', 'positive', seqsOf(job).slice(2, -1));
    expect(lacksLanguages(connection, job.id)).toBe(true);
    const last = seqsOf(job).at(-1) ?? 0;
    store.transaction(() => store.sentiments(job.id).save('a', [{ seq: last, sentiment: 'neutral', score: null, language: null }]));
    expect(lacksLanguages(connection, job.id)).toBe(false);
    shown(job, 'b');
    expect(lacksLanguages(connection, job.id)).toBe(true);
    expect(lacksLanguages(connection, shown(exportOf(), 'a').id)).toBe(false);
  });
});

it('what is asked of an export that has ended is kept until that very thing is done', () => {
  const [first, second] = [exportOf(), exportOf()];
  const wish = (format: 'csv' | 'json') => ({ sentiment: true, language: false, format });
  const { reprocessings } = store;
  reprocessings.set(second.id, wish('csv'));
  reprocessings.set(first.id, wish('csv'));
  reprocessings.set(first.id, wish('json'));
  expect([reprocessings.of(first.id), reprocessings.of(-1)]).toEqual([wish('json'), null]);
  expect(reprocessings.all()).toEqual([
    { guid: first.guid, wish: wish('json') },
    { guid: second.guid, wish: wish('csv') },
  ]);
  reprocessings.drop(first.id, wish('csv'));
  expect(reprocessings.of(first.id)).toEqual(wish('json'));
  reprocessings.drop(first.id, wish('json'));
  expect(reprocessings.all().map(({ guid }) => guid)).toEqual([second.guid]);
});
