import { CommentdockError } from '#core/contract/error.ts';
import type { Caller } from '#core/operations/context.ts';
import type { Operation } from '#core/operations/define.ts';

/** Who of those who belong to the data folder may call it. */
export function teamOf({ team, rest }: Pick<Operation, 'team' | 'rest'>): 'all' | 'owners' {
  return team ?? (rest.auth === 'token' || rest.auth === 'public' ? 'all' : 'owners');
}

/**
 * What the role of a caller allows, whatever way they came.
 * @throws CommentdockError INSUFFICIENT_SCOPE
 */
export function expectPermitted(operation: Pick<Operation, 'team' | 'rest' | 'scope'>, { member }: Pick<Caller, 'member'>): void {
  if (member === undefined || member.role === 'owner') return;
  if (teamOf(operation) === 'owners') throw new CommentdockError('INSUFFICIENT_SCOPE', 'This is for owners alone.');
  if (member.role === 'reader' && operation.scope === 'write')
    throw new CommentdockError('INSUFFICIENT_SCOPE', 'A reader changes nothing. An owner can give you the role of a member.');
}
