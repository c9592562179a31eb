import { z } from 'zod';
import { isTerminal } from '#core/contract/job.ts';
import type { JobChange } from '#core/engine/ports.ts';
import type { Announcement, SharedAnnouncer } from '#core/events/define.ts';
import { announceChange } from '#core/exports/announcements.ts';
import { END_OF } from '#core/engine/turns.ts';
import type { Services } from '#core/operations/registry.ts';
import { changeNewsSchema } from '#core/team/change-news.ts';
import { ANNOUNCEMENTS, type AnnouncedPosition, openTeamNews } from '#core/team/news.ts';

/** PostgreSQL carries 8,000, with what comes around it. */
const MOST_BYTES = 7_800;

const announcementSchema = z.object({ name: z.string(), audience: z.enum(['exports', 'webhooks', 'user']), payload: z.unknown() });

interface AnnouncementParts {
  readonly announcer: SharedAnnouncer;
  readonly jobs: Pick<Services['jobs'], 'find'>;
  /** For links, without a slash at the end. */
  readonly baseUrl: string;
  readonly databaseUrl: string;
  /** Called when it begins to hear, and after each time in which something may have been missed; with null when it hears no more. */
  onPosition(position: AnnouncedPosition | null): void;
  onFault(error: unknown): void;
}

/**
 * Realtime clients of every machine hear of what one of them did, all in one order: conversions, archives, attempts of webhooks, another plan,
 * and, by what the engines tell (`team-engine.ts`), what becomes of exports. After a time in which this machine was cut off, the ends of
 * exports that it had heard of are told without a number.
 */
export async function shareAnnouncements(parts: AnnouncementParts): Promise<AsyncDisposable> {
  const { announcer, jobs, baseUrl, databaseUrl, onPosition, onFault } = parts;
  /** Exports that have not ended, as far as was heard here. */
  const open = new Set<string>();
  const hearChange = ({ kind, guid, ...change }: z.output<typeof changeNewsSchema>, number: number | null): void => {
    const job = jobs.find(guid);
    if (job === null || isTerminal(job.status)) open.delete(guid);
    else open.add(guid);
    if (job === null) return;
    const announce: SharedAnnouncer['announce'] = ({ name, audience }, payload) => hear({ name, audience, payload, number });
    announceChange({ kind, job, ...change }, { announcer: { announce }, baseUrl });
  };
  const news = await openTeamNews({
    databaseUrl,
    channel: ANNOUNCEMENTS,
    hear(told, number) {
      const change = changeNewsSchema.safeParse(told).data;
      if (change === undefined) hear({ ...announcementSchema.parse(told), number });
      else hearChange(change, number);
    },
    onPosition,
    onGap() {
      for (const guid of open) {
        const kind: JobChange['kind'] | undefined = END_OF[jobs.find(guid)?.status ?? 'queueing'];
        if (kind !== undefined) hearChange({ kind, guid }, null);
      }
    },
    onFault,
  });
  const hear = announcer.share((announcement: Announcement) => {
    if (Buffer.byteLength(JSON.stringify(announcement)) <= MOST_BYTES) return news.announce(announcement);
    onFault(new Error(`${announcement.name} is too long.`));
    hear({ ...announcement, number: null });
  });
  return { [Symbol.asyncDispose]: () => news.close() };
}
