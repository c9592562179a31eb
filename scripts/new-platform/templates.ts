/** What a platform is called in its files. */
export interface PlatformNames {
  readonly id: string;
  /** For people. */
  readonly name: string;
  /** Of the made-up site. */
  readonly host: string;
  /** Prefix of types. */
  readonly type: string;
  /** The function of its simulator. */
  readonly simulator: string;
}

/** `paper_boats`: Paper Boats, paper-boats.example, paperBoatsSimulator. */
export function namesOf(id: string): PlatformNames {
  const words = id.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  const type = words.join('');
  return {
    id,
    name: words.join(' '),
    host: `${id.replaceAll('_', '-')}.example`,
    type,
    simulator: `${type.charAt(0).toLowerCase()}${type.slice(1)}Simulator`,
  };
}

export function platformText({ id, name, host, type }: PlatformNames): string {
  return `// ${name}: a made-up JSON API, to be replaced by the door of the real site. Fragile: say here what may break first.
import { z } from 'zod';
import type { Item } from '#core/contract/item.ts';
import { definePlatform, type PastedUrl } from '#core/platform-api/define.ts';
import { rowsOf } from '#core/platform-kit/checked.ts';
import { isoFromText } from '#core/platform-kit/dates.ts';
import { isHost } from '#core/platform-kit/host.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { type NamedPlace, targetsOf } from '#core/platform-kit/place.ts';
import { percentEncoded } from '#core/platform-kit/web-address.ts';
import type { PlatformRequest } from '#core/platform-api/session.ts';

const HOST = '${host}';
const COMMENTS_PER_PAGE = 100;

const commentSchema = z.object({
  id: z.string().min(1),
  author: z.string().nullish(),
  text: z.string().nullish(),
  created_at: z.string().nullish(),
  likes: z.int().nullish(),
});
type Comment = z.infer<typeof commentSchema>;

const listSchema = z.object({ total: z.int().min(0).nullish(), comments: rowsOf(commentSchema), next: z.string().min(1).nullish() });

type ${type}Cursor = {
  readonly post: string;
  /** What the page before gave; null for the first one. */
  readonly after: string | null;
};

const target = targetsOf(placeAt);

export default definePlatform<${type}Cursor>({
  id: '${id}',
  name: '${name}',
  homepage: \`https://\${HOST}\`,
  description: 'Comments below a post.',
  category: 'social',
  recorded: null,
  comparedWith: [],
  targets: [target('post', { own: { type: 'comments' } }, [\`\${HOST}/posts/<id>\`], [\`https://\${HOST}/posts/1000\`])],
  hosts: [\`.\${HOST}\`],
  cookies: { need: 'none', domains: [] },
  pace: { perSecond: 1, concurrency: 2 },

  start({ params }) {
    return [{ cursor: { post: params['post'] ?? '', after: null }, role: 'page' }];
  },

  async fetchPage(cursor, session) {
    const list = await session.json(listSchema, listRequest(cursor));
    return {
      items: list.comments.map((comment) => toItem(comment, cursor.post)),
      next: list.next ? [{ cursor: { ...cursor, after: list.next }, role: 'page' }] : [],
      ...(cursor.after === null ? { total: list.total ?? null } : {}),
      door: 'API',
    };
  },
});

/** What an address names: the target, and what tells it from others of its kind. */
function placeAt(url: PastedUrl): NamedPlace<'post'> | null {
  const [kind, post, ...rest] = url.segments;
  if (!isHost(url, HOST) || kind !== 'posts' || post === undefined || rest.length > 0) return null;
  return /^\\d+$/.test(post) ? { kind: 'post', params: { post } } : null;
}

function listRequest({ post, after }: ${type}Cursor): PlatformRequest {
  return { url: \`https://\${HOST}/api/posts/\${post}/comments\`, query: { limit: COMMENTS_PER_PAGE, after: after ?? undefined } };
}

function toItem(comment: Comment, post: string): Item {
  const username = orNull(comment.author);
  return makeItem({
    id: comment.id,
    kind: 'comment',
    author: { username, url: username === null ? null : \`https://\${HOST}/users/\${percentEncoded(username)}\` },
    text: comment.text ?? null,
    createdAt: isoFromText(comment.created_at),
    likes: comment.likes ?? null,
    url: \`https://\${HOST}/posts/\${post}#comment-\${comment.id}\`,
  });
}
`;
}

