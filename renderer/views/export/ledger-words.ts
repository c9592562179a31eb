import type { GapCause } from '#core/contract/gap-cause.ts';
import type { Job } from '#renderer/client/queries.ts';
import type { MessageKey } from '#renderer/messages/en.ts';
import type { Words } from '#renderer/messages/use-messages.ts';

/** What is missing, in the order in which it is said. */
const SAID: Readonly<Record<GapCause, MessageKey>> = {
  limit: 'ledger.say.beyondLimit',
  filtered: 'ledger.say.filtered',
  login: 'ledger.say.login',
  blocked: 'ledger.say.blocked',
  hidden: 'ledger.say.hidden',
  deleted: 'ledger.say.deleted',
  sameId: 'ledger.say.sameId',
  unreadable: 'ledger.say.unreadable',
  notReached: 'ledger.say.notReached',
  notServed: 'ledger.say.notServed',
};

type Counted = Pick<Job, 'status' | 'completeness' | 'incremental' | 'options'>;

/** The ledger in sentences, from its numbers alone, in the reader's language. */
export function ledgerSentences({ status, completeness, incremental, options }: Counted, words: Words): readonly string[] {
  const { text } = words;
  const { exported, platform_total: total, gap } = completeness;
  if (status === 'queueing' || status === 'progress') return [text('ledger.say.running', { count: exported })];
  const causes = (Object.keys(SAID) as GapCause[])
    .filter((cause) => gap[cause] > 0)
    .map((cause) => text(SAID[cause], { count: gap[cause] }));
  const missing = causes.length === 0 ? [] : [text('ledger.say.missing', { causes: listed(causes, words) })];
  if (status === 'stopped') return [text('ledger.say.stopped', { count: exported }), ...missing];
  if (status === 'error') return [text('ledger.say.failed', { count: exported }), ...missing];
  const gone = incremental === null ? 0 : incremental.gone + incremental.gone_earlier;
  return [
    total === null ? text('ledger.say.noTotal', { count: exported }) : text('ledger.say.ofTotal', { count: exported, total }),
    ...(gone === 0 ? [] : [text('ledger.say.gone', { count: gone })]),
    ...(missing.length > 0 ? missing : [text(hasReachedLimit(exported, options) ? 'ledger.say.limitReached' : 'ledger.say.nothing')]),
  ];
}

function hasReachedLimit(exported: number, options: Job['options']): boolean {
  const limit = options['limit'];
  return typeof limit === 'number' && exported >= limit;
}

function listed(parts: readonly string[], { language }: Words): string {
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(parts);
}
