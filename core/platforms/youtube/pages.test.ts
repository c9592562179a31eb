import { describe, expect, it } from 'vitest';
import { IncompleteAnswer } from '#core/contract/error.ts';
import type { RepliesCursor } from '#core/platforms/youtube/cursor.ts';
import youtube from '#core/platforms/youtube/index.ts';
import { FakeSession } from '#test/platforms/fake-session.ts';
import { readAll } from '#test/platforms/read-all.ts';
import {
  api,
  discovered,
  entity,
  fetchFirst,
  FIRST,
  firstPage,
  header,
  laterPage,
  moreButton,
  oldComment,
  oldThread,
  spinner,
  thread,
  VIDEO,
  WATCH_URL,
} from '#core/platforms/youtube/answers.setup.ts';

const replies: RepliesCursor = { at: 'replies', of: { video: VIDEO }, token: 'R1', parent: 'Aa' };

describe('youtube: pages', () => {
  it('reads the answers of a list in order: a page, its replies, the next page', async () => {
    const [a, b, c] = [entity('Aa', { replies: '12' }), entity('Bb'), entity('Cc')];
    const [r1, r2] = [entity('Aa.1'), entity('Aa.2')];
    const run = await readAll(
      youtube,
      WATCH_URL,
      [
        discovered,
        api(
          'next',
          { continuation: 'T1' },
          firstPage(
            header(),
            [thread(a.view, { contents: [spinner('R1')] }), thread(b.view), { commentFilterContextViewModel: {} }, spinner('T2')],
            [...a.mutations, ...b.mutations],
          ),
        ),
        api('next', { continuation: 'R1' }, laterPage([{ commentViewModel: r1.view }, moreButton('R2')], r1.mutations)),
        api('next', { continuation: 'R2' }, laterPage([{ commentViewModel: { commentViewModel: r2.view } }], r2.mutations)),
        api('next', { continuation: 'T2' }, laterPage([thread(c.view)], c.mutations)),
      ],
      { replies: true },
    );
    expect(run.items.map((item) => [item.id, item.kind, item.parentId])).toEqual([
      ['Aa', 'comment', null],
      ['Bb', 'comment', null],
      ['Aa.1', 'reply', 'Aa'],
      ['Aa.2', 'reply', 'Aa'],
      ['Cc', 'comment', null],
    ]);
    expect(run.items[2]?.url).toBe(`${WATCH_URL}&lc=Aa.1`);
    expect(run.session.sent.map((request) => (JSON.parse(request.body) as { continuation?: string }).continuation)).toEqual([
      undefined,
      'T1',
      'R1',
      'R2',
      'T2',
    ]);
  });

  it('asks for replies only where they are wanted, at most ten at once', async () => {
    const [a, b] = [entity('Aa', { replies: '3' }), entity('Bb', { replies: '1.2K' })];
    const answer = firstPage(
      header(),
      [thread(a.view, { contents: [spinner('R1')] }), thread(b.view, { contents: [spinner('R2')] })],
      [...a.mutations, ...b.mutations],
    );
    expect((await fetchFirst(answer)).next).toEqual([]);
    expect((await fetchFirst(answer, { replies: true })).next).toEqual([
      { role: 'replies', under: 'Aa', expect: 3, cursor: replies },
      { role: 'replies', under: 'Bb', expect: 10, cursor: { ...replies, token: 'R2', parent: 'Bb' } },
    ]);
  });

  it('finds the replies of answers of 2020 and shows those that stand in the thread already', async () => {
    const shown = { teaserContents: [oldComment('Aa.1')], continuations: [{ nextContinuationData: { continuation: 'R1' } }] };
    const page = await fetchFirst(firstPage(header(), [oldThread(oldComment('Aa', { replyCount: 3 }), shown)]), { replies: true });
    expect(page.items.map((item) => [item.id, item.parentId])).toEqual([
      ['Aa', null],
      ['Aa.1', 'Aa'],
    ]);
    expect(page.next).toEqual([{ role: 'replies', under: 'Aa', expect: 2, cursor: replies }]);
  });

  it('reads replies that nest', async () => {
    const [a, b, c, d, e] = [
      entity('Aa', { replies: '5' }),
      entity('Aa.1', { replies: '2' }),
      entity('Aa.2'),
      entity('Aa.3'),
      entity('Aa.4'),
    ];
    const nested = thread(b.view, { subThreads: [thread(c.view), spinner('R-inner')] });
    const run = await readAll(
      youtube,
      WATCH_URL,
      [
        discovered,
        api(
          'next',
          { continuation: 'T1' },
          firstPage(
            header(),
            [thread(a.view, { subThreads: [nested, spinner('R-outer')] })],
            [...a.mutations, ...b.mutations, ...c.mutations],
          ),
        ),
        api('next', { continuation: 'R-inner' }, laterPage([thread(d.view)], d.mutations)),
        api('next', { continuation: 'R-outer' }, laterPage([thread(e.view)], e.mutations)),
      ],
      { replies: true },
    );
    expect(run.items.map((item) => [item.id, item.parentId])).toEqual([
      ['Aa', null],
      ['Aa.1', 'Aa'],
      ['Aa.2', 'Aa.1'],
      ['Aa.3', 'Aa.1'],
      ['Aa.4', 'Aa'],
    ]);
    expect(
      (await fetchFirst(firstPage(header(), [thread(a.view, { subThreads: [nested] })], [...a.mutations, ...b.mutations, ...c.mutations])))
        .items,
    ).toHaveLength(1);
  });

  it('puts a flat reply under the comment that its id begins with', async () => {
    const [own, foreign] = [entity('Aa.1'), entity('Zz.1')];
    const rows = [{ commentViewModel: own.view }, { commentViewModel: foreign.view }];
    const session = new FakeSession([api('next', { continuation: 'R1' }, laterPage(rows, [...own.mutations, ...foreign.mutations]))]);
    expect((await youtube.fetchPage(replies, session)).items.map((item) => item.parentId)).toEqual(['Aa', 'Zz']);
    expect((await youtube.fetchPage({ ...replies, parent: 'Aa.9' }, session)).items.map((item) => item.parentId)).toEqual(['Aa.9', 'Aa.9']);
  });

  it('reads the newest first where that is asked for: the first page gives total and order, its rows are left to come again', async () => {
    const [top, newest] = [entity('Top'), entity('New')];
    const run = await readAll(
      youtube,
      WATCH_URL,
      [
        discovered,
        api('next', { continuation: 'T1' }, firstPage(header(), [thread(top.view), spinner('T2')], top.mutations)),
        api(
          'next',
          { continuation: 'NEW' },
          firstPage({ commentsHeaderRenderer: {} }, [thread(newest.view), thread(top.view)], [...newest.mutations, ...top.mutations]),
        ),
      ],
      { sort: 'new' },
    );
    expect(run.items.map((item) => item.id)).toEqual(['New', 'Top']);
    expect(run.total).toBe(1234);
    const sorted = await youtube.fetchPage({ ...FIRST, token: 'NEW', stage: 'sorted', newestFirst: true }, run.session);
    expect(sorted).toMatchObject({ dateOrder: 'newestFirst' });
  });

  it('keeps the order it has where there is no menu', async () => {
    const top = entity('Top');
    const page = await fetchFirst(firstPage({ commentsHeaderRenderer: {} }, [thread(top.view), spinner('T2')], top.mutations), {
      sort: 'new',
    });
    expect(page.items).toHaveLength(1);
    expect(page.next).toMatchObject([{ role: 'page', cursor: { token: 'T2', stage: 'later', newestFirst: false } }]);
  });

  it('asks for the comment that the URL points at, and keeps it first in every order', async () => {
    const [linked, top] = [entity('Link', { replies: '1' }), entity('Top')];
    const url = `${WATCH_URL}&lc=Link.9`;
    const run = await readAll(
      youtube,
      url,
      [
        discovered,
        api(
          'next',
          { continuation: 'T1' },
          firstPage(
            header(),
            [thread(linked.view, { contents: [spinner('R1')] }), thread(top.view)],
            [...linked.mutations, ...top.mutations],
          ),
        ),
        api('next', { continuation: 'NEW' }, firstPage(header(), [thread(top.view)], top.mutations)),
      ],
      { sort: 'new' },
    );
    expect(run.items.map((item) => item.id)).toEqual(['Link', 'Top']);
    expect(JSON.parse(run.session.sent[0]?.body ?? '')).toMatchObject({ videoId: VIDEO, params: 'egZMaW5rLjmiAgPAAQA%3D' });
  });

  it('builds the parameter of a link as YouTube does', async () => {
    const session = new FakeSession([discovered]);
    await youtube.fetchPage({ at: 'video', video: VIDEO, link: 'UgwSOM0QHBLysE3vZE54AaABAg' }, session);
    expect(JSON.parse(session.sent[0]?.body ?? '')).toMatchObject({ params: 'ehpVZ3dTT00wUUhCTHlzRTN2WkU1NEFhQUJBZ6ICA8ABAA%3D%3D' });
  });
});

