import type { Session } from '#core/platform-api/session.ts';

/** What an earlier export learnt under a name; null where that is nothing. What has not the form of such a value is forgotten. */
export function learntOf(session: Session, name: string, form: RegExp): string | null {
  const learnt = session.learnt(name);
  const value = learnt.value();
  if (value === null || form.test(value)) return value;
  learnt.drop(value);
  return null;
}
