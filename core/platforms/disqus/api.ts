import { z } from 'zod';
import { PlatformChanged, PlatformRefusal, ThrottledFailure, TransientFailure } from '#core/contract/error.ts';
import { refusalOf } from '#core/platform-api/refusal.ts';
import { postSchema } from '#core/platforms/disqus/post.ts';
import { checked, rowsOf } from '#core/platform-kit/checked.ts';
import type { PlatformRequest, Session } from '#core/platform-api/session.ts';

/** The public key that the embed of Disqus itself uses. */
const PUBLIC_KEY = 'E8Uh5l5fHZ6gD8U3KycjAIAk46f68Zw7C6eW8WSjZvCLXebZ7p0r1yrYDrLilk2F';
const API = 'https://disqus.com/api/3.0';
const PER_PAGE = 100;

export const cursorSchema = z.object({ hasNext: z.boolean().nullish(), next: z.string().nullish(), total: z.int().nullish() });
const statusSchema = z.object({ code: z.int(), response: z.unknown() });
const listSchema = z.object({ cursor: cursorSchema.nullish(), response: rowsOf(postSchema) });
type PostList = z.output<typeof listSchema>;

/**
 * A page of a list of posts.
 * @throws CommentdockError what the code of the answer means
 */
export async function askPosts(session: Session, path: string, query: NonNullable<PlatformRequest['query']>): Promise<PostList> {
  const answer = await session.fetch({
    url: `${API}/${path}`,
    query: { ...query, api_key: PUBLIC_KEY },
    headers: { referer: 'https://disqus.com/' },
    accept: [400, 401, 403, 404],
  });
  const status = answer.isJson ? checked(statusSchema, answer.json(z.unknown())).data : undefined;
  if (status !== undefined) checkCode(status);
  else if (answer.status !== 200) throw refusalOf(answer);
  return answer.json(listSchema);
}

/** The query of one page of 100, in the order that Disqus documents. */
export function pageQuery(after: string | null): NonNullable<PlatformRequest['query']> {
  return { limit: PER_PAGE, cursor: after ?? undefined };
}

/** @throws CommentdockError for every code but 0 */
export function checkCode({ code, response }: { readonly code: number; readonly response?: unknown }): void {
  if (code === 0) return;
  const said = typeof response === 'string' && response.trim() !== '' ? ` It said: "${response.slice(0, 200)}".` : '';
  switch (code) {
    case 2:
    case 8:
      throw new PlatformRefusal('NOT_FOUND', `Disqus knows no such thread, forum or person.${said}`);
    case 4:
      throw new PlatformRefusal('LOGIN_REQUIRED');
    case 11:
      throw new PlatformRefusal('BLOCKED', `Disqus does not let this key in.${said}`);
    case 13:
    case 14:
      throw new ThrottledFailure(`The calls of this hour are used up at Disqus. Retry later; what was fetched is kept.${said}`);
    case 15:
      throw new TransientFailure(`Disqus has a problem of its own.${said}`);
    default:
      throw new PlatformChanged('code', `Disqus answered with the code ${code}.${said}`);
  }
}
