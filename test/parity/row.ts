import type { ErrorCode } from '#core/contract/error.ts';
import type { Input } from '#test/parity/door.ts';
import type { Stage } from '#test/parity/stage.ts';

/** One call of an operation. */
export interface Case {
  readonly name: string;
  readonly ends: 'well' | ErrorCode;
  /** Prepares what the call needs, on the data folder of the door. */
  input(stage: Stage): Input | Promise<Input>;
  /** What of the answer is compared, where a surface adds or leaves out something on purpose. */
  readonly compared?: { of(answer: Fields): unknown; readonly why: string };
}

export type Fields = Readonly<Record<string, unknown>>;

/** An operation and how it is called. */
export interface Row {
  readonly operation: string;
  readonly cases: readonly Case[];
}

export const NOBODY = '00000000-0000-4000-8000-000000000000';

/** A call that ends well. */
export function good(name: string, input: Case['input'], compared?: Case['compared']): Case {
  return { name, ends: 'well', input, ...(compared === undefined ? {} : { compared }) };
}

export function bad(ends: ErrorCode, name: string, input: Case['input']): Case {
  return { name, ends, input };
}

/** Asking for one that does not exist. */
export function unknownOne(field: string, more: Input = {}): Case {
  return bad('RESOURCE_NOT_FOUND', 'one that does not exist', () => ({ [field]: NOBODY, ...more }));
}

/** Asking with nothing. */
export const plainly: Case = good('as it is', () => ({}));
