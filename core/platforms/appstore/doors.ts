import { z } from 'zod';
import { type CommentdockError, PlatformChanged } from '#core/contract/error.ts';
import type { Storefront } from '#core/platforms/appstore/cursor.ts';
import { refusalOf } from '#core/platforms/kit/refusal.ts';
import { countSchema } from '#core/platforms/kit/wire.ts';
import type { Answer, PlatformRequest, Session } from '#core/platforms/session.ts';

const lookupSchema = z.object({
  resultCount: z.int(),
  results: z.array(z.object({ userRatingCount: countSchema.nullish() })).nullish(),
});

/** A door that answered 200 in a known form, or what its answer means. */
export type Door<T> = { readonly value: T } | { readonly refusal: CommentdockError; readonly status: number };

/** What Apple knows of an app in a storefront. */
export interface KnownApp {
  readonly exists: boolean;
  /** With and without words; null where it does not say. */
  readonly ratings: number | null;
}

/** Asks the look-up, which alone tells an app without reviews from none. */
export function lookUp({ app, country }: Pick<Storefront, 'app' | 'country'>, session: Session): Promise<Door<KnownApp>> {
  return knock(session, { url: 'https://itunes.apple.com/lookup', query: { id: app, country } }, (answer) => {
    const { resultCount, results } = answer.json(lookupSchema);
    return { exists: resultCount > 0, ratings: results?.[0]?.userRatingCount ?? null };
  });
}

/** One request to a door that may be shut. A wire that breaks is no answer: that error is thrown. */
export async function knock<T>(session: Session, request: PlatformRequest, read: (answer: Answer) => T): Promise<Door<T>> {
  const answer = await session.fetch({ ...request, accept: 'any' });
  if (answer.status !== 200) return { refusal: refusalOf(answer), status: answer.status };
  try {
    return { value: read(answer) };
  } catch (error) {
    if (error instanceof PlatformChanged) return { refusal: error, status: answer.status };
    throw error;
  }
}
