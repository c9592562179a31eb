import { describe, expect, it } from 'vitest';
import wikipedia from '#core/platforms/wikipedia/index.ts';
import { type WikipediaParams, wikipediaSimulator } from '#core/platforms/wikipedia/simulator.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { claimIn, readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { wholeItem } from '#test/platforms/whole-item.ts';

const TALK = 'https://en.wikipedia.org/wiki/Talk:Cats';
const API = 'https://en.wikipedia.org/w/api.php?';
const play = (url = TALK, options: RunOptions = {}, params: WikipediaParams = {}) =>
  readAll(wikipedia, url, [{ match: '', simulator: wikipediaSimulator(params) }], options);
const codeOf = (exchange: Partial<FakeExchange>, url = TALK): Promise<unknown> =>
  readAll(wikipedia, url, [{ match: '', ...exchange }]).then(
    ({ items }) => `${items.length} items`,
    (error: { code: string }) => error.code,
  );
const threadsOf = (...threaditemshtml: readonly object[]) => ({ discussiontoolspageinfo: { threaditemshtml } });

describe('wikipedia: addresses', () => {
  const host = 'en.wikipedia.org';
  it.each([
    ['https://en.wikipedia.org/wiki/Talk:Cats_%26_dogs?x=1#c-Somebody', ['page', { host, title: 'Talk:Cats_&_dogs' }]],
    ['en.m.wikipedia.org/wiki/AC/DC', ['page', { host, title: 'AC/DC' }]],
    ['https://en.wikipedia.org/wiki/Spec_Ops:_The_Line', ['page', { host, title: 'Spec_Ops:_The_Line' }]],
    ['https://en.wikipedia.org/wiki/File:Cat.jpg', ['page', { host, title: 'File:Cat.jpg' }]],
    ['https://en.wikipedia.org/wiki/Cats?action=history', ['history', { host, title: 'Cats' }]],
    ['https://en.wikipedia.org/w/index.php?title=Cats&oldid=12', ['page', { host, title: 'Cats' }]],
    ['https://en.wikipedia.org/w/index.php?title=Cats&action=history', ['history', { host, title: 'Cats' }]],
    ['https://en.wikipedia.org/wiki/Special:Contributions/Some_body/x', ['contributions', { host, user: 'Some_body/x' }]],
    [
      'https://fr.wikipedia.org/wiki/Sp%C3%A9cial:Contributions/192.0.2.1',
      ['contributions', { host: 'fr.wikipedia.org', user: '192.0.2.1' }],
    ],
    ['https://es.wikipedia.org/wiki/Especial:Contribuciones/Alguien', ['contributions', { host: 'es.wikipedia.org', user: 'Alguien' }]],
    ['https://en.wikipedia.org/wiki/User:Contributor/Archive', ['page', { host, title: 'User:Contributor/Archive' }]],
    ['https://zh.wikipedia.org/zh-hant/Talk:%E8%B2%93', ['page', { host: 'zh.wikipedia.org', title: 'Talk:貓' }]],
    ['https://sr.wikipedia.org/sr-latn/Mačka', ['page', { host: 'sr.wikipedia.org', title: 'Mačka' }]],
    ['https://zh-min-nan.wikipedia.org/wiki/Niau', ['page', { host: 'zh-min-nan.wikipedia.org', title: 'Niau' }]],
    [
      'https://commons.m.wikimedia.org/wiki/Commons:Village_pump',
      ['page', { host: 'commons.wikimedia.org', title: 'Commons:Village_pump' }],
    ],
    ['https://m.wikidata.org/wiki/Q1', ['page', { host: 'www.wikidata.org', title: 'Q1' }]],
    ['https://www.mediawiki.org/wiki/Talk:A', ['page', { host: 'www.mediawiki.org', title: 'Talk:A' }]],
    ['https://de.wikivoyage.org/wiki/Diskussion:Rom', ['page', { host: 'de.wikivoyage.org', title: 'Diskussion:Rom' }]],
    ...[
      [
        'https://en.wikipedia.org/',
        'https://en.wikipedia.org/wiki/',
        'https://www.wikipedia.org/wiki/Cats',
        'https://m.wikipedia.org/wiki/Cats',
      ],
      ['https://en.wikipedia.org/?curid=12', 'https://en.wikipedia.org/w/index.php?oldid=12', 'https://en.wikipedia.org/w/api.php?title=A'],
      ['https://en.wikipedia.org/wiki/Special:RecentChanges', 'https://de.wikipedia.org/wiki/Spezial:Beitr%C3%A4ge/X', 'https://w.wiki/3a'],
      ['https://foundation.wikimedia.org/wiki/A', 'https://en.wikipedia.org.evil.example/wiki/A', 'https://en.notwikipedia.org/wiki/A'],
    ]
      .flat()
      .map((url): [string, null] => [url, null]),
  ])('%s', (url, claim) => expect(claimIn(wikipedia, url)).toEqual(claim));
});

