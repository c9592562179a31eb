import { describe, expect, it } from 'vitest';
import { itemSchema } from '#core/contract/item.ts';
import linkedin from '#core/platforms/linkedin/index.ts';
import { loadPlatforms } from '#core/platforms/registry.ts';
import { readAll, type RunOptions } from '#test/platforms/read-all.ts';
import { linkedInSimulator, type LinkedInParams } from '#core/platforms/linkedin/simulator.ts';

const LOGIN = { li_at: 'a', JSESSIONID: '"ajax:42"' };
const PERSON = 'https://www.linkedin.com/in/somebody/recent-activity/all/';
const COMPANY = 'https://www.linkedin.com/company/example-company/posts/?feedView=all';
const CALLS = [
  'voyagerFeedDashProfileUpdates.4af00b28d60ed0f1488018948daad822',
  'voyagerFeedDashOrganizationalPageUpdates.827e11d165078dd7a5afaf1cba734121',
];
const play = (url: string, params: LinkedInParams = {}, options: RunOptions = {}, cookies: Record<string, string> = LOGIN) =>
  readAll(linkedin, url, [{ match: '', simulator: linkedInSimulator(params) }], options, cookies);

describe('linkedin: posts of a person', () => {
  it('reads page by page, by the mark of each, until there is none', async () => {
    const run = await play(PERSON);
    expect([run.items.length, run.session.urls.length, run.doors, run.gaps]).toEqual([70, 3, ['web API'], []]);
    expect(run.session.urls[1]).toContain('(count:50,start:0,profileUrn:urn%3Ali%3Afsd_profile%3AACoAASomebody)');
    expect(run.session.urls[2]).toContain('start:50,profileUrn:urn%3Ali%3Afsd_profile%3AACoAASomebody,paginationToken:at-50');
    expect((await play('https://de.linkedin.com/in/somebody', { posts: 3 }, { tweets: true })).items).toHaveLength(3);
  });

  it('has every field', async () => {
    const { items } = await play(PERSON, { posts: 5 });
    expect(itemSchema.strict().parse(items[0])).toMatchObject({
      id: expect.stringMatching(/^\d{19}$/),
      kind: 'post',
      author: { name: 'Some Body', id: '42', url: 'https://www.linkedin.com/in/somebody', avatarUrl: 'https://media.example/large/me.jpg' },
      text: 'Post 0 & more\n#tag',
      createdAt: '2026-08-01T12:00:00.000Z',
      likes: 2,
      replyCount: 0,
      url: expect.stringMatching(/^https:\/\/www\.linkedin\.com\/posts\/somebody_post-activity-\d{19}-AbCd$/),
      media: [{ type: 'image', url: 'https://media.example/large/0.jpg' }],
      extra: { headline: 'Works here', shares: 0, reactions: { LIKE: 1, PRAISE: 1 } },
    });
    expect(items[1]).toMatchObject({ title: 'Link 1', extra: { link: 'https://example.org/1' }, media: [] });
    expect(items[2]?.media).toEqual([{ type: 'video', url: 'https://films.example/2-720.mp4' }]);
    expect(items[4]).toMatchObject({ author: { name: 'Someone else' }, extra: { header: 'Some Body reposted this' } });
  });

  it('needs nobody to look up an id', async () => {
    const id = 'ACoAABcdefghijklmnopqrstuvwx';
    const run = await readAll(linkedin, `https://www.linkedin.com/in/${id}/`, [{ match: '', status: 429 }], {}, LOGIN).catch(
      (error: { code: string }) => error.code,
    );
    expect(run).toBe('RATE_LIMITED');
  });

  it('never asks the older address, which answers nobody any more', async () => {
    const exchanges = [{ match: 'profileUpdatesV2', failure: new Error('it was asked') }];
    const simulator = linkedInSimulator({ queryIds: [] });
    await expect(readAll(linkedin, PERSON, [...exchanges, { match: '', simulator }], {}, LOGIN)).rejects.toMatchObject({
      code: 'PLATFORM_CHANGED',
    });
  });

  it('refuses', async () => {
    await expect(play(PERSON, {}, {}, {})).rejects.toMatchObject({ code: 'LOGIN_REQUIRED' });
    await expect(play('https://www.linkedin.com/in/nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const empty = await play(PERSON, { posts: 0 });
    expect(empty.items).toEqual([]);
  });
});

describe('linkedin: posts of a company', () => {
  it('reads them by its name', async () => {
    const run = await play(COMPANY);
    expect([run.items.length, run.session.urls.length, run.doors]).toEqual([70, 2, ['older web API']]);
    expect(itemSchema.strict().parse(run.items[2])).toMatchObject({
      author: { id: '1337', name: 'Some Body' },
      text: 'Post 2',
      title: 'Link 2',
      createdAt: '2026-08-01T10:00:00.000Z',
      likes: 2,
      replyCount: 1,
      url: expect.stringContaining('https://www.linkedin.com/feed/update/urn:li:activity:'),
      extra: { shares: 0, link: 'https://example.org/2' },
    });
  });

  it('takes the call of the page where that address is gone, also of a school', async () => {
    const run = await play('https://www.linkedin.com/school/example-company', { hasAddresses: false, queryIds: CALLS });
    expect([run.items.length, run.session.urls.length, run.doors]).toEqual([70, 4, ['web API']]);
    expect(run.session.urls[2]).toContain('organizationalPageUrn:urn%3Ali%3Afsd_organizationalPage%3A1337');
  });

  it('refuses', async () => {
    await expect(play('https://www.linkedin.com/company/none')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(play(COMPANY, {}, {}, {})).rejects.toMatchObject({ code: 'LOGIN_REQUIRED' });
  });
});

describe('linkedin: lists that it does not show', () => {
  it.each(['https://www.linkedin.com/in/somebody', COMPANY])('%s', async (url) => {
    const registry = await loadPlatforms();
    expect(() => registry.choose(url, { followers: true })).toThrow(/who run it/);
    expect(() => registry.choose(url, { following: true })).toThrow(/whom somebody follows/);
  });
});
