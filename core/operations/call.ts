import type { z } from 'zod';
import { asCommentdockError, CommentdockError } from '#core/contract/error.ts';
import type { CallContext } from '#core/operations/context.ts';
import type { Operation } from '#core/operations/define.ts';
import { explainIssues } from '#core/contract/issue-words.ts';
import { expectPermitted } from '#core/operations/permission.ts';
import { subjectsOf } from '#core/operations/subjects.ts';

/**
 * Checks who asks and the input, and runs the operation: the one way in for every surface.
 * @throws CommentdockError INSUFFICIENT_SCOPE, INVALID_REQUEST or VALIDATION_ERROR for an input that does not fit, else what `run` throws
 */
export async function callOperation<I extends z.ZodObject, O extends z.ZodType, C>(
  operation: Operation<I, O, C>,
  input: unknown,
  context: NoInfer<C> & Partial<Pick<CallContext, 'caller' | 'note'>>,
): Promise<z.output<O>> {
  const { name, scope } = operation;
  const { caller, note } = context;
  if (note === undefined || scope === 'read') return checkedCall();
  try {
    const answer = await checkedCall();
    note({ operation: name, subjects: subjectsOf(input, answer), outcome: 'ok' });
    return answer;
  } catch (error) {
    note({ operation: name, subjects: subjectsOf(input), outcome: asCommentdockError(error).code });
    throw error;
  }

  async function checkedCall(): Promise<z.output<O>> {
    if (caller !== undefined) expectPermitted(operation, caller);
    const parsed = operation.input.safeParse(input);
    if (parsed.success) return operation.run(parsed.data, context);
    const violations = explainIssues(parsed.error.issues, { input });
    const detail = violations.map(({ message }) => message).join(' ');
    if (operation.errors.includes('VALIDATION_ERROR')) throw new CommentdockError('VALIDATION_ERROR', detail, { violations });
    throw new CommentdockError('INVALID_REQUEST', detail);
  }
}
