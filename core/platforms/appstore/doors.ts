import { z } from 'zod';
import type { Storefront } from '#core/platforms/appstore/cursor.ts';
import { type Door, knock } from '#core/platform-kit/knock.ts';
import { countSchema } from '#core/platform-kit/wire.ts';
import type { Session } from '#core/platform-api/session.ts';

const lookupSchema = z.object({
  resultCount: z.int(),
  results: z.array(z.object({ userRatingCount: countSchema.nullish() })).nullish(),
});

/** What Apple knows of an app in a storefront. */
interface KnownApp {
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
