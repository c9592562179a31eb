import { z } from 'zod';
import type { Announcement } from '#core/events/define.ts';
import { jobGuidOf } from '#core/events/job.ts';
import type { Services } from '#core/operations/registry.ts';
import { type Owned, sees } from '#core/operations/visibility.ts';

const OF_SOMETHING = z.object({ guid: z.uuid() });

/** Members who hear of it, by uuid: those who see what it is about. What is about the plan, all of them. */
export function hearersOf(
  announcement: Announcement,
  services: Pick<Services, 'members' | 'jobs' | 'bulk' | 'webhooks'>,
): readonly string[] {
  const all = services.members.list();
  if (all.length === 0) return [];
  if (announcement.audience === 'user') return all.map(({ uuid }) => uuid);
  const about = subjectOf(announcement, services);
  return all.filter((member) => sees(member, about)).map(({ uuid }) => uuid);
}

/** The owner's, where nobody knows. */
function subjectOf(announcement: Announcement, { jobs, bulk, webhooks }: Pick<Services, 'jobs' | 'bulk' | 'webhooks'>): Owned {
  const job = jobGuidOf(announcement);
  if (job !== null) return jobs.find(job) ?? {};
  const { guid } = OF_SOMETHING.safeParse(announcement.payload).data ?? {};
  if (guid === undefined) return {};
  if (announcement.audience === 'exports') return bulk.find(guid) ?? {};
  const message = webhooks.findMessage(guid);
  return (message === null ? null : webhooks.find(message.webhook.uuid)) ?? {};
}
