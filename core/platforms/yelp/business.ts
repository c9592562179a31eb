import { CommentdockError, PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import { plainOrBrowser } from '#core/platform-kit/browser-door.ts';
import { parseHtml } from '#core/platform-kit/html-tree.ts';
import { refusalOf } from '#core/platform-api/refusal.ts';
import { percentEncoded } from '#core/platform-kit/web-address.ts';
import type { Answer, Session } from '#core/platform-api/session.ts';

export const SITE = 'https://www.yelp.com';
/** Pages that carry the id of a business, in the order in which they are tried. A wall stands before the first more often than before the others. */
const PAGES = ['biz', 'not_recommended_reviews', 'questions'] as const;
const ID_TAG = 'meta[name="yelp-biz-id"]';
const ID = /^[\w-]{22}$/;
const UPPER_CASE = /[A-Z]/;

/** The id of a business, where the address gives that in the place of its name, which is lower case. */
export function idIn(business: string): string | null {
  return ID.test(business) && UPPER_CASE.test(business) ? business : null;
}

export function pageOf(business: string, page: (typeof PAGES)[number] = 'biz'): string {
  return `${SITE}/${page}/${percentEncoded(business)}`;
}

/**
 * The id by which the API knows a business.
 * @throws CommentdockError NOT_FOUND; CAPTCHA, BLOCKED where every page that has it is walled; PLATFORM_CHANGED
 */
export async function idOf(session: Session, business: string): Promise<string> {
  const { value } = await plainOrBrowser(session, 'the pages of yelp', {
    plain: () => idOnPages(session, business),
    browser: async () => idOn(await session.page({ url: pageOf(business), ready: { selector: ID_TAG }, accept: 'any' })),
  });
  return value;
}

/** @throws CommentdockError what the first page that is shut says */
async function idOnPages(session: Session, business: string): Promise<string> {
  const shut: CommentdockError[] = [];
  for (const page of PAGES) {
    try {
      const isFirst = page === PAGES[0];
      return idOn(await session.fetch({ url: pageOf(business, page), accept: 'any', ...(isFirst ? {} : { tries: 'once' }) }));
    } catch (error) {
      const isAnswer = error instanceof CommentdockError;
      if (!isAnswer || (error.code === 'NOT_FOUND' && page === PAGES[0])) throw error;
      shut.push(error);
    }
  }
  throw shut[0] ?? new PlatformRefusal('BLOCKED');
}

function idOn(answer: Answer): string {
  if (answer.status !== 200) throw refusalOf(answer);
  const id = parseHtml(answer.text).first(ID_TAG)?.attribute('content') ?? '';
  if (id === '') throw new PlatformChanged(ID_TAG);
  return id;
}
