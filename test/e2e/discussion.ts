import type { Simulator } from '#test/world/simulator.ts';

/** A discussion as a test wants it. */
interface Discussion {
  readonly story: number;
  /** Threads of three, one a day: a comment of `asks`, a reply of `answers`, and a reply of `asks` to that. */
  readonly threads: number;
  readonly asks: string;
  readonly answers: string;
  /** Seconds since 1970. */
  readonly from: number;
}

const DAY = 86_400;
const PRAISE = '<p>I love this wonderful concert, great sound 😍';
const BLAME = '<p>I hate this awful queue, terrible refund 😡';

export function addressOf({ story }: Pick<Discussion, 'story'>): string {
  return `https://news.ycombinator.com/item?id=${story}`;
}

/** What the window calls it once an answer has told. */
export function titleOf({ story }: Pick<Discussion, 'story'>): string {
  return `A concert, part ${story}`;
}

/** Hacker News with these discussions: every second thread praises, the others blame. */
export function discussionSimulator(all: readonly Discussion[]): Simulator {
  return ({ url }) => {
    const id = Number(/^\/api\/v1\/items\/(\d+)$/.exec(url.pathname)?.[1]);
    const found = url.hostname === 'hn.algolia.com' ? all.find(({ story }) => story === id) : undefined;
    if (found !== undefined) return { body: treeOf(found) };
    return url.hostname === 'hacker-news.firebaseio.com' ? { body: '90', headers: { 'content-type': 'application/json' } } : null;
  };
}

function treeOf({ story, threads, asks, answers, from }: Discussion): object {
  const node = (at: number, author: string, fields: object): object => ({
    id: story + 1 + at,
    created_at: new Date((from + DAY * Math.floor(at / 3)) * 1_000).toISOString(),
    created_at_i: from + DAY * Math.floor(at / 3),
    type: 'comment',
    author,
    text: Math.floor(at / 3) % 2 === 0 ? PRAISE : BLAME,
    title: null,
    url: null,
    points: null,
    story_id: story,
    options: [],
    ...fields,
  });
  const children = Array.from({ length: threads }, (_, thread) => {
    const at = thread * 3;
    const deepest = node(at + 2, asks, { parent_id: story + at + 2, children: [] });
    const reply = node(at + 1, answers, { parent_id: story + at + 1, children: [deepest] });
    return node(at, asks, { parent_id: story, children: [reply] });
  });
  return {
    id: story,
    created_at: new Date(from * 1_000).toISOString(),
    type: 'story',
    author: 'maker',
    title: titleOf({ story }),
    text: null,
    points: 7,
    children,
  };
}
