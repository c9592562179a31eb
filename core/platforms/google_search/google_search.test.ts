import { describe, expect, it } from 'vitest';
import { PlatformRefusal } from '#core/contract/error.ts';
import google from '#core/platforms/google_search/index.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { claimIn, readAll } from '#test/platforms/read-all.ts';
import { type GoogleSearchParams, googleSearchSimulator } from '#core/platforms/google_search/simulator.ts';

const SEARCH = 'https://www.google.com/search?q=two+words&hl=en';

const world = (params: GoogleSearchParams = {}): FakeExchange[] => [{ match: /./, simulator: googleSearchSimulator(params) }];
const answering = (body: string) => readAll(google, SEARCH, [{ match: '/search', body }]);

const claimOf = (url: string) => {
  const [name, params = {}] = claimIn(google, url) ?? [];
  return name === undefined ? null : [name, params['url']];
};

describe('addresses', () => {
  it.each([
    [SEARCH, ['search', SEARCH]],
    ['http://google.de/search?q=a&start=10#top', ['search', 'https://google.de/search?q=a&start=10']],
    ['https://www.google.co.uk/search?as_q=a&as_qdr=y', ['search', 'https://www.google.co.uk/search?as_q=a&as_qdr=y']],
    ['https://www.google.com.br/advanced_search?as_epq=a+b&as_q=', ['advanced', 'https://www.google.com.br/search?as_epq=a+b&as_q=']],
    ['https://www.google.com/search?q=', null],
    ['https://www.google.com/', null],
    ['https://www.google.com/maps?q=a', null],
    ['https://www.google.zz/search?q=a', null],
    ['https://maps.google.com/search?q=a', null],
    ['https://google.com.evil.example/search?q=a', null],
  ] as const)('%s', (url, expected) => expect(claimOf(url)).toEqual(expected));
});

