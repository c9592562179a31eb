import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { fileBreaches, type StoredMessage } from '#test/chaos/invariants.ts';
import { REMOVED } from '#core/store/job-status.ts';
import { type FileConnection, isBusy, openReader } from '#core/store/database.ts';

const LOOK_EVERY_MS = 250;
const UNFINISHED = '.partial';
const JSON_FILE = '.json';

const filesSchema = z.array(z.object({ name: z.string() }));

/** What the data folder holds, read past the service. */
export class DataFolder {
  readonly #dataDir: string;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  /** Ids of the rows that are stored of an export. */
  storedIds(guid: string): readonly string[] {
    return this.#read((reader) =>
      reader
        .prepare<[string], string>(
          `SELECT items.id FROM items JOIN pages ON pages.id = items.page_id JOIN jobs ON jobs.id = pages.job_id WHERE jobs.guid = ?`,
        )
        .pluck()
        .all(guid),
    );
  }

  /** Of these exports, in the order in which they were stored. */
  messages(guids: readonly string[]): readonly StoredMessage[] {
    return this.#read((reader) =>
      reader
        .prepare<[string], { messageId: string; event: string; guid: string; calls: number; nextCallAtMs: number | null }>(
          `SELECT message_id AS messageId, event, job_guid AS guid, calls, next_call_at_ms AS nextCallAtMs FROM webhook_messages
           WHERE job_guid IN (SELECT value FROM json_each(?)) ORDER BY id`,
        )
        .all(JSON.stringify(guids)),
    );
  }

  /** Names of the files that exports have. */
  namedFiles(): ReadonlySet<string> {
    const lists = this.#read((reader) => reader.prepare<[], string>('SELECT files FROM jobs').pluck().all());
    return new Set(lists.flatMap((list) => filesSchema.parse(JSON.parse(list)).map(({ name }) => name)));
  }

  /** Exports that were removed and are still being deleted. */
  countRemoved(): number {
    return this.#read((reader) => reader.prepare<[string], number>('SELECT count(*) FROM jobs WHERE status = ?').pluck().get(REMOVED) ?? 0);
  }

  /** What SQLite says of the database where it is damaged; null: it is sound. */
  damage(): string | null {
    const found = this.#read((reader) => reader.pragma('integrity_check', { simple: true }));
    return found === 'ok' ? null : String(found);
  }

  fileNames(): readonly string[] {
    return readdirSync(this.#exports, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : []));
  }

  get #exports(): string {
    return join(this.#dataDir, 'exports');
  }

  /** JSON files under their own names that are new since `seen`, which takes them in. */
  newFiles(seen: Set<string>): ReadonlyMap<string, string | null> {
    const found = new Map<string, string | null>();
    for (const name of this.fileNames()) {
      if (!name.endsWith(JSON_FILE) || name.endsWith(UNFINISHED)) continue;
      try {
        const path = join(this.#exports, name);
        const { ino, mtimeMs, size } = statSync(path);
        const mark = `${name} ${ino} ${mtimeMs} ${size}`;
        if (seen.has(mark)) continue;
        found.set(name, readFileSync(path, 'utf8'));
        seen.add(mark);
      } catch {
        // It was removed while we looked.
      }
    }
    return found;
  }

  #read<T>(work: (reader: FileConnection) => T): T {
    const reader = openReader(this.#dataDir);
    try {
      return work(reader);
    } finally {
      reader.close();
    }
  }
}

/** An export as far as it is watched. */
export interface Watched {
  readonly guid: string;
  readonly stored: Set<string>;
}

/** Looks at the folder again and again until it is aborted: what was stored once is kept in mind, and files are whole. */
export async function watchFolder(
  folder: DataFolder,
  { exports, breaches, signal }: { readonly exports: readonly Watched[]; readonly breaches: string[]; readonly signal: AbortSignal },
): Promise<void> {
  const seen = new Set<string>();
  while (!signal.aborted) {
    for (const { guid, stored } of exports) for (const id of idsUnlessBusy(folder, guid)) stored.add(id);
    breaches.push(...fileBreaches(folder.newFiles(seen)));
    await delay(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** None where the database is held just now: a service that ends on a slow disk may hold it for longer than a reader waits. It is looked again. */
function idsUnlessBusy(folder: DataFolder, guid: string): Iterable<string> {
  try {
    return folder.storedIds(guid);
  } catch (error) {
    if (isBusy(error)) return [];
    throw error;
  }
}