describe('wikipedia: what is talked about', () => {
  it('comes whole, below its headings, an answer behind what it answers', async () => {
    const { items, total, doors, session } = await play(TALK, { replies: true });
    expect([items.length, total, doors]).toEqual([54, 54, ['API of the wiki']]);
    expect(session.urls).toEqual([
      `${API}action=discussiontoolspageinfo&page=Talk%3ACats&prop=threaditemshtml&excludesignatures=1&format=json&formatversion=2`,
    ]);
    expect(session.sent[0]?.headers).toMatchObject({ 'user-agent': expect.stringMatching(/^Commentdock /) });
    expect(items[0]).toEqual(
      wholeItem({
        id: 'c-User_1-2024-05-01T00:01:00Z-Section_0',
        kind: 'comment',
        author: { username: 'User 1', url: 'https://en.wikipedia.org/wiki/User:User_1' },
        text: 'Comment 1, see dogs.\n\nfirst\nsecond',
        createdAt: '2024-05-01T00:01:00.000Z',
        createdAtPrecision: 'minute',
        replyCount: 1,
        title: 'Section 0 & more',
        url: 'https://en.wikipedia.org/wiki/Talk:Cats#c-User_1-2024-05-01T00:01:00Z-Section_0',
        extra: { level: 1, headingId: 'h-Section_0' },
      }),
    );
    expect(items.slice(0, 4).map(({ id, parentId }) => [id.slice(2, 14), parentId?.slice(2, 10) ?? null])).toEqual([
      ['User_1-2024-', null],
      ['User_2-2024-', 'User_1-2'],
      ['192.0.2.3-20', 'User_2-2'],
      ['User_11-2024', null],
    ]);
    expect(items.filter(({ title }) => title === 'Section 100 & more').map(({ parentId }) => parentId)).toEqual([null, null, null]);
    expect(items.find(({ author }) => author.username === '192.0.2.23')).toMatchObject({ kind: 'reply', replyCount: 0 });
    expect(items.find(({ author }) => author.name !== null)?.author).toMatchObject({ name: 'The User 11', username: 'User 11' });
  });

  it('is its first level by the same request', async () => {
    const { items, total, session } = await play();
    expect([items.length, total, session.urls.length]).toEqual([30, 54, 1]);
    expect(items.every(({ parentId }) => parentId === null)).toBe(true);
  });

  it('stands on the talk page where the page itself is none', async () => {
    const { items, session } = await play('https://en.m.wikipedia.org/wiki/Cats');
    expect(items).toHaveLength(30);
    expect(items[0]?.url).toMatch(/^https:\/\/en\.wikipedia\.org\/wiki\/Talk:Cats#c-/);
    expect(session.urls[1]).toBe(`${API}action=query&titles=Cats&prop=info&inprop=associatedpage&format=json&formatversion=2`);
    expect(session.urls[2]).toContain('page=Talk%3ACats&');
  });

  it.each(['Dogs', 'Talk:Dogs'])('is nothing where nobody talks (%s)', async (title) => {
    const { items, session } = await play(`https://en.wikipedia.org/wiki/${title}`);
    expect([items, session.urls.length]).toEqual([[], title === 'Dogs' ? 3 : 2]);
  });

  it('may have no signature, and may stand above all headings', async () => {
    const comment = { type: 'comment', id: 'c-1', replies: [] };
    const { items, total } = await readAll(wikipedia, TALK, [
      { match: '', body: threadsOf({ type: 'heading', id: 'h-', html: '', replies: [comment] }, { ...comment, id: 'c-2' }) },
    ]);
    const extra = (id: string) => ({ id, kind: 'comment' as const, replyCount: 0, url: `${TALK}#${id}` });
    expect(items).toEqual([wholeItem({ ...extra('c-1'), extra: { headingId: 'h-' } }), wholeItem(extra('c-2'))]);
    expect(total).toBeNull();
  });
});

describe('wikipedia: what was changed', () => {
  it.each([
    ['https://en.wikipedia.org/w/index.php?title=Cats&action=history', {}],
    ['https://en.wikipedia.org/wiki/Cats', { tweets: true }],
  ])('on a page, to the last answer (%s)', async (url, options) => {
    const { items, total, session } = await play(url, options);
    expect([items.length, total]).toEqual([1200, null]);
    expect(session.urls).toEqual(
      ['', '&rvcontinue=at%7C500&continue=%7C%7C', '&rvcontinue=at%7C1000&continue=%7C%7C'].map(
        (more) =>
          `${API}action=query&titles=Cats&prop=revisions&rvlimit=500&rvprop=${encodeURIComponent('ids|timestamp|user|userid|comment|size|tags|flags')}${more}&format=json&formatversion=2`,
      ),
    );
    expect(items[1]).toEqual(
      wholeItem({
        id: '10198',
        kind: 'post',
        author: { username: 'User 1198', id: '1198', url: 'https://en.wikipedia.org/wiki/User:User_1198' },
        text: '/* Top */ change 1198 & more',
        title: 'Cats',
        createdAt: '2024-05-01T19:58:00.000Z',
        createdAtPrecision: 'second',
        url: 'https://en.wikipedia.org/w/index.php?diff=10198',
        extra: { parentRevision: '10197', size: 2198, minor: false, tags: [] },
      }),
    );
    expect(items.find(({ id }) => id === '10195')?.author).toMatchObject({ username: '2001:db8::1', id: null });
    expect(items.find(({ id }) => id === '10157')).toMatchObject({ author: { username: null, id: null, url: null }, text: null });
    expect((await play(url, { ...options, sort: 'old' })).items[0]?.id).toBe('9000');
  });

  it('by a user', async () => {
    const { items, session } = await play('https://en.wikipedia.org/wiki/Special:Contributions/Somebody');
    expect([items.length, session.urls.length]).toEqual([1200, 3]);
    expect(items[0]).toMatchObject({ title: 'Page 1199', author: { username: 'Somebody', id: '5' }, extra: { sizeDiff: -1199 } });
    expect(session.urls[0]).toContain('list=usercontribs&ucuser=Somebody&uclimit=500&ucprop=ids%7Ctitle%7C');
    const { session: oldest } = await play('https://en.wikipedia.org/wiki/Special:Contributions/Somebody', { sort: 'old' });
    expect(oldest.urls[0]).toContain('&ucdir=newer&');
  });

  it('is nothing of a page that is not there', async () => {
    await expect(play('https://en.wikipedia.org/wiki/Birds', { tweets: true })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('wikipedia: what wikis refuse', () => {
  const error = (code: string): Partial<FakeExchange> => ({ body: { error: { code, info: 'x' } } });
  it.each([
    [error('nosuchrevid'), 'NOT_FOUND'],
    [error('missingtitle'), 'NOT_FOUND'],
    [error('invalidtitle'), 'NOT_FOUND'],
    [error('nosuchuser'), 'NOT_FOUND'],
    [error('readapidenied'), 'LOGIN_REQUIRED'],
    [error('permissiondenied'), 'LOGIN_REQUIRED'],
    [error('ratelimited'), 'RATE_LIMITED'],
    [error('maxlag'), 'NETWORK'],
    [error('internal_api_error_DBQueryError'), 'NETWORK'],
    [error('unknown_action'), 'PLATFORM_CHANGED'],
    [error('something'), 'PLATFORM_CHANGED'],
    [{ status: 429, body: 'Too many requests' }, 'RATE_LIMITED'],
    [{ status: 403, body: 'Please set a user-agent' }, 'BLOCKED'],
    [{ status: 503, body: '' }, 'NETWORK'],
    [{ body: {} }, 'PLATFORM_CHANGED'],
    [{ body: '<html></html>' }, 'PLATFORM_CHANGED'],
  ])('%j', async (exchange, code) => expect(await codeOf(exchange)).toBe(code));
});
