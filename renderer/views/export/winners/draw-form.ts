import type { Input, Output } from '#renderer/client/call.ts';
import { dayOf, daySeconds } from '#renderer/views/export/filters.ts';

/** The rules of a draw, as the form has them. */
export interface DrawRules {
  readonly count: string;
  readonly backups: string;
  readonly mention: string;
  readonly hashtag: string;
  readonly words: string;
  /** One a line, or with commas. */
  readonly excluded: string;
  readonly oncePerUser: boolean;
  readonly withoutReplies: boolean;
  /** Days, as fields of dates give them. */
  readonly since: string;
  readonly until: string;
  /** Empty: a random one. */
  readonly seed: string;
}

export const FIRST_RULES: DrawRules = {
  count: '1',
  backups: '0',
  mention: '',
  hashtag: '',
  words: '',
  excluded: '',
  oncePerUser: true,
  withoutReplies: false,
  since: '',
  until: '',
  seed: '',
};

/** As the operation keeps them. */
export type DrawnRules = Output<'winners.list'>[number]['rules'];

const MOST = 100;

/** As `winners.draw` asks for it; what is empty is not asked. */
export function toDraw(guid: string, rules: DrawRules): Input<'winners.draw'> {
  const given: Partial<Record<keyof Input<'winners.draw'>, unknown>> = {
    require_mention: rules.mention.trim(),
    require_hashtag: rules.hashtag.trim(),
    require_text: rules.words.trim(),
    min_timestamp: daySeconds(rules.since, 'start'),
    max_timestamp: daySeconds(rules.until, 'end'),
    seed: rules.seed.trim(),
  };
  const excluded = rules.excluded.split(/[\n,]/).map((name) => name.trim());
  return {
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== '')),
    guid,
    count: wholeIn(rules.count, 1),
    backups: wholeIn(rules.backups, 0),
    dedupe_by_user: rules.oncePerUser,
    exclude_replies: rules.withoutReplies,
    exclude_users: excluded.filter((name) => name !== ''),
  };
}

function wholeIn(typed: string, least: number): number {
  const value = Math.trunc(Number(typed));
  return Number.isFinite(value) ? Math.min(MOST, Math.max(least, value)) : least;
}

/** The other way round: the rules of a draw that was kept. */
export function rulesOf(kept: DrawnRules): DrawRules {
  return {
    count: String(kept.count),
    backups: String(kept.backups),
    mention: kept.require_mention ?? '',
    hashtag: kept.require_hashtag ?? '',
    words: kept.require_text ?? '',
    excluded: kept.exclude_users.join(', '),
    oncePerUser: kept.dedupe_by_user,
    withoutReplies: kept.exclude_replies,
    since: dayOf(kept.min_timestamp ?? null),
    until: dayOf(kept.max_timestamp ?? null),
    seed: String(kept.seed ?? ''),
  };
}
