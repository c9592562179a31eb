import { asCommentdockError } from '#core/contract/error.ts';
import { type CallContext, type CallNote, ownerOf } from '#core/operations/context.ts';
import type { OperationContext, Services } from '#core/operations/registry.ts';
import { viewOf } from '#core/team/member-view.ts';

const DAY_MS = 86_400_000;

/** What an operation is called with, whatever surface it is called by: a member's calls reach what that member sees, and leave a note. */
export function contextOf(services: Services, call: Omit<CallContext, 'note'>): OperationContext {
  const { member } = call.caller;
  const note = (done: CallNote): void => keepNote(services, call, done);
  return { ...(member === undefined ? services : viewOf(services, member)), ...call, note };
}

/** As long as nobody but the owner is there, there is nothing to tell them. */
function keepNote({ audit, members, config, now }: Services, { caller }: Pick<CallContext, 'caller'>, done: CallNote): void {
  if (members.list().length === 0) return;
  const { kind, tokenUuid, clientId, address = null } = caller;
  try {
    audit.prune(now() - config.auditDays * DAY_MS);
    audit.add({ ...done, atMs: now(), memberUuid: ownerOf(caller), caller: kind, tokenUuid, clientId, address });
  } catch (error) {
    // What was done is done.
    process.emitWarning(`The audit log could not be written: ${asCommentdockError(error).message}`);
  }
}
