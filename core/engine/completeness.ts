import { createHash } from 'node:crypto';
import type { Completeness } from '#core/contract/completeness.ts';
import { GAP_CAUSES, type GapCause } from '#core/contract/gap-cause.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import { isTerminal } from '#core/contract/job.ts';
import { accountNotes, goneRows, type IncrementalAccount } from '#core/engine/incremental-account.ts';
import { languageNotes, leftOutBy, type LanguageLedger } from '#core/engine/language-step.ts';
import { type MediaLedger, mediaNotes } from '#core/engine/media-account.ts';
import { sentimentNotes, type SentimentLedger } from '#core/engine/sentiment-account.ts';
import type { About, Gap, PlatformDefinition } from '#core/platform-api/define.ts';
import type { TrafficCounters } from '#core/engine/ports.ts';
import { type RawAccount, rawNotes } from '#core/engine/raw-answers.ts';
import type { RouteAccount } from '#core/engine/route-ports.ts';

/** Notes kept per job; further ones are only counted. */
const NOTES_KEPT = 100;

/** Letters of a title that are kept. */
const LONGEST_TITLE = 200;
const LONGEST_ADDRESS = 2_000;
/** Rows that could not be read and are known again: further ones count as often as they come. */
const ODD_ROWS_KEPT = 200;
const ROW_DIGITS = 16;

/** The running account of one export, stored with every page. `presentLedger` turns it into what people read. */
export interface Ledger {
  readonly pages: number;
  readonly requests: number;
  readonly retries: number;
  readonly waits: number;
  readonly waitedMs: number;
  readonly doors: readonly string[];
  readonly notes: readonly string[];
  readonly notesDropped: number;
  /** What is known to be missing, by cause; `limit` is worked out at the end. */
  readonly gaps: Readonly<Partial<Record<GapCause, number>>>;
  /** Digests of `Gap.row` of those that could not be read. */
  readonly oddRows?: readonly string[];
  /** True where `limit` ended the export. */
  readonly limitReached: boolean;
  /** Set once there was nothing left to ask for: a later stop or failure (while texts are judged, files written) lost no row. */
  readonly wholeListRead?: true;
  /** Items fetched in the answer that reached the limit, but beyond it. */
  readonly surplus: number;
  /** Replies that the platform's total counts and that were not asked for (`replies: false`). */
  readonly repliesLeftOut: number;
  /** Rows of which nobody says how many replies they have, where the platform's total counts those and they were not asked for. */
  readonly repliesUntold?: number;
  /** Set where a list was left as all that came further down lies outside the dates asked for. */
  readonly datesPassed?: true;
  /** True where a new job could go on from here. */
  readonly resumable: boolean;
  /** True once the first requests stand in the frontier: they are never put there twice. */
  readonly seeded: boolean;
  /** What the exports that this one continues account for: their items and their gaps. */
  readonly before: number;
  /** What an answer said of the thing itself that the address names: its title as one line, and the https address of a picture of it. */
  readonly about?: { readonly title: string; readonly picture?: string };
  /** Of exports over the owner's routes only. */
  readonly route?: RouteAccount;
  /** Of exports that keep raw answers only. */
  readonly raw?: RawAccount;
  /** Of incremental runs only. */
  readonly incremental?: IncrementalAccount;
  /** Of exports whose texts were judged only. */
  readonly sentiment?: SentimentLedger;
  /** True where files say the language of texts of which the platform does not. */
  readonly language?: true;
  /** Of exports that have rows in some languages only. */
  readonly languages?: LanguageLedger;
  /** Of exports with files of their rows. */
  readonly media?: MediaLedger;
}

export const EMPTY_LEDGER: Ledger = {
  pages: 0,
  requests: 0,
  retries: 0,
  waits: 0,
  waitedMs: 0,
  doors: [],
  notes: [],
  notesDropped: 0,
  gaps: {},
  limitReached: false,
  surplus: 0,
  repliesLeftOut: 0,
  resumable: false,
  seeded: false,
  before: 0,
};

export function withTraffic(ledger: Ledger, traffic: TrafficCounters): Ledger {
  return {
    ...ledger,
    requests: ledger.requests + traffic.requests,
    retries: ledger.retries + traffic.retries,
    waits: ledger.waits + traffic.waits,
    waitedMs: ledger.waitedMs + Math.round(traffic.waitedMs),
  };
}

export function withNotes(ledger: Ledger, notes: readonly string[]): Ledger {
  const fresh = [...new Set(notes)].filter((note) => !ledger.notes.includes(note));
  if (fresh.length === 0) return ledger;
  const kept = fresh.slice(0, NOTES_KEPT - ledger.notes.length);
  return { ...ledger, notes: [...ledger.notes, ...kept], notesDropped: ledger.notesDropped + fresh.length - kept.length };
}

const READ_BY = 'Read by';
const BUILT_IN = 'the built-in platform';