describe('youtube: lists that are not delivered', () => {
  const without = {
    onResponseReceivedEndpoints: [{ loadMarkersCommand: {} }],
    contents: { twoColumnWatchNextResults: {} },
    frameworkUpdates: { entityBatchUpdate: { mutations: [{ entityKey: 'x', type: 'ENTITY_MUTATION_TYPE_DELETE' }] } },
  };

  it('fails where the first page is none', async () => {
    await expect(fetchFirst(without)).rejects.toMatchObject({ name: 'PlatformChanged' });
    await expect(fetchFirst({})).rejects.toMatchObject({ name: 'PlatformChanged' });
  });

  it('calls any later one incomplete', async () => {
    const session = new FakeSession([api('next', {}, without)]);
    await expect(youtube.fetchPage({ ...FIRST, stage: 'later' }, session)).rejects.toBeInstanceOf(IncompleteAnswer);
    await expect(youtube.fetchPage(replies, session)).rejects.toBeInstanceOf(IncompleteAnswer);
  });

  it('ends a list whose token has grown too long', async () => {
    const session = new FakeSession([api('next', {}, 'too long', { status: 413 })]);
    for (const cursor of [replies, { ...FIRST, stage: 'later' }] as const) {
      const page = await youtube.fetchPage(cursor, session);
      expect(page).toMatchObject({ items: [], gaps: [{ cause: 'notServed' }] });
      expect(page.next).toBeUndefined();
    }
  });
});
