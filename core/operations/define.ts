import type { z } from 'zod';
import type { ErrorCode } from '#core/contract/error.ts';

/** Where a REST request carries an input field. */
export type FieldPlace = 'path' | 'query' | 'body' | { readonly header: string };

/** How the REST surface offers an operation. */
export interface RestRoute {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Fields of the input stand in braces: `/api/v3/job/{guid}`. */
  readonly path: string;
  /** Status of success. 204 answers without a body. */
  readonly status: 200 | 201 | 202 | 204;
  /**
   * `token`: any credential with the operation's scope. `owner`: none of an OAuth client, which can be given no such right;
   * `session` besides: the browser of the owner who signed in on this machine. `hands`: no token either, the command line on the data
   * folder alone. The owner's window may do all.
   */
  readonly auth: 'token' | 'owner' | 'session' | 'hands' | 'public';
  /** What a body may be at most. Left out: as much as every other one. */
  readonly bodyBytes?: number;
  /** Fields not named here are in the path where it names them, else in the query of GET and DELETE, else in the body. */
  readonly from?: Readonly<Record<string, FieldPlace>>;
}

interface CliCommand {
  /** Words after `commentdock`: `jobs stop`. */
  readonly command: string;
}

/**
 * Everything one can ask for, once: its shapes, its errors, and what it does. REST routes, OpenAPI, CLI commands and
 * tools are projections of this. `C` is what it works with: its room says so, and where nobody does it is only to be looked at.
 */
export interface Operation<I extends z.ZodObject = z.ZodObject, O extends z.ZodType = z.ZodType, C = never> {
  /** `<noun>.<verb>`, unique. */
  readonly name: string;
  /** A few words. */
  readonly summary: string;
  /** What a caller needs to know to use it well. */
  readonly description: string;
  /** What it does to what is kept, and so the right that a credential needs. */
  readonly scope: 'read' | 'write';
  readonly input: I;
  /** `z.void()` where nothing is answered; `exportFileSchema` or `downloadSchema` where a file is. */
  readonly output: O;
  /**
   * The codes `run` throws, besides those of every call. An input that does not fit is VALIDATION_ERROR where that is
   * listed, else INVALID_REQUEST.
   */
  readonly errors: readonly ErrorCode[];
  readonly rest: RestRoute;
  /**
   * Who may call it of those who belong to the data folder: all of them, each with what is theirs and shared, or those alone whose role is
   * `owner`. Left out: all, where any credential may (`token`); else owners.
   */
  readonly team?: 'all' | 'owners';
  readonly cli?: CliCommand;
  /** @throws CommentdockError with one of `errors` */
  run(input: z.output<I>, context: C): Promise<z.output<O>> | z.output<O>;
}

/** Checks the types of an operation where it is written, and returns it unchanged. The type keeps its name. */
export type DefineOperation<C> = <const N extends string, I extends z.ZodObject, O extends z.ZodType>(
  operation: Operation<I, O, C> & { readonly name: N },
) => Operation<I, O, C> & { readonly name: N };

/** The same for each room, which says what its operations work with. */
export function defineOperation<O extends Operation>(operation: O): O {
  return operation;
}
