import { CommentdockError } from '#core/contract/error.ts';
import type { Work } from '#test/linear/growth.ts';
import { TEXTS } from '#test/linear/hostile-texts.ts';

/** Hostile input of one form for a function; the size is that of a text in characters, or of a list or chain in rows. */
interface Shape extends Pick<Work, 'from' | 'upTo' | 'prepare'> {
  readonly shape: string;
}

/** Shapes by function; a sentence says why none of its arguments has a size. */
export type ShapesOf = Readonly<Record<string, readonly Shape[] | string>>;

const TEXT_SIZES = { from: 2_048, upTo: 131_072 };
const ROW_SIZES = { from: 256, upTo: 65_536 };

/** The function over texts of all forms; `around` puts each of them where the function looks. */
export function texts(read: (text: string) => unknown, around: (text: string) => string = (text) => text): readonly Shape[] {
  return Object.entries(TEXTS).map(([shape, make]) => ({
    shape,
    ...TEXT_SIZES,
    prepare: (size) => {
      const text = around(make(size));
      return () => orRefused(() => read(text));
    },
  }));
}

/** The function over texts of a form of its own. */
export function text(shape: string, make: (size: number) => string, read: (text: string) => unknown): Shape {
  return sized(shape, TEXT_SIZES, make, read);
}

/** The function over so many rows. */
export function rows<T>(shape: string, make: (size: number) => T, read: (given: T) => unknown): Shape {
  return sized(shape, ROW_SIZES, make, read);
}

/** Entries of a list. */
export function many<T>(size: number, make: (index: number) => T): T[] {
  return Array.from({ length: size }, (_, index) => make(index));
}

function sized<T>(shape: string, sizes: typeof TEXT_SIZES, make: (size: number) => T, read: (given: T) => unknown): Shape {
  return {
    shape,
    ...sizes,
    prepare: (size) => {
      const given = make(size);
      return () => orRefused(() => read(given));
    },
  };
}

/** That an answer is refused is fine; a stack that overflows is not. */
async function orRefused(read: () => unknown): Promise<void> {
  try {
    await read();
  } catch (error) {
    if (!(error instanceof CommentdockError) && !(error instanceof SyntaxError)) throw error;
  }
}