/** Which platform reads an export, where it is not the built-in one from beginning to end. */
export function originNote({ origin }: Pick<PlatformDefinition, 'origin'>, { notes }: Pick<Ledger, 'notes'>): readonly string[] {
  const before = notes.findLast(isOfOrigin);
  if (before === undefined) return origin === undefined ? [] : [`${READ_BY} ${origin}.`];
  const now = origin ?? BUILT_IN;
  return before.includes(now) ? [] : [`${READ_BY} ${now} from here on: what the export began with is not in use any more.`];
}

/** A remark that tells of no lack. */
function isOfOrigin(note: string): boolean {
  return note.startsWith(READ_BY);
}

export function withGaps(ledger: Ledger, gaps: readonly Gap[]): Ledger {
  if (gaps.length === 0) return ledger;
  const counts = { ...ledger.gaps };
  const rows = new Set(ledger.oddRows);
  const known = gaps.map((gap) => (gap.row === undefined ? gap : { ...gap, row: digestOf(gap.row) }));
  const fresh = known.filter(({ row }) => row === undefined || !rows.has(row));
  for (const { cause, count, row } of fresh) {
    if (row !== undefined && rows.has(row)) continue;
    counts[cause] = (counts[cause] ?? 0) + count;
    if (row !== undefined && rows.size < ODD_ROWS_KEPT) rows.add(row);
  }
  return withNotes(
    { ...ledger, gaps: counts, ...(rows.size === 0 ? {} : { oddRows: [...rows] }) },
    fresh.flatMap((gap) => gap.note ?? []),
  );
}

/** What tells odd rows of one export apart. */
function digestOf(row: string): string {
  return createHash('md5').update(row).digest('hex').slice(0, ROW_DIGITS);
}

export function withDoor(ledger: Ledger, door: string | undefined): Ledger {
  return door === undefined || ledger.doors.includes(door) ? ledger : { ...ledger, doors: [...ledger.doors, door] };
}

/** The first title that is one stays: further pages say the same, or nothing. */
export function withAbout(ledger: Ledger, about: About | undefined): Ledger {
  if (ledger.about !== undefined || about === undefined) return ledger;
  const line = (about.title ?? '').replace(/[\p{Cc}\s]+/gu, ' ').trim();
  if (line === '') return ledger;
  const letters = [...line];
  const title = letters.length > LONGEST_TITLE ? `${letters.slice(0, LONGEST_TITLE - 1).join('')}…` : line;
  return { ...ledger, about: { title, ...pictureOf(about) } };
}

/** @returns empty where there is none that can be asked for */
function pictureOf({ picture }: About): { readonly picture?: string } {
  const isAddress = picture != null && picture.length <= LONGEST_ADDRESS && URL.parse(picture)?.protocol === 'https:';
  return isAddress ? { picture } : {};
}

/** @param routes left out: straight to the net */
export function withRoute(ledger: Ledger, routes: RouteAccount | undefined): Ledger {
  return routes === undefined ? ledger : { ...ledger, route: routes };
}

/** The account of an export that goes on from where another one ended. */
export function continuedLedger(from: { readonly guid: string; readonly exported: number; readonly ledger: Ledger }): Ledger {
  const { ledger, exported, guid } = from;
  const accounted = GAP_CAUSES.reduce((sum, cause) => sum + (ledger.gaps[cause] ?? 0), exported + leftOutBy(ledger.languages));
  const { seeded, repliesLeftOut, repliesUntold = 0, datesPassed, about } = ledger;
  const start = {
    ...EMPTY_LEDGER,
    seeded,
    before: ledger.before + accounted,
    repliesLeftOut,
    repliesUntold,
    ...(datesPassed === true ? { datesPassed } : {}),
    ...(about === undefined ? {} : { about }),
  };
  return withNotes(start, [`Continues the export ${guid}, which holds ${exported} items before these.`]);
}

type Counted = Pick<JobRecord, 'status' | 'exported' | 'platformTotal' | 'error' | 'platform'>;

/** The ledger as every surface shows it, with the gap between the platform's total and ours put to its causes. */
export function presentLedger(ledger: Ledger, job: Counted): Completeness {
  // Rows that are gone stay in the files; the platform does not count them.
  const present = Math.max(0, job.exported - goneRows(ledger.incremental));
  const { gap, isGuessed } = gapByCause(ledger, { ...job, exported: present });
  const missing = GAP_CAUSES.reduce((sum, cause) => sum + gap[cause], 0);
  const finished = job.status === 'done';
  return {
    platform_total: job.platformTotal,
    exported: job.exported,
    missing,
    gap,
    complete: finished
      ? missing === 0 && ledger.notes.every(isOfOrigin) && !ledger.limitReached
      : job.status === 'error' || job.status === 'stopped'
        ? false
        : null,
    summary: summary(ledger, job, gap),
    pages: ledger.pages,
    requests: ledger.requests,
    retries: ledger.retries,
    waits: { count: ledger.waits, total_ms: ledger.waitedMs },
    doors: [...ledger.doors],
    ...(ledger.route === undefined
      ? {}
      : { routes: ledger.route.used.map(({ label, end }) => (end === null ? label : `${label}: ${end}`)) }),
    notes: [
      ...accountNotes(ledger.incremental),
      ...ledger.notes,
      ...languageNotes(ledger.languages),
      ...sentimentNotes(ledger.sentiment),
      ...rawNotes(ledger.raw),
      ...mediaNotes(ledger.media),
      ...(isGuessed ? [repliesUntoldNote(ledger)] : []),
      ...softBlockNote(job, gap.notServed, ledger),
      ...(ledger.notesDropped === 0 ? [] : [`${ledger.notesDropped} more remarks`]),
    ],
  };
}

