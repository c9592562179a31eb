/** What a clock on a wall shows. Months from 1, hours from 0 to 23. */
export interface ClockTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
}

/**
 * When clocks of a zone (IANA name) show this time, ISO 8601 UTC. Fields beyond their range carry over (day 0 is the last of the month before). An
 * hour that comes twice in autumn is one of the two; one that spring leaves out is the hour after it, or before.
 */
export function instantInZone(clock: ClockTime, zone: string): string {
  const shownMs = msOf(clock);
  const nearMs = shownMs - offsetMs(shownMs, zone);
  return new Date(shownMs - offsetMs(nearMs, zone)).toISOString();
}

/** What clocks of a zone show at an instant. */
export function clockInZone(instant: Date, zone: string): ClockTime {
  const parts = formatOf(zone).formatToParts(instant);
  const valueOf = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.find((part) => part.type === type)?.value);
  return { year: valueOf('year'), month: valueOf('month'), day: valueOf('day'), hour: valueOf('hour'), minute: valueOf('minute') };
}

/** How far the zone's clocks are ahead of UTC. */
function offsetMs(instantMs: number, zone: string): number {
  const wholeMinute = Math.floor(instantMs / 60_000) * 60_000;
  return msOf(clockInZone(new Date(wholeMinute), zone)) - wholeMinute;
}

function msOf({ year, month, day, hour, minute }: ClockTime): number {
  return Date.UTC(year, month - 1, day, hour, minute);
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const numeric = 'numeric' as const;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: numeric,
    month: numeric,
    day: numeric,
    hour: numeric,
    minute: numeric,
  });
  formats.set(timeZone, format);
  return format;
}
