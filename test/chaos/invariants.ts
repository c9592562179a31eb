import type { Held, SeenProcess } from '#test/chaos/processes.ts';
import type { TakenCall } from '#test/chaos/flaky-receiver.ts';

/** What holds whatever happens; each function says what does not. */

const MOST_RSS_MB = 600;
/** Kept connections come and go, and so does a browser. */
const MOST_MORE_HANDLES = 60;
const MOST_MORE_THREADS = 12;
/** Once the service has met every kind of work. */
const MOST_GROWTH = 1.6;

/** What came of an export. */
interface EndedExport {
  readonly name: string;
  /** Ids that were seen in the database before its end. */
  readonly stored: ReadonlySet<string>;
  /** Its file, and that of a run that was left alone. */
  readonly file: string;
  readonly reference: string;
  /** What the ledger says is missing. */
  readonly missing: number;
}

interface Row {
  readonly id: string;
  readonly parentId?: string | null;
}

const rowsIn = (file: string): readonly Row[] => JSON.parse(file) as readonly Row[];

/** Nothing stored is lost or doubled, and what is not there is told of. */
export function rowBreaches({ name, stored, file, reference, missing }: EndedExport): readonly string[] {
  if (file === reference && stored.size === 0) return [];
  const ids = rowsIn(file).map(({ id }) => id);
  const known = new Set(ids);
  const expected = new Map(rowsIn(reference).map((row) => [row.id, row]));
  const lost = [...stored].filter((id) => !known.has(id));
  const strange = [...known].filter((id) => !expected.has(id));
  const absent = [...expected.values()].filter(({ id }) => !known.has(id));
  // How many replies one has that never came, nobody can know.
  const countable = absent.filter(({ parentId }) => parentId == null || known.has(parentId) || !expected.has(parentId));
  return [
    ...(known.size === ids.length ? [] : [`${name}: ${ids.length - known.size} rows are doubled`]),
    ...(lost.length === 0 ? [] : [`${name}: ${lost.length} stored rows are lost, ${lost[0]} the first`]),
    ...(strange.length === 0 ? [] : [`${name}: ${strange.length} rows are of no undisturbed run`]),
    ...(countable.length <= missing ? [] : [`${name}: ${countable.length} rows are missing, and the ledger tells of ${missing}`]),
    ...(absent.length > 0 || file === reference
      ? []
      : [`${name}: all rows are there, and the file differs from that of an undisturbed run: ${firstDifference(file, reference)}`]),
  ];
}

/** Where two lists of the same rows part, in words. */
function firstDifference(file: string, reference: string): string {
  const expected = rowsIn(reference);
  for (const [at, row] of rowsIn(file).entries()) {
    const other = expected[at];
    if (row.id !== other?.id) return `row ${at} is ${row.id} in place of ${other?.id}`;
    const [mine, theirs] = [JSON.stringify(row), JSON.stringify(other)];
    if (mine !== theirs) return `row ${at} is ${mine} in place of ${theirs}`;
  }
  return 'in its form alone';
}

/** The end of a try of an export, or that there is none. `excused`: codes that the faults of the step account for. */
export function endBreaches(
  name: string,
  { status, code, words }: { readonly status: string; readonly code: string | null; readonly words: string | null },
  excused: ReadonlySet<string>,
): readonly string[] {
  if (status === 'done') return [];
  if (status === 'error' && code !== null && excused.has(code)) return [];
  if (status === 'error') return [`${name} failed with ${code ?? 'no code'}, which no fault accounts for: ${words ?? ''}`];
  return [`${name} is stuck: ${status}`];
}

/** Files under their own names are whole at any moment. `null`: it could not be read. */
export function fileBreaches(files: ReadonlyMap<string, string | null>): readonly string[] {
  return [...files].flatMap(([name, text]) =>
    text === null || isWhole(text) ? [] : [`the file ${name} is not whole (${text.length} bytes)`],
  );
}

function isWhole(text: string): boolean {
  try {
    return Array.isArray(JSON.parse(text));
  } catch {
    return false;
  }
}

/** At rest the folder holds the files that exports name and no others. */
export function folderBreaches(names: readonly string[], expected: ReadonlySet<string>): readonly string[] {
  return [
    ...names.filter((name) => !expected.has(name)).map((name) => `the file ${name} belongs to no export`),
    ...[...expected].filter((name) => !names.includes(name)).map((name) => `the file ${name} of an export is not there`),
  ];
}

