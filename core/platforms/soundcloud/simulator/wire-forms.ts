import type { FakeExchange } from '#test/platforms/fake-session.ts';

export const TRACK = 'https://soundcloud.com/some-body/a-track';
export const USER = 'https://soundcloud.com/some-body';
export const API = 'https://api-v2.soundcloud.com';

/** The site's front page fails, so that the public client id is taken. */
export const home: FakeExchange = { match: /^https:\/\/soundcloud\.com\/$/, status: 503 };
/** What resolving a track answers. */
export const trackIs = (rest: object = {}): FakeExchange => ({
  match: 'api-widget',
  body: { kind: 'track', id: 11, commentable: true, comment_count: 8, ...rest },
});
/** What resolving a user answers. */
export const userIs: FakeExchange = { match: 'api-widget', body: { kind: 'user', id: 22, followers_count: 30, followings_count: 40 } };
/** A page of any list. */
export const page = (match: string, collection: object[], next: string | null = null): FakeExchange => ({
  match,
  body: { collection, next_href: next },
});
/** A user as SoundCloud delivers it. */
export const person = (id: number, rest: object = {}) => ({
  id,
  kind: 'user',
  username: `shown ${id}`,
  full_name: `Full ${id}`,
  permalink: `person-${id}`,
  permalink_url: `https://soundcloud.com/person-${id}`,
  avatar_url: `https://i1.sndcdn.com/${id}.jpg`,
  verified: true,
  description: `about ${id}`,
  created_at: '2014-01-01T00:00:00Z',
  ...rest,
});
/** A comment as SoundCloud delivers it. */
export const comment = (id: number, rest: object = {}) => ({
  kind: 'comment',
  id,
  body: `text ${id}`,
  created_at: '2024-09-01T17:45:16Z',
  timestamp: 1000,
  user: person(id),
  ...rest,
});
/** The address of a request to the API, without host and client id; by default of the last one. */
export const listUrl = (run: { readonly session: { readonly urls: readonly string[] } }, index = -1) =>
  (run.session.urls.at(index) ?? '').replace(/&?client_id=\w+/, '').replace(API, '');
