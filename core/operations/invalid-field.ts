import { CommentdockError } from '#core/contract/error.ts';

/** The refusal of one field of an input: `words` say what it must be. */
export function invalidField(field: string, words: string): CommentdockError {
  const message = `\`${field}\` ${words}`;
  return new CommentdockError('VALIDATION_ERROR', message, { violations: [{ propertyPath: field, message }] });
}