export function simulatorText({ name, host, type, simulator }: PlatformNames): string {
  return `import type { Simulator } from '#test/world/simulator.ts';

export interface ${type}Params {
  /** Comments below the post. Default 25. */
  readonly comments?: number;
  /** Id of the post; others are not known. Default \`1000\`. */
  readonly post?: string;
  /** Most comments of one page, whatever is asked for. Default 10. */
  readonly pageSize?: number;
}

const NEWEST_MS = Date.UTC(2026, 0, 1, 12);

/** ${name} with one post and the comments below it, newest first. */
export function ${simulator}(params: ${type}Params = {}): Simulator {
  const { comments: count = 25, post = '1000', pageSize = 10 } = params;
  return ({ url }) => {
    if (url.hostname !== '${host}') return null;
    if (url.pathname !== \`/api/posts/\${post}/comments\`) return { status: 404, body: { error: 'not found' } };
    const first = Number(url.searchParams.get('after') ?? 0);
    const last = Math.min(count, first + Math.min(pageSize, Number(url.searchParams.get('limit'))));
    const comments = Array.from({ length: Math.max(0, last - first) }, (_, place) => comment(first + place));
    return { body: { total: count, comments, next: last < count ? String(last) : null } };
  };
}

/** \`index\` 0 is the newest. */
function comment(index: number): object {
  return {
    id: String(9_000_000 - index),
    author: \`reader\${index % 7}\`,
    text: \`Comment \${index}\\nin two lines\`,
    created_at: new Date(NEWEST_MS - index * 60_000).toISOString(),
    likes: index % 11,
  };
}
`;
}

export function exportsText({ id, simulator }: PlatformNames): string {
  return `import platform from '#core/platforms/${id}/index.ts';
import { ${simulator} } from '#core/platforms/${id}/simulator.ts';
import type { OwnExport } from '#test/world/simulated-export.ts';

/** What its simulator can answer from the first request to the last; small, and of several pages: the first example of each target. */
export default platform.targets.map(({ examples: [url] }): OwnExport => ({ url, world: () => ${simulator}() }));
`;
}

export function testText({ id, host, simulator }: PlatformNames): string {
  return `import { describe, expect, it } from 'vitest';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import platform from '#core/platforms/${id}/index.ts';
import { ${simulator} } from '#core/platforms/${id}/simulator.ts';
import type { FakeExchange } from '#test/platforms/fake-session.ts';
import { chooseFor, readAll } from '#test/platforms/read-all.ts';

const POST = 'https://${host}/posts/1000';
const simulated = (comments: number): FakeExchange[] => [{ match: '', simulator: ${simulator}({ comments }) }];
const answer = (body: unknown): FakeExchange[] => [{ match: '/api/posts/1000/comments', body }];

describe('${id}: URLs', () => {
  it.each([POST, 'http://www.${host}/posts/1000/', '${host}/posts/1000?utm_source=x#comment-7'])('takes %s', (url) => {
    expect(chooseFor(platform, url)).toMatchObject({ target: 'post', params: { post: '1000' }, type: 'comments' });
  });

  it.each(['https://${host}', 'https://${host}/posts', 'https://${host}/posts/x', 'https://${host}/posts/1/edit', 'https://not${host}/posts/1000'])(
    'leaves %s alone',
    (url) => {
      expect(platform.targets.every((target) => target.match(parsePastedUrl(url)) === null)).toBe(true);
    },
  );
});

describe('${id}: pages', () => {
  it('reads all of them and the total', async () => {
    const { items, total, session } = await readAll(platform, POST, simulated(25));
    expect(items).toHaveLength(25);
    expect(total).toBe(25);
    expect(session.urls).toHaveLength(3);
    expect(session.urls[1]).toBe('https://${host}/api/posts/1000/comments?limit=100&after=10');
  });

  it('takes a post without comments as an empty list', async () => {
    expect(await readAll(platform, POST, simulated(0))).toMatchObject({ items: [], total: 0 });
  });
});

describe('${id}: values', () => {
  it('has every field', async () => {
    const comment = { id: '7', author: 'ann', text: ' One \\r\\ntwo ', created_at: '2026-01-02T03:04:05+01:00', likes: 3 };
    const { items } = await readAll(platform, POST, answer({ total: 1, comments: [comment] }));
    expect(items).toMatchObject([
      {
        id: '7',
        kind: 'comment',
        parentId: null,
        author: { username: 'ann', url: 'https://${host}/users/ann', name: null },
        text: 'One\\ntwo',
        createdAt: '2026-01-02T02:04:05.000Z',
        likes: 3,
        url: 'https://${host}/posts/1000#comment-7',
      },
    ]);
  });

  it('makes nothing up', async () => {
    const { items, total } = await readAll(platform, POST, answer({ comments: [{ id: '7' }] }));
    expect(items).toMatchObject([{ author: { username: null, url: null }, text: null, createdAt: null, createdAtPrecision: null, likes: null }]);
    expect(total).toBeNull();
  });
});

describe('${id}: refusals', () => {
  it('knows a post that is not there', async () => {
    await expect(readAll(platform, 'https://${host}/posts/7', simulated(1))).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('names the place where the form has changed', async () => {
    const changed = readAll(platform, POST, answer({ comments: [{ id: 7 }] }));
    await expect(changed).rejects.toMatchObject({ code: 'PLATFORM_CHANGED', path: expect.stringContaining('comments.0.id') as string });
  });
});
`;
}
