import { hash } from 'node:crypto';
import { z } from 'zod';
import { CommentdockError } from '#core/contract/error.ts';

/** Where a page ended. `asked` stands for the search, `revision` for the state of the export. */
interface SearchCursor {
  readonly asked: string;
  readonly revision: string;
  readonly total: number;
  readonly key: number;
  readonly place: number;
}

const storedSchema = z.tuple([z.string(), z.string(), z.int().min(0), z.number(), z.int().min(0)]);

export function cursorText({ asked, revision, total, key, place }: SearchCursor): string {
  return Buffer.from(JSON.stringify([asked, shortened(revision), total, key, place])).toString('base64url');
}

/** @throws CommentdockError INVALID_REQUEST where it is of another search, or of a former state of the export */
export function readCursor(text: string, now: Pick<SearchCursor, 'asked' | 'revision'>): Pick<SearchCursor, 'total' | 'key' | 'place'> {
  const parsed = storedSchema.safeParse(parsedJson(Buffer.from(text, 'base64url').toString('utf8')));
  if (!parsed.success) throw refused('it is not one that a search gave; take `next_cursor` of the page before');
  const [asked, revision, total, key, place] = parsed.data;
  if (asked !== now.asked) throw refused('it belongs to another search; leave query, filters and sort as they were, or begin without it');
  if (revision !== shortened(now.revision)) throw refused('the export has changed since; begin again without it');
  return { total, key, place };
}

function shortened(revision: string): string {
  return hash('sha256', revision, 'base64url').slice(0, 12);
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function refused(reason: string): CommentdockError {
  return new CommentdockError('INVALID_REQUEST', `cursor: ${reason}.`);
}
