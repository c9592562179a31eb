import type { Member } from '#core/auth/ports.ts';

/** What belongs to somebody. `memberUuid` left out or null: to the owner of the data folder. `isShared`: all members may read it. */
export interface Owned {
  readonly memberUuid?: string | null;
  readonly isShared?: boolean;
}

/** Whether a member may read it. Nothing else decides that: what they do not see is, for them, not there. */
export function sees(member: Member, owned: Owned): boolean {
  return owned.isShared === true || mayChange(member, owned);
}

/** Whether it is theirs to change. */
export function mayChange({ uuid, role }: Member, { memberUuid }: Owned): boolean {
  return role === 'owner' || memberUuid === uuid;
}
