import { z } from 'zod';

/** One cookie of a saved account. It lies in the vault and nowhere else. */
const savedCookieSchema = z.object({
  name: z.string().min(1),
  value: z.string(),
  /** Host, without a leading dot; null: where it came from did not say, so it goes to every domain of the platform. */
  domain: z.string().nullable(),
  /** True where subdomains do not get it. */
  hostOnly: z.boolean(),
  path: z.string(),
  httpOnly: z.boolean(),
  /** Unix seconds; null: as long as the browser that it came from was open. */
  expiresAt: z.number().nullable(),
  sameSite: z.enum(['Strict', 'Lax', 'None']).optional(),
});
export type SavedCookie = z.infer<typeof savedCookieSchema>;

/** A jar as the vault keeps it. */
export const savedCookiesSchema = z.array(savedCookieSchema);

/** @param nowMs milliseconds since 1970 */
export function hasExpired({ expiresAt }: Pick<SavedCookie, 'expiresAt'>, nowMs: number): boolean {
  return expiresAt !== null && expiresAt * 1_000 <= nowMs;
}
