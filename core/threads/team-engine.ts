import { z } from 'zod';
import type { Config } from '#core/config/config.ts';
import { isTerminal } from '#core/contract/job.ts';
import type { Engine } from '#core/engine/engine.ts';
import { PacedChanges } from '#core/engine/paced-changes.ts';
import type { JobChange } from '#core/engine/ports.ts';
import { openExportQueue } from '#core/queue/export-queue.ts';
import { helpNewsSchema } from '#core/queue/help-news.ts';
import type { QueuedExport } from '#core/queue/queued-export.ts';
import { shareRequests } from '#core/threads/shared-requests.ts';
import { changeNewsSchema } from '#core/team/change-news.ts';
import { openTeamNews, type TeamNews } from '#core/team/news.ts';

/** Others are told of progress at most this often for each export: what they show of it they read anyway. */
const PROGRESS_EVERY_MS = 500;

/** What all of a team do where one is told to. */
const orderSchema = z.object({ order: z.enum(['pause', 'resume']) });
type Order = z.infer<typeof orderSchema>['order'];

/** The machine as one of a team. */
export interface TeamEngine {
  /** Tells the others to do it too. */
  order(order: Order): void;
  /** From now on it is given exports, where it runs any. */
  start(): void;
  /** As of `ExportQueue`. */
  readonly takes: boolean;
  /** How much others told it so far. */
  readonly newsHeard: number;
  /** Gives back what it runs. */
  close(): Promise<void>;
}

/** Joins an engine to the others that share its store. @throws the driver's error where the database cannot be reached */
export async function joinTeam(engine: Engine, config: Config & { readonly databaseUrl: string }): Promise<TeamEngine> {
  const { databaseUrl, leaseSeconds, workLanes } = config;
  const onFault = (error: unknown): void => process.emitWarning(`The team: ${error instanceof Error ? error.message : String(error)}`);
  const queue = await openExportQueue({ databaseUrl, leaseMs: leaseSeconds * 1_000, onFault });
  const takes = (list: string | null, value: string): boolean => list === null || list.split(',').some((one) => one.trim() === value);
  const accepts = ({ platform, route }: Pick<QueuedExport, 'platform' | 'route'>): boolean =>
    takes(config.workPlatforms, platform) && takes(config.workRoutes, route ?? 'direct');
  let newsHeard = 0;
  /** Exports that have not ended, as far as is known here. */
  const open = new Set<string>();
  const news = await openTeamNews({
    databaseUrl,
    hear(told) {
      newsHeard += 1;
      const help = helpNewsSchema.safeParse(told).data;
      if (help !== undefined) return sharing.hear(help);
      const order = orderSchema.safeParse(told).data;
      if (order === undefined) engine.turns.hear(changeNewsSchema.parse(told));
      else engine[order.order]().catch(onFault);
    },
    onGap: () => engine.turns.catchUp([...open]),
    onFault,
  });
  const sharing = shareRequests({ engine, config, queue, accepts, tell: (told) => news.tell(told), onFault });
  const stop = tellChanges(engine, news, open);
  return {
    order: (order) => news.tell({ order }),
    get takes() {
      return queue.takes;
    },
    get newsHeard() {
      return newsHeard;
    },
    start() {
      if (workLanes === null || workLanes === 0) return;
      queue.work({
        lanes: workLanes,
        accepts,
        run: (guid, { fence, signal }) => engine.turns.take({ guid, fence, signal, help: sharing.deskOf(fence) }),
        isOpen: (guid) => engine.turns.isOpen(guid),
      });
    },
    async close() {
      stop();
      await sharing.close();
      await queue.close();
      await news.close();
    },
  };
}

/** Tells the others of changes that come about here, and keeps note of what is open. Returns the way to stop. */
function tellChanges(engine: Engine, news: Pick<TeamNews, 'tell' | 'announce'>, open: Set<string>): () => void {
  const toldAt = new Map<string, number>();
  // Realtime clients of all machines hear of it by this; engines of the others by the same words.
  const announced = new PacedChanges((change) => {
    const told = newsOf(change);
    news.announce(told, told);
  });
  const stop = engine.subscribe((change) => {
    if (isTerminal(change.job.status) || change.kind === 'removed') open.delete(change.job.guid);
    else open.add(change.job.guid);
    if (change.isForeign === true) return;
    announced.hear(change);
    if (isForEngines(change, toldAt)) news.tell(newsOf(change));
  });
  return () => {
    stop();
    announced.close();
  };
}

function newsOf({ kind, job: { guid }, format }: JobChange): z.output<typeof changeNewsSchema> {
  return { kind, guid, ...(format === undefined ? {} : { format }) };
}

/** Of what no client is told, or not that often: where the export has started or is gone, and how far it is. */
function isForEngines({ kind, job: { guid } }: JobChange, toldAt: Map<string, number>): boolean {
  if (kind === 'started' || kind === 'removed') return true;
  if (kind !== 'progress' && kind !== 'judging') {
    toldAt.delete(guid);
    return false;
  }
  const now = performance.now();
  if (now - (toldAt.get(guid) ?? -Infinity) < PROGRESS_EVERY_MS) return false;
  toldAt.set(guid, now);
  return true;
}
