import type { Announcement, EventAudience } from '#core/events/define.ts';
import { jobGuidOf } from '#core/events/job.ts';
import { PROTOCOL_ERRORS, type ProtocolError } from '#core/surfaces/realtime/codes.ts';

/** Namespaces of channels that every connection is subscribed to by the server, each with those of its user. */
const OWNER_NAMESPACES: readonly EventAudience[] = ['exports', 'webhooks', 'user'];

const JOB_CHANNEL = /^export\.([0-9a-f-]{36})\.job$/;

function ownerChannel(namespace: EventAudience, userUuid: string): string {
  return `${namespace}:${userUuid}`;
}

export function ownerChannels(userUuid: string): readonly string[] {
  return OWNER_NAMESPACES.map((namespace) => ownerChannel(namespace, userUuid));
}

/** The channel of one export. */
export function jobChannel(guid: string): string {
  return `export.${guid}.job`;
}

/** The export that a channel follows; null where it is another channel. */
export function jobGuidOfChannel(channel: string): string | null {
  return JOB_CHANNEL.exec(channel)?.[1] ?? null;
}

/** Where an announcement is heard. `userUuids`: of those who hear it. */
export function channelsOf(announcement: Announcement, userUuids: readonly string[]): readonly string[] {
  const guid = jobGuidOf(announcement);
  const channels = userUuids.map((userUuid) => ownerChannel(announcement.audience, userUuid));
  return guid === null ? channels : [...channels, jobChannel(guid)];
}

/** Why a user may not subscribe to a channel; null: allowed. `knowsJob` says whether there is such an export that they see. */
export function refusalOf(channel: string, userUuid: string, knowsJob: (guid: string) => boolean): ProtocolError | null {
  const guid = jobGuidOfChannel(channel);
  if (guid !== null) return knowsJob(guid) ? null : PROTOCOL_ERRORS.permissionDenied;
  if (ownerChannels(userUuid).includes(channel)) return null;
  const [namespace] = channel.split(':');
  const isForeign = channel.includes(':') && !OWNER_NAMESPACES.some((own) => own === namespace);
  return isForeign ? PROTOCOL_ERRORS.unknownChannel : PROTOCOL_ERRORS.permissionDenied;
}
