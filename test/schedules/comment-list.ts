import type { Simulator } from '#test/world/simulator.ts';

/** A comment of one person. */
export interface ListedComment {
  readonly id: number;
  text: string;
  /** Seconds since 1970. */
  readonly time: number;
}

const USER = 'writer';
export const LIST_URL = `https://news.ycombinator.com/threads?id=${USER}`;
const FIRST_TIME = 1_700_000_000;

/** So many comments, newest first, a minute apart. */
export function commentsOf(count: number): ListedComment[] {
  return Array.from({ length: count }, (_, index) => commentAt(count - index));
}

export function commentAt(number: number): ListedComment {
  return { id: 1_000_000 + number, text: `Comment ${number}`, time: FIRST_TIME + 60 * number };
}

/** Hacker News with the comments of one person, newest first, as they stand when they are asked for. */
export function commentListSimulator(list: { comments: readonly ListedComment[] }): Simulator {
  return ({ url }) => {
    if (url.hostname !== 'hn.algolia.com' || url.searchParams.get('tags') !== `comment,author_${USER}`) return null;
    const size = Number(url.searchParams.get('hitsPerPage'));
    const page = Number(url.searchParams.get('page'));
    const hits = list.comments.slice(page * size, (page + 1) * size).map(({ id, text, time }) => ({
      objectID: String(id),
      author: USER,
      created_at: new Date(time * 1000).toISOString(),
      created_at_i: time,
      comment_text: text,
      points: null,
      parent_id: 1,
      story_id: 1,
      story_title: 'A story',
    }));
    return { body: { hits, nbHits: list.comments.length, page, nbPages: Math.ceil(list.comments.length / size), hitsPerPage: size } };
  };
}