/** From so many items on, and from so large a part of the total, a list that ended early looks like a refusal. */
const SOFT_BLOCK = { items: 20, part: 0.5 };

/**
 * A list that ended by itself, by an empty page or by the same page again, with most of what the platform states still to come. Whether
 * that is a refusal nobody can tell from here: totals of platforms are often too high.
 */
function softBlockNote({ status, platformTotal }: Counted, notServed: number, { limitReached }: Ledger): readonly string[] {
  if (status !== 'done' || limitReached || platformTotal === null) return [];
  if (notServed < SOFT_BLOCK.items || notServed < platformTotal * SOFT_BLOCK.part) return [];
  return [
    `The platform stopped giving items with ${notServed} of its ${platformTotal} still to come. Some do that to clients they slow down: later, with a login or through another route there may be more.`,
  ];
}

/** Causes that can account for the platform's total. `isGuessed`: replies that nobody counts are taken for what is missing. */
function gapByCause(ledger: Ledger, job: Counted): { readonly gap: Record<GapCause, number>; readonly isGuessed: boolean } {
  const gap = Object.fromEntries(GAP_CAUSES.map((cause) => [cause, ledger.gaps[cause] ?? 0])) as Record<GapCause, number>;
  gap.filtered += leftOutBy(ledger.languages);
  if (!isTerminal(job.status)) return { gap, isGuessed: false };
  if (ledger.limitReached) gap.limit = Math.max(ledger.surplus, gap.limit);
  const unexplained = (): number =>
    Math.max(0, (job.platformTotal ?? 0) - job.exported - GAP_CAUSES.reduce((sum, cause) => sum + gap[cause], 0));
  // What was not read again is missing for the reasons that it had before.
  const formerGap = (ledger.incremental?.tally?.notRead ?? 0) > 0 ? ledger.incremental?.base?.gap : undefined;
  for (const cause of GAP_CAUSES) gap[cause] += Math.min(Math.max(0, (formerGap?.[cause] ?? 0) - gap[cause]), unexplained());
  gap.filtered += Math.min(ledger.repliesLeftOut + ledger.before, unexplained());
  if (ledger.limitReached) gap.limit += unexplained();
  const wasRead = job.status === 'done' || ledger.wholeListRead === true;
  const isGuessed = wasRead && (ledger.repliesUntold ?? 0) > 0 && unexplained() > 0;
  const rest = !wasRead ? 'notReached' : isGuessed || ledger.datesPassed === true ? 'filtered' : 'notServed';
  gap[rest] += unexplained();
  return { gap, isGuessed };
}

function repliesUntoldNote({ repliesUntold = 0 }: Ledger): string {
  return `The platform's total counts replies, which were not asked for, and does not say how many ${repliesUntold} of the items have: all that is missing is taken for such replies.`;
}

function summary(ledger: Ledger, job: Counted, gap: Record<GapCause, number>): string {
  if (job.status === 'queueing' || job.status === 'progress') return 'The export is not finished yet.';
  const causes = GAP_CAUSES.filter((cause) => gap[cause] > 0).map((cause) => `${gap[cause]} ${CAUSE_WORDS[cause]}`);
  const lacking = causes.length === 0 ? '' : ` Missing: ${causes.join(', ')}.`;
  if (job.status === 'stopped') return `Stopped with ${job.exported} items; what was fetched is kept.${lacking}`;
  if (job.status === 'error') return `Failed with ${job.exported} items fetched: ${asSentence(job.error ?? 'no reason given')}${lacking}`;
  const total = job.platformTotal === null ? 'the platform states no total' : `the platform states ${job.platformTotal}`;
  if (job.exported === 0 && causes.length === 0) return `The list is empty (${total}).`;
  const missing =
    causes.length === 0
      ? ledger.limitReached
        ? 'The limit was reached; there may be more.'
        : 'Nothing is known to be missing.'
      : lacking.trimStart();
  const gone = goneRows(ledger.incremental);
  return `${job.exported} items${gone === 0 ? '' : `, ${gone} of them shown no more`}, ${total}. ${missing}`;
}

function asSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** The words for each cause in a sentence. */
const CAUSE_WORDS: Readonly<Record<GapCause, string>> = {
  deleted: 'deleted',
  hidden: 'hidden by the platform',
  filtered: 'left out by the options',
  limit: 'beyond the limit',
  blocked: 'blocked or given up after retries',
  login: 'shown only after a login',
  sameId: 'under an id that another row has',
  unreadable: 'given in an unknown form',
  notReached: 'not asked for before the end',
  notServed: 'stated but not served',
};
