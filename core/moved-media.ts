import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { asCommentdockError } from '#core/contract/error.ts';
import type { MediaBytes } from '#core/engine/media-ports.ts';
import { partsOfFile } from '#core/engine/media-parts.ts';
import type { Connection } from '#core/store/connection.ts';
import type { MovePlace } from '#core/store/move/ends.ts';
import { createMediaBytes } from '#core/store/postgres/media-bytes.ts';
import type { MovedStore } from '#core/surfaces/cli/command-host.ts';
import { writeParts } from '#core/team/shared-media.ts';

/** One end of a move. */
interface MediaEnd {
  readonly place: MovePlace;
  readonly connection: Connection;
}

interface MediaMove {
  readonly from: MediaEnd;
  readonly to: MediaEnd;
  readonly signal: AbortSignal;
  onFile(name: string): void;
}

/** Takes the files of rows along, from or into a database. Returns those that are not there. @throws CommentdockError DISK; the signal's reason */
export async function moveMedia({ from, to, signal, onFile }: MediaMove): Promise<MovedStore['files']['left']> {
  const names = to.connection.prepare<[], string>('SELECT DISTINCT file FROM media ORDER BY file').pluck().all();
  if (names.length === 0) return [];
  const partsOf = readerOf(from);
  const put = writerOf(to);
  const left: { readonly name: string; readonly why: string }[] = [];
  for (const name of names) {
    signal.throwIfAborted();
    if (!(await put(name, () => partsOf(name)))) left.push({ name, why: 'it is not there' });
    onFile(name);
  }
  return left;
}

function readerOf({ place, connection }: MediaEnd): MediaBytes['partsOf'] {
  if ('databaseUrl' in place) return createMediaBytes(connection).partsOf;
  const folder = exportsFolder(place);
  return (name) => (existsSync(join(folder, name)) ? partsOfFile(join(folder, name)) : []);
}

function writerOf({ place, connection }: MediaEnd): (name: string, parts: () => Iterable<Uint8Array>) => Promise<boolean> {
  if ('databaseUrl' in place) {
    const bytes = createMediaBytes(connection);
    return async (name, parts) => {
      // The trouble of a disk that is read.
      try {
        connection.transaction(() => bytes.put(name, parts())).immediate();
      } catch (error) {
        throw asCommentdockError(error);
      }
      return bytes.has(name);
    };
  }
  const folder = exportsFolder(place);
  return async (name, parts) => existsSync(join(folder, name)) || writeParts(join(folder, name), parts());
}

function exportsFolder({ dataDir }: Extract<MovePlace, { readonly dataDir: string }>): string {
  return join(dataDir, 'exports');
}
