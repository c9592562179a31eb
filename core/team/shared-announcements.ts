import { z } from 'zod';
import type { SharedAnnouncer } from '#core/events/define.ts';
import { openTeamNews } from '#core/team/news.ts';

const CHANNEL = 'commentdock_announcements';
/** PostgreSQL carries 8,000, with what comes around it. */
const MOST_BYTES = 7_800;

const announcementSchema = z.object({ name: z.string(), audience: z.enum(['exports', 'webhooks', 'user']), payload: z.unknown() });

/**
 * Realtime clients of every machine hear of what one of them did: conversions, archives, attempts of webhooks, another plan. Of exports each
 * machine hears by the news of engines. Whoever is cut off meanwhile does not hear of it.
 */
export async function shareAnnouncements(
  announcer: SharedAnnouncer,
  { databaseUrl, onFault }: { readonly databaseUrl: string; onFault(error: unknown): void },
): Promise<AsyncDisposable> {
  const news = await openTeamNews({
    databaseUrl,
    channel: CHANNEL,
    hear: (told) => hear(announcementSchema.parse(told)),
    onGap: () => undefined,
    onFault,
  });
  const hear = announcer.share((announcement) => {
    if (Buffer.byteLength(JSON.stringify(announcement)) <= MOST_BYTES) news.tell(announcement);
    else onFault(new Error(`${announcement.name} is too long.`));
  });
  return { [Symbol.asyncDispose]: () => news.close() };
}
