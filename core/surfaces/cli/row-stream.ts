import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { CommentdockError } from '#core/contract/error.ts';
import type { Job } from '#core/contract/job.ts';
import { type FileFormat, fileEnding } from '#core/contract/tier.ts';
import type { OperationTypes } from '#core/operations/registry.ts';
import { FIRST_POLL_MS, followJob, POLL_MS, stopJob, type Watch } from '#core/surfaces/cli/follow-job.ts';

const ROWS_AT_ONCE = 2_000;

type RowsPage = OperationTypes['exports.rows']['output'];

/**
 * The rows of an export in reading order, in chunks, as soon as nothing can come before them any more. Ends with the export, and once nothing
 * is left where `isOver` says that it goes on no more. Asks for the next ones when the last ones are taken.
 */
async function* rowsAsTheyCome(
  read: (cursor: string | null) => Promise<RowsPage>,
  { isOver, signal }: { readonly isOver: () => boolean; readonly signal: AbortSignal },
): AsyncGenerator<RowsPage['items']> {
  let cursor: string | null = null;
  for (let pollMs = FIRST_POLL_MS; ;) {
    const wasOver = isOver();
    const page = await read(cursor);
    cursor = page.next_cursor;
    if (page.items.length > 0) {
      yield page.items;
      pollMs = FIRST_POLL_MS;
    } else if (page.is_complete || wasOver) return;
    else {
      // After Ctrl+C the last rows are still waited for.
      await delay(pollMs, undefined, signal.aborted ? {} : { signal }).catch(() => undefined);
      pollMs = Math.min(2 * pollMs, POLL_MS);
    }
  }
}

/**
 * Follows an export to its end, and sends its rows to standard output: JSON lines as they come, any other file once it is whole. One that
 * nobody reads any more is stopped.
 * @throws CommentdockError STOPPED or DISK where they cannot be written, with what the export is kept as
 */
export async function followRows(guid: string, format: FileFormat, watch: Watch): Promise<Job> {
  const { options } = await watch.client.call('jobs.get', { guid });
  try {
    // What is done with all items at the end changes rows that stood already, and a layout says which of them there are.
    if (format === 'jsonl' && options['filter'] === undefined && options['layout'] === undefined) return await sendAsTheyCome(guid, watch);
    const job = await followJob(guid, watch);
    if (job.status === 'done' || job.total_exported > 0) await sendFile(guid, format, watch);
    return job;
  } catch (error) {
    if (!(error instanceof CommentdockError) || (error.code !== 'STOPPED' && error.code !== 'DISK')) throw error;
    throw new CommentdockError(
      error.code,
      `${error.message} The export is kept as ${guid}. Write it with: commentdock jobs download ${guid} ${guid}.${fileEnding(format)}`,
      { cause: error },
    );
  }
}

async function sendAsTheyCome(guid: string, watch: Watch): Promise<Job> {
  const { client, terminal } = watch;
  let ended: Job | null = null;
  const following = followJob(guid, watch).then((job) => (ended = job));
  // Heard of at the end: until then the rows are waited for.
  following.catch(() => undefined);
  const read = (cursor: string | null): Promise<RowsPage> =>
    client.call('exports.rows', { guid, limit: ROWS_AT_ONCE, ...(cursor === null ? {} : { cursor }) });
  try {
    for await (const items of rowsAsTheyCome(read, { isOver: () => ended !== null, signal: watch.signal })) {
      if (terminal.isScreen) terminal.clearStatus();
      await terminal.send(items.map((item) => JSON.stringify(item)));
    }
  } catch (error) {
    await stopJob(guid, client).catch(() => undefined);
    await following.catch(() => undefined);
    throw error;
  }
  return following;
}

async function sendFile(guid: string, format: FileFormat, { client, terminal }: Watch): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'commentdock-'));
  try {
    const file = createReadStream(await client.saveFile(guid, format, (name) => join(folder, name)));
    if (terminal.isScreen) for await (const line of createInterface({ input: file })) await terminal.send([line]);
    else for await (const chunk of file as AsyncIterable<Uint8Array>) await terminal.send(chunk);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
