import { CommentdockError } from '#core/contract/error.ts';
import type { JobOptions } from '#core/contract/options.ts';
import type { ScheduleFrequency } from '#core/contract/schedule.ts';
import type { ScheduleContext } from '#core/schedules/context.ts';
import { chooseExport, requestedExports } from '#core/exports/new-jobs.ts';
import type { ScheduleTerms } from '#core/schedules/ports.ts';
import { expectFrequencyInPlan } from '#core/schedules/scheduled-export.ts';
import { isCron, isTimeZone, nextRunAfter } from '#core/schedules/next-run.ts';

/** What is asked of a schedule; what is left out stays as it is. */
interface WantedSchedule {
  readonly name?: string | null | undefined;
  readonly url?: string | undefined;
  readonly frequency?: ScheduleFrequency | null | undefined;
  readonly cron?: string | null | undefined;
  readonly timezone?: string | undefined;
  /** ISO 8601. */
  readonly anchorAt?: string | undefined;
  readonly options?: JobOptions | null | undefined;
  readonly incremental?: boolean | undefined;
}

/** A schedule that says nothing yet. */
export const BLANK_TERMS = {
  name: null,
  url: '',
  timezone: 'UTC',
  options: {},
  cookieNames: [],
  incremental: false,
  status: 'active',
} as const;

type FormerTerms = Omit<ScheduleTerms, 'frequency' | 'cron' | 'anchorAtMs' | 'nextRunAtMs'> &
  Partial<Pick<ScheduleTerms, 'frequency' | 'cron' | 'anchorAtMs' | 'nextRunAtMs'>>;

/**
 * The terms after the change. Due times are counted anew where something about them is another than before.
 * @throws CommentdockError VALIDATION_ERROR, LIMIT_EXCEEDED, PLATFORM_NOT_ALLOWED
 */
export function changedTerms(former: FormerTerms, wanted: WantedSchedule, context: ScheduleContext): ScheduleTerms {
  const { frequency, cron } = timingOf(former, wanted);
  const timezone = wanted.timezone ?? former.timezone;
  if (!isTimeZone(timezone))
    throw violation('timezone', `\`timezone\` is "${timezone}", which is no time zone. Give an IANA name such as Europe/Berlin.`);
  const url = wanted.url ?? former.url;
  const given = wanted.options === undefined ? former.options : (wanted.options ?? {});
  expectFrequencyInPlan(frequency, context);
  const incremental = wanted.incremental ?? former.incremental;
  checkExport(url, given, context);
  if (incremental && Array.isArray(given.filter?.language))
    throw violation(
      'options.filter.language',
      '`options.filter.language`: an incremental export keeps its rows, and none can be left out by language. Leave the list out, or `incremental`.',
    );
  const { cookies, ...options } = given;
  const isSameTiming = frequency === former.frequency && cron === former.cron && timezone === former.timezone;
  const unsaid = isSameTiming && former.anchorAtMs !== undefined ? former.anchorAtMs : context.now();
  const anchorAtMs = wanted.anchorAt === undefined ? unsaid : Date.parse(wanted.anchorAt);
  const kept = isSameTiming && anchorAtMs === former.anchorAtMs ? (former.nextRunAtMs ?? null) : null;
  return {
    name: wanted.name === undefined ? former.name : wanted.name,
    url,
    frequency,
    cron,
    timezone,
    anchorAtMs,
    options,
    cookieNames: wanted.options === undefined ? former.cookieNames : Object.keys(cookies ?? {}),
    incremental,
    status: former.status,
    nextRunAtMs: former.status === 'paused' ? null : (kept ?? nextRunAfter({ frequency, cron, timezone, anchorAtMs }, context.now())),
  };
}

/** A violation of one field. */
function violation(propertyPath: string, message: string): CommentdockError {
  return new CommentdockError('VALIDATION_ERROR', message, { violations: [{ propertyPath, message }] });
}

/** Exactly one of frequency and cron decides; `custom` only says that the expression does. */
function timingOf(former: FormerTerms, wanted: WantedSchedule): { readonly frequency: ScheduleFrequency; readonly cron: string | null } {
  const frequency = wanted.frequency ?? null;
  const cron = wanted.cron?.trim() ?? null;
  if (cron !== null) {
    if (frequency !== null && frequency !== 'custom')
      throw violation('cron', 'Give either `frequency` or `cron`, not both; `frequency` may be custom beside a cron expression.');
    if (!isCron(cron))
      throw violation(
        'cron',
        `\`cron\` is "${cron}", which is no cron expression that comes true. Give five fields: minute, hour, day of month, month, day of week, such as 30 9 * * 1.`,
      );
    return { frequency: 'custom', cron };
  }
  if (frequency === null) {
    if (former.frequency === undefined) throw violation('frequency', 'Give `frequency` (hourly, daily, weekly or monthly) or `cron`.');
    return { frequency: former.frequency, cron: former.cron ?? null };
  }
  if (frequency !== 'custom') return { frequency, cron: null };
  if (former.frequency === 'custom' && former.cron) return { frequency, cron: former.cron };
  throw violation('cron', '`cron` is required where `frequency` is custom: give five fields, such as 30 9 * * 1.');
}

/** What creating the export itself would refuse, named by the field it comes from. */
function checkExport(url: string, options: JobOptions, context: ScheduleContext): void {
  if (options.cursor !== undefined)
    throw violation('options.cursor', '`options.cursor` continues one former export; a schedule cannot repeat that. Leave it out.');
  try {
    chooseExport(url, requestedExports({ options, sandbox: false }, null, context), context);
  } catch (error) {
    if (!(error instanceof CommentdockError)) throw error;
    if (error.code === 'INVALID_URL') throw violation('url', error.message);
    if (error.code === 'INVALID_REQUEST') throw violation('options', error.message);
    throw error;
  }
}
