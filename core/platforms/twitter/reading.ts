// What all of X's lists have in common: finding the timeline in an answer, what it leaves out, and its end.
import { PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import type { Gap } from '#core/platform-api/define.ts';
import { refusalIn } from '#core/platforms/twitter/ask.ts';
import { readUser, type Shown } from '#core/platforms/twitter/timeline.ts';
import type { Envelope, WireUser } from '#core/platforms/twitter/wire.ts';

type Path = readonly string[];

/**
 * What stands under the first of the paths that leads somewhere.
 * @throws CommentdockError what the errors of the answer say; NOT_FOUND where it has no data
 */
export function holderIn(envelope: Envelope, paths: readonly Path[]): unknown {
  for (const path of paths) {
    const found = under(envelope.data, path);
    if (found !== undefined && found !== null) return found;
  }
  throw refusalIn(envelope) ?? emptyOrChanged(envelope.data, paths[0] ?? []);
}

/** The account that an answer is about. @throws CommentdockError NOT_FOUND, PRIVATE, and what the errors of the answer say */
export function accountIn(envelope: Envelope): WireUser {
  if (envelope.data === undefined) throw refusalIn(envelope) ?? new PlatformChanged('data');
  const user = readUser(under(envelope.data, ['user', 'result']), 'data.user.result');
  if (user.is === 'shown') return user.value;
  throw unavailable(user.reason, envelope);
}

/** A list that belongs to an account which is not shown says so in the account's place. */
export function expectAccount(envelope: Envelope): void {
  if (envelope.data === undefined) throw refusalIn(envelope) ?? new PlatformChanged('data');
  const result = under(envelope.data, ['user', 'result']);
  const isUnavailable = under(result, ['__typename']) === 'UserUnavailable';
  if (isUnavailable) throw unavailable(String(under(result, ['reason']) ?? ''), envelope);
  if (result === undefined || result === null) throw unavailable('', envelope);
}

function unavailable(reason: string, envelope: Envelope): Error {
  if (reason === 'Protected') return new PlatformRefusal('PRIVATE');
  const words = reason === '' ? 'X knows no account under this URL.' : `X does not show this account (${reason}).`;
  return refusalIn(envelope) ?? new PlatformRefusal('NOT_FOUND', `${words} Check that it opens in a browser.`);
}

/** How many posts or accounts an answer names without showing them, by cause. */
export function gapsOf(missing: readonly Shown<unknown>[]): Gap[] {
  const counts = new Map<Gap['cause'], number>();
  for (const each of missing) if (each.is === 'missing') counts.set(each.cause, (counts.get(each.cause) ?? 0) + 1);
  return [...counts].map(([cause, count]) => ({ cause, count }));
}

/** True for a cursor that leads on: there is one, not the one just used, and not X's mark of an end. */
export function goesOn(next: string | null, after: string | null): next is string {
  return next !== null && next !== '' && next !== after && !next.startsWith('0|');
}

function emptyOrChanged(data: unknown, path: Path): Error {
  const isEmpty = data === null || (typeof data === 'object' && Object.keys(data).length === 0);
  if (isEmpty) return new PlatformRefusal('NOT_FOUND');
  return new PlatformChanged(`data.${path.join('.')}`);
}

function under(value: unknown, path: Path): unknown {
  let place = value;
  for (const name of path) {
    if (typeof place !== 'object' || place === null) return undefined;
    place = (place as Record<string, unknown>)[name];
  }
  return place;
}
