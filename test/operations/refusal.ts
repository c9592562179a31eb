import { CommentdockError } from '#core/contract/error.ts';

/** The error of our own kind that the call ends with. Fails where it ends otherwise. */
export async function refusal(call: Promise<unknown>): Promise<CommentdockError> {
  const outcome = await call.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if ('error' in outcome && outcome.error instanceof CommentdockError) return outcome.error;
  throw new Error(`expected a refusal, got ${JSON.stringify(outcome)}`);
}
