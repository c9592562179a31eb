import { describe, expect, it } from 'vitest';
import { itemSchema } from '#core/contract/item.ts';
import linkedin from '#core/platforms/linkedin/index.ts';
import { loadPlatforms } from '#core/platforms/registry.ts';
import { engineRuns } from '#test/platforms/engine-run.ts';
import { readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { linkedInSimulator, type LinkedInParams, POST_URL } from '#core/platforms/linkedin/simulator.ts';

const engineRun = engineRuns();

const LOGIN = { li_at: 'a', JSESSIONID: '"ajax:42"' };
const PERSON = 'https://www.linkedin.com/in/somebody/recent-activity/all/';
const play = (url: string, params: LinkedInParams, options: RunOptions = {}) =>
  readAll(linkedin, url, [{ match: '', simulator: linkedInSimulator({ calls: 'gone', ...params }) }], options, LOGIN);

// What a click or a scroll brings needs a browser: test/network/browser/linkedin-pages.test.ts.
describe('linkedin without its calls', () => {
  it.each(['march', 'may'] as const)('reads comments and their answers from the page, with the markup of %s', async (markup) => {
    const { items, total, doors } = await play(POST_URL, { comments: 9, markup }, { replies: true });
    expect([items.length, total, doors]).toEqual([9 + 3 * 2, 9, ['rendered page']]);
    const [first, reply] = items.map((item) => itemSchema.strict().parse(item));
    expect(first).toMatchObject({
      kind: 'comment',
      parentId: null,
      author: { name: 'Member 1000', url: 'https://www.linkedin.com/in/member-1000' },
      text: 'Words of 1000',
      createdAt: '2026-07-31T19:20:00.000Z',
      likes: null,
    });
    expect(reply).toMatchObject({ kind: 'reply', parentId: first?.id, text: 'Words of 100000' });
    expect(items[3]).toMatchObject({ text: 'Words of 1001', author: { url: 'https://www.linkedin.com/company/1001/' }, likes: 1 });
    expect((await play(POST_URL, { comments: 9, markup })).items).toHaveLength(9);
  });

  it.each(['march', 'may'] as const)('reads posts from the page of a person, with the markup of %s', async (markup) => {
    const { items, doors } = await play(PERSON, { posts: 5, markup });
    expect([items.length, doors]).toEqual([5, ['rendered page']]);
    expect(itemSchema.strict().parse(items[1])).toMatchObject({
      id: expect.stringMatching(/^\d{19}$/) as string,
      kind: 'post',
      author: { name: 'Some Body', url: 'https://www.linkedin.com/in/somebody' },
      text: 'Post 1 and a few words more',
      createdAt: '2026-08-01T11:00:00.000Z',
      likes: 3,
      replyCount: 1,
    });
  });

  it('has no comments where the page has none, and says so of a page that is none of a post', async () => {
    expect((await play(POST_URL, { comments: 0 })).items).toEqual([]);
    const exchanges = [
      { match: '/voyager/', status: 400 },
      { match: '', body: '<html><main>Something else</main></html>' },
    ];
    await expect(readAll(linkedin, POST_URL, exchanges, {}, LOGIN)).rejects.toMatchObject({ code: 'PLATFORM_CHANGED' });
  });
});

it('loses one comment of the page for visitors where one is of another form', async () => {
  const registry = await loadPlatforms();
  const comment = ['One', 'Two', 'Three', 'Four', 5].map((text) => ({ text, author: { name: `By ${text}` } }));
  const body = `<script type="application/ld+json">${JSON.stringify({ '@type': 'SocialMediaPosting', commentCount: 5, comment })}</script>`;
  const options = { replies: false, sort: null, limit: 100, minTimestamp: null, maxTimestamp: null, countries: [] };
  const run = await engineRun({ ...registry.choose(POST_URL, {}), world: () => () => Promise.resolve({ body }), options });
  expect(run.items.map(({ text }) => text)).toEqual(['One', 'Two', 'Three', 'Four']);
  expect(run.completeness).toMatchObject({ missing: 1, gap: { unreadable: 1 } });
});
