import { z } from 'zod';
import { CommentdockError } from '#core/contract/error.ts';
import { BEFORE_ALL_ROWS, type RowPlace } from '#core/store/settled-rows.ts';

const count = z.int().min(0);
const storedSchema = z.tuple([count, z.string(), count, z.int().min(-1), count]);

/** A place in an export as a text. `jobId` keeps it from being taken for a place in another one. */
export function rowsCursorText(jobId: number, { readKey, page, position, read }: RowPlace): string {
  return Buffer.from(JSON.stringify([jobId, readKey, page, position, read])).toString('base64url');
}

/** Null is the beginning. @throws CommentdockError INVALID_REQUEST where it is none of this export */
export function readRowsCursor(text: string | null, jobId: number): RowPlace {
  if (text === null) return BEFORE_ALL_ROWS;
  const [job, readKey = '', page = 0, position = 0, read = 0] = stored(text);
  if (job === jobId) return { readKey, page, position, read };
  throw new CommentdockError(
    'INVALID_REQUEST',
    'cursor: it is none of this export; take `next_cursor` of its rows before, or begin without it.',
  );
}

function stored(text: string): z.output<typeof storedSchema> | readonly [] {
  try {
    return storedSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
  } catch {
    return [];
  }
}
