import { PlatformChanged } from '#core/contract/error.ts';
import type { HtmlElement } from '#core/platform-kit/html-tree.ts';

/** `zone`: its letters, where nobody knows them and the time is taken for that of UTC. */
interface WrittenTime {
  readonly createdAt: string;
  readonly zone: string | undefined;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const CLOCK = /^(\d{1,2}):(\d{2})\s?([AP])M$/i;
const OFFSET = /^([+-])(\d{2}):?(\d{2})?$/;

/** How many minutes clocks are ahead of UTC, by the letters of their zone. */
const AHEAD_MIN: Readonly<Record<string, number>> = {
  UTC: 0,
  GMT: 0,
  WET: 0,
  WEST: 60,
  BST: 60,
  CET: 60,
  CEST: 120,
  EET: 120,
  EEST: 180,
  MSK: 180,
  CAT: 120,
  SAST: 120,
  EAT: 180,
  WAT: 60,
  WIB: 420,
  IST: 330,
  PKT: 300,
  HKT: 480,
  PST: -480,
  PDT: -420,
  MST: -420,
  MDT: -360,
  CST: -360,
  CDT: -300,
  EST: -300,
  EDT: -240,
  AST: -240,
  ADT: -180,
  NST: -210,
  NDT: -150,
  AKST: -540,
  AKDT: -480,
  HST: -600,
  SST: -660,
  JST: 540,
  KST: 540,
  AWST: 480,
  ACST: 570,
  ACDT: 630,
  AEST: 600,
  AEDT: 660,
  NZST: 720,
  NZDT: 780,
  CHST: 600,
};
/** Of letters that several zones share, those of the zone that the site names beside them (in the words of Rails). */
const NAMED_MIN: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  CST: { Beijing: 480, Chongqing: 480, Taipei: 480 },
  IST: { Dublin: 60, Jerusalem: 120 },
  PST: { Manila: 480 },
};

/**
 * When a comment was posted, as its words say in the zone that they name: the viewer's, UTC for visitors.
 * @throws PlatformChanged for words of another form
 */
export function writtenTimeOf(posted: HtmlElement | null): WrittenTime {
  const partOf = (selector: string): string => posted?.first(selector)?.text().trim() ?? '';
  const [day, year] = [Number(partOf('.date')), Number(partOf('.year'))];
  const month = MONTHS.indexOf(partOf('.month').slice(0, 3).toLowerCase());
  const [, hour, minute, half = ''] = CLOCK.exec(partOf('.time')) ?? [];
  if (hour === undefined || month < 0 || !isWithin(day, 1, 31) || !isWithin(year, 1990, 9999)) throw new PlatformChanged('.posted');
  const letters = partOf('.timezone');
  const aheadMin = aheadOf(letters, posted?.first('.timezone')?.attribute('title') ?? '');
  const shownHour = (Number(hour) % 12) + (half.toUpperCase() === 'P' ? 12 : 0);
  const instantMs = Date.UTC(year, month, day, shownHour, Number(minute)) - (aheadMin ?? 0) * 60_000;
  return { createdAt: new Date(instantMs).toISOString(), zone: aheadMin === null && letters !== '' ? letters : undefined };
}

function isWithin(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}

/** Zones without letters of their own are written as numbers (`-03`). */
function aheadOf(letters: string, title: string): number | null {
  const [, sign, hours, minutes = '0'] = OFFSET.exec(letters) ?? [];
  if (hours !== undefined) return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  return NAMED_MIN[letters]?.[title.trim()] ?? AHEAD_MIN[letters] ?? null;
}