/** A message of the outbox. */
export interface StoredMessage {
  readonly messageId: string;
  readonly event: string;
  readonly guid: string;
  readonly calls: number;
  /** Null: nothing more is sent by itself. */
  readonly nextCallAtMs: number | null;
}

/** Each message has come, with one body, and those of an export in their order where no call failed. */
export function outboxBreaches(stored: readonly StoredMessage[], taken: readonly TakenCall[]): readonly string[] {
  const bodies = new Map<string, Set<string>>();
  for (const { messageId, body } of taken) bodies.set(messageId, (bodies.get(messageId) ?? new Set()).add(body));
  const firsts = new Map<string, string[]>();
  for (const messageId of bodies.keys()) {
    const guid = taken.find((call) => call.messageId === messageId)?.guid ?? '';
    firsts.set(guid, [...(firsts.get(guid) ?? []), messageId]);
  }
  const outOfOrder = [...firsts].filter(([guid, came]) => {
    const ofIt = stored.filter((message) => message.guid === guid && bodies.has(message.messageId));
    return (
      ofIt.every(({ calls }) => calls === 1) && ofIt.length === came.length && ofIt.map(({ messageId }) => messageId).join() !== came.join()
    );
  });
  return [
    ...stored.filter(({ messageId }) => !bodies.has(messageId)).map(({ event, guid }) => `${event} of ${guid} has not come`),
    ...stored.filter(({ nextCallAtMs }) => nextCallAtMs !== null).map(({ event, guid }) => `${event} of ${guid} still waits in the outbox`),
    ...[...bodies].filter(([, each]) => each.size > 1).map(([messageId]) => `${messageId} came with two bodies`),
    ...outOfOrder.map(([guid]) => `events of ${guid} came out of order`),
  ];
}

/** What a process holds does not grow. `first`: as it stood when the process had met every kind of work. */
export function growthBreaches(first: Held, now: Held): readonly string[] {
  const mostMb = Math.max(MOST_RSS_MB / 2, first.rssMb * MOST_GROWTH);
  return [
    ...(now.rssMb > MOST_RSS_MB ? [`resident set of ${Math.round(now.rssMb)} MB`] : []),
    ...(now.rssMb > mostMb && now.rssMb <= MOST_RSS_MB
      ? [`the resident set grew from ${Math.round(first.rssMb)} to ${Math.round(now.rssMb)} MB`]
      : []),
    ...(now.handles > first.handles + MOST_MORE_HANDLES ? [`open handles grew from ${first.handles} to ${now.handles}`] : []),
    ...(now.threads > first.threads + MOST_MORE_THREADS ? [`threads grew from ${first.threads} to ${now.threads}`] : []),
  ];
}

/** Children are buried. `twice`: what was below the service at two looks, some time apart; `excused`: so many may be left. */
export function zombieBreaches(
  [before, now]: readonly [readonly SeenProcess[], readonly SeenProcess[]],
  excused: number,
): readonly string[] {
  const known = new Set(before.filter(({ isZombie }) => isZombie).map(({ pid }) => pid));
  const left = now.filter(({ pid, isZombie }) => isZombie && known.has(pid));
  return left.length > excused ? left.map(({ pid, name }) => `${name} (${pid}) is a zombie`) : [];
}

/** What is below a service goes with it. */
export function orphanBreaches(left: readonly SeenProcess[]): readonly string[] {
  return left.map(({ pid, name }) => `${name} (${pid}) outlived its service`);
}

const UNHANDLED = /unhandled|uncaught|\bat .+:\d+:\d+\)?$|FATAL ERROR|MaxListenersExceeded/im;

/** What a service said on standard error tells of nothing that nobody handled. */
export function wordBreaches(said: string): readonly string[] {
  const lines = said.split('\n').filter((line) => UNHANDLED.test(line));
  return lines.length === 0 ? [] : [`the service said: ${lines.slice(0, 5).join(' | ')}`];
}

/** A schedule goes on: its next run is no further than its period, by the clock of the service. */
export function scheduleBreaches(nextRunAt: string | null, nowMs: number, periodMs: number): readonly string[] {
  if (nextRunAt === null) return ['the schedule has no next run'];
  const inMs = Date.parse(nextRunAt) - nowMs;
  if (inMs > periodMs) return [`the schedule runs next in ${Math.round(inMs / 60_000)} minutes, of ${periodMs / 60_000} at most`];
  return [];
}
