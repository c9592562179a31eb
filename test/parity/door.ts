import type { ErrorBody } from '#core/contract/error.ts';

export type Input = Readonly<Record<string, unknown>>;

/** A file that an operation answered with. */
export interface AnsweredFile {
  readonly bytes: Buffer;
}

/** What an operation came to, in the form of the surface. Nothing is `{ answer: undefined }`. */
export type Outcome = { readonly answer: unknown } | { readonly error: ErrorBody };

/** A surface, in front of a data folder of its own. */
export interface Door extends AsyncDisposable {
  readonly name: string;
  /** Why it does not offer an operation, by the name of the operation. */
  readonly absent: Readonly<Record<string, string>>;
  /** Asks as an owner or a client of this surface would. */
  call(operation: string, input: Input): Promise<Outcome>;
  /** Brings the data folder behind the door into a state, by the shortest way. @throws CommentdockError */
  prepare(operation: string, input: Input): Promise<unknown>;
}
