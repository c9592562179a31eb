import { readWrittenDate } from '#core/platform-kit/written-date.ts';

/** "Monday, October 5, 2026 01:00 PM -04": date, clock time, hours from UTC. */
const TIME = /^(.*\S)\s+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([AP]M)?\s*(?:UTC|GMT)?([+-]\d{1,2})(?::?(\d{2}))?$/i;
const MINUTE_MS = 60_000;

/** The instant that a comment's title names, ISO 8601 UTC; null for any other text. */
export function readZonedTime(text: string): string | null {
  const match = TIME.exec(text.trim());
  const day = readWrittenDate(match?.[1] ?? '', 'en');
  if (match === null || day === null || day.createdAtPrecision !== 'day') return null;
  const [, , hours = '', minutes = '', seconds = '0', half, zoneHours = '', zoneMinutes = '0'] = match;
  const isAfternoon = half?.toUpperCase() === 'PM';
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (isAfternoon ? 12 : 0);
  const zone = Number(zoneHours) * 60 + (zoneHours.startsWith('-') ? -1 : 1) * Number(zoneMinutes);
  return new Date(Date.parse(day.createdAt) + (hour * 60 + Number(minutes) - zone) * MINUTE_MS + Number(seconds) * 1000).toISOString();
}