describe('results', () => {
  it('are numbered over all pages', async () => {
    const { items, total, session, doors, notes } = await readAll(google, SEARCH, world());
    expect(notes).toHaveLength(1);
    expect(items.map((item) => item.id)).toEqual(Array.from({ length: 34 }, (_, index) => String(index + 1)));
    expect(total).toBe(17_900);
    expect(doors).toEqual(['results page']);
    expect(session.urls).toEqual([SEARCH, ...[10, 20, 30].map((start) => `${SEARCH}&start=${start}`)]);
    expect(session.sent.map((request) => request.headers['cookie'])).toEqual(Array.from({ length: 4 }, () => 'SOCS=CAI'));
  });

  it('are asked for as pasted, from any page on', async () => {
    const { session, items, total } = await readAll(google, `${SEARCH}&start=20`, world());
    expect(session.urls[0]).toBe(`${SEARCH}&start=20`);
    expect(items[0]).toMatchObject({ id: '1', title: 'Result 20 & more' });
    expect(total).toBe(17_900);
  });

  it('have every field', async () => {
    const { items } = await readAll(google, SEARCH, world());
    expect(items[0]).toMatchObject({
      kind: 'result',
      parentId: null,
      author: { name: null },
      title: 'Result 0 & more',
      url: 'https://site0.example/page?a=1&b=0',
      text: 'Words of result 0 ...',
      createdAt: '2024-01-02T00:00:00.000Z',
      createdAtPrecision: 'day',
      relativeTime: null,
      likes: null,
      extra: { displayedUrl: 'https://site0.example › page', siteName: 'Site 0', page: 1 },
    });
    expect(items[1]).toMatchObject({
      text: 'Words of result 1 ...',
      createdAt: '2025-12-29T00:00:00.000Z',
      createdAtPrecision: 'day',
      relativeTime: '3 days ago',
    });
    expect(items[2]).toMatchObject({ text: 'Words of result 2 ...', createdAt: null, relativeTime: null });
    expect(items[3]?.url).toBe('https://site3.example/page?a=1&b=3');
    expect(items[33]?.extra['page']).toBe(4);
  });

  it('keep a dash that is no end of a date, and may lack everything but the link', async () => {
    const { items } = await answering(
      '<div id="search"><a href="https://a.example/"><h3>A</h3></a><div class="g"><a href="https://b.example/"><h3>B</h3></a><div class="IsZvec">One thing — and another</div></div></div>',
    );
    expect(items.map(({ title, text, extra }) => [title, text, extra])).toEqual([
      ['A', null, { page: 1 }],
      ['B', 'One thing — and another', { page: 1 }],
    ]);
  });

  it('may have their date on a line of its own, or where others have their address', async () => {
    const { items } = await answering(
      '<html lang="de"><div id="rso"><div class="g"><a href="https://a.example/"><h3>A</h3></a><div class="IsZvec"><div class="wuQ4Ob">18.09.2014<span> · </span>2 Antworten</div><div class="VwiC3b">Words</div></div></div>' +
        '<div class="g"><a href="https://b.example/"><h3>B</h3><cite>3 Antworten · vor 9 Jahren</cite></a></div></div></html>',
    );
    expect(items[0]).toMatchObject({ text: 'Words', createdAt: '2014-09-18T00:00:00.000Z', relativeTime: null });
    expect(items[1]).toMatchObject({ text: null, createdAtPrecision: 'year', relativeTime: 'vor 9 Jahren', extra: { page: 1 } });
  });

  it.each([
    ['Ungefähr 114.000.000 Ergebnisse<nobr>(0,25 Sek.)</nobr>', 114_000_000],
    ['Page 3 of about 1,230 results', 1_230],
    ['Environ 17 900 résultats', 17_900],
    ['約 17,900 件', 17_900],
    ['第 2 頁，約有 1,230 項結果', 1_230],
    ['', null],
  ])('count: %s', async (words, expected) => {
    const { total } = await answering(
      `<div id="result-stats">${words}</div><div id="rso"><a href="https://a.example/"><h3>A</h3></a></div>`,
    );
    expect(total).toBe(expected);
  });

  it('say where similar ones were left out', async () => {
    const { gaps } = await readAll(google, SEARCH, world({ leavesOut: true }));
    expect(gaps).toEqual([expect.objectContaining({ cause: 'hidden', count: 0 })]);
  });

  it.each(['nothing', 'nothingBut'] as const)('there may be none: %s', async (what) => {
    const { items, session } = await readAll(google, SEARCH, world({ instead: what }));
    expect(items).toEqual([]);
    expect(session.sent).toHaveLength(1);
  });
});

describe('refusals', () => {
  it.each([
    ['scripts', 'BLOCKED'],
    ['emptyFrame', 'BLOCKED'],
    ['forbidden', 'BLOCKED'],
  ] as const)('%s: %s', async (what, code) => {
    await expect(readAll(google, SEARCH, world({ instead: what }))).rejects.toMatchObject({ code });
  });

  it('a captcha is passed on', async () => {
    const exchanges = [{ match: /./, failure: new PlatformRefusal('CAPTCHA') }];
    await expect(readAll(google, SEARCH, exchanges)).rejects.toMatchObject({ code: 'CAPTCHA' });
  });

  it('a page that wants scripts is opened in the browser, and so are those behind it', async () => {
    const simulator = googleSearchSimulator({ results: 20 });
    const exchanges: FakeExchange[] = [
      { match: (request) => request.headers['cookie'] !== undefined, simulator: googleSearchSimulator({ instead: 'scripts' }) },
      { match: /./, simulator: (request) => simulator({ ...request, headers: { cookie: 'SOCS=CAI' } }) },
    ];
    const { items, doors, session } = await readAll(google, SEARCH, exchanges);
    expect(items).toHaveLength(20);
    expect(doors).toEqual(['results page, in the browser']);
    expect(session.sent.filter((request) => request.headers['cookie'] !== undefined)).toHaveLength(1);
  });
});
