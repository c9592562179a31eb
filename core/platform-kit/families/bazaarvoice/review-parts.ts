// Shops that keep their reviews with Bazaarvoice: parts of a review that go by other names at each of them and mean the same.
import { text } from '#core/platform-kit/wire.ts';
import { z } from 'zod';
import { PlatformChanged } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import { checked } from '#core/platform-kit/checked.ts';
import { statedInstant } from '#core/platform-kit/dates.ts';
import { plainOrNull } from '#core/platform-kit/field-html.ts';
import { orNull } from '#core/platform-api/item.ts';

const VERIFIED = 'VerifiedPurchaser';
/** How names of badges write what is not ASCII: "My Best Buy\u00ae Member", escaped twice. */
const ESCAPED = /\\u([0-9a-f]{4})/gi;

/** An answer of the shop or the brand, under the names that its parts have in the versions of the service. */
export const responseSchema = z.object({
  response: text,
  Response: text,
  responseText: text,
  text,
  date: text,
  Date: text,
  submissionTime: text,
  submitted_at: text,
  department: text,
  name: text,
});
type Response = z.infer<typeof responseSchema>;

const ratingsSchema = z.array(z.object({ attributeLabel: text, label: text, attribute: text, id: text, value: z.number().nullish() }));

/** A badge by its code, and how readers see it. */
interface Badge {
  readonly code: string | null | undefined;
  readonly name: string | null | undefined;
}

/** What the badges of a review say, for `extra`; nothing where a review states none at all. */
export function factsOfBadges(badges: readonly Badge[] | null | undefined): {
  readonly verifiedPurchase?: boolean;
  readonly badges?: readonly string[] | undefined;
} {
  if (!badges) return {};
  const others = badges.filter(({ code }) => code !== VERIFIED).flatMap(({ code, name }) => orNull(name) ?? orNull(code) ?? []);
  return {
    verifiedPurchase: badges.some(({ code }) => code === VERIFIED),
    badges: others.length > 0 ? others.map(unescaped) : undefined,
  };
}

/**
 * The first of the answers to a review; null where there is none. `at`: where in the review they stand.
 * @throws PlatformChanged where it has no words, or a date that is none
 */
export function ownerReplyOf(responses: readonly Response[] | null | undefined, at: string): Item['ownerReply'] {
  const given = responses?.[0];
  if (given === undefined) return null;
  const words = plainOrNull(given.response ?? given.Response ?? given.responseText ?? given.text);
  if (words === null) throw new PlatformChanged(`${at}.0.response`);
  return { text: words, createdAt: statedInstant(given.date ?? given.Date ?? given.submissionTime ?? given.submitted_at, `${at}.0.date`) };
}

/** Who gave the first answer. */
export function authorOfReply(responses: readonly Response[] | null | undefined): string | undefined {
  return orNull(responses?.[0]?.department) ?? orNull(responses?.[0]?.name) ?? undefined;
}

/** Stars for parts of a product by the name that readers see, `{ 'Ease of Use': 5 }`; ratings of another form as they are. */
export function secondaryRatings(given: unknown): unknown {
  const ratings = checked(ratingsSchema, given);
  if (!ratings.success) return given ?? undefined;
  const named = ratings.data.flatMap(({ attributeLabel, label, attribute, id, value }): [string, number][] => {
    const name = orNull(attributeLabel) ?? orNull(label) ?? orNull(attribute) ?? orNull(id);
    return name === null || value == null ? [] : [[name, value]];
  });
  return named.length > 0 ? Object.fromEntries(named) : undefined;
}

function unescaped(name: string): string {
  return name.replace(ESCAPED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
