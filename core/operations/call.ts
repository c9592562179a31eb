import type { z } from 'zod';
import { CommentdockError } from '#core/contract/error.ts';
import type { Operation } from '#core/operations/define.ts';
import { explainIssues } from '#core/contract/issue-words.ts';

/**
 * Checks the input and runs the operation: the one way in for every surface.
 * @throws CommentdockError INVALID_REQUEST or VALIDATION_ERROR for an input that does not fit, else what `run` throws
 */
export async function callOperation<I extends z.ZodObject, O extends z.ZodType, C>(
  operation: Operation<I, O, C>,
  input: unknown,
  context: NoInfer<C>,
): Promise<z.output<O>> {
  const parsed = operation.input.safeParse(input);
  if (parsed.success) return operation.run(parsed.data, context);
  const violations = explainIssues(parsed.error.issues, { input });
  const detail = violations.map(({ message }) => message).join(' ');
  if (operation.errors.includes('VALIDATION_ERROR')) throw new CommentdockError('VALIDATION_ERROR', detail, { violations });
  throw new CommentdockError('INVALID_REQUEST', detail);
}
