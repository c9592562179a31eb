import { z } from 'zod';
import { CommentdockError } from '#core/contract/error.ts';
import type { JobRecord, NewJob } from '#core/contract/job-record.ts';
import { isTerminal } from '#core/contract/job.ts';
import type { JobOptions } from '#core/contract/options.ts';
import { createAndAwait } from '#core/exports/await-jobs.ts';
import { type BatchUrl, distinct } from '#core/exports/batch-urls.ts';
import type { ExportContext } from '#core/exports/context.ts';
import { chooseExport, newJob, type RequestedExports } from '#core/exports/new-jobs.ts';
import type { Choice } from '#core/platforms/registry.ts';

const MOST_POSTS = 1_000;
/** A list that takes longer is taken as far as it was read by then. */
const PATIENCE_MS = 120_000;
/** What an export of a list has of the options of a batch: who asks, by which way, how fast. */
const OPTIONS_OF_LISTS = ['vpn', 'pool', 'cookies', 'userAgent', 'account', 'gentle', 'window'] as const;

export const expandField = z
  .object({ posts: z.int().min(1).max(MOST_POSTS) })
  .nullish()
  .meta({
    description:
      'URLs that list posts (a channel, profile, forum, subreddit) stand for so many of these, in the order of the site. The list is exported first, and the answer comes once it is read.',
    examples: [{ posts: 50 }],
  });

export const expandedSchema = z.object({
  url: z.string().meta({ examples: ['https://www.reddit.com/r/pics/'] }),
  /** The export of the list. */
  guid: z.uuid(),
  /** How many posts of it are exported. */
  posts: z.int().min(0),
});

interface ReadList {
  readonly of: BatchUrl;
  readonly job: JobRecord;
  readonly addresses: readonly string[];
}

interface Expanded {
  readonly urls: readonly BatchUrl[];
  readonly lists: readonly z.output<typeof expandedSchema>[];
  /** URLs whose lists gave nothing, and why. */
  readonly refused: readonly { readonly of: BatchUrl; readonly error: CommentdockError }[];
}

/**
 * Puts the posts that URLs list in the place of these. Each list is an export of its own, beside the batch; what lists no posts, or is refused
 * by itself, stays as it is.
 * @throws CommentdockError as `Admission.create`; the reason of the caller's signal
 */
export async function expandUrls(
  urls: readonly BatchUrl[],
  posts: number,
  requested: RequestedExports,
  context: ExportContext,
): Promise<Expanded> {
  const wished = urls.map((of) => ({ of, list: listOf(of.given.trim(), posts, requested, context) }));
  const jobs = wished.flatMap(({ list }) => list ?? []);
  const read = new Map((await readLists(jobs, context)).map((job) => [job.guid, job]));
  const lists: ReadList[] = [];
  for (const { of, list } of wished) {
    const job = list === null ? undefined : read.get(list.guid);
    if (job !== undefined) lists.push({ of, job, addresses: await addressesOf(job, requested, context) });
  }
  const listed = new Map(lists.map((list) => [list.of, list]));
  return {
    urls: distinct(urls.flatMap((of) => listed.get(of)?.addresses.map((given) => ({ index: of.index, given })) ?? [of])),
    lists: lists.map(({ of, job, addresses }) => ({ url: of.given, guid: job.guid, posts: addresses.length })),
    refused: lists.filter(({ addresses }) => addresses.length === 0).map(({ of, job }) => ({ of, error: nothingListed(job) })),
  };
}

/** Null where the URL lists no posts. */
function listOf(url: string, posts: number, requested: RequestedExports, context: ExportContext): NewJob | null {
  // A post has comments of its own, and may name its author's posts under a selector.
  const choice = choiceOf(url, {}, requested, context) ?? choiceOf(url, { tweets: true }, requested, context);
  if (choice?.target.type !== 'posts') return null;
  const options: JobOptions = {
    ...Object.fromEntries(
      OPTIONS_OF_LISTS.flatMap((name) => (requested.options[name] === undefined ? [] : [[name, requested.options[name]]])),
    ),
    ...(choice.target.selector === 'tweets' ? { tweets: true } : {}),
    limit: posts,
  };
  return newJob(url, choice, { ...requested, options, batchId: null }, context);
}

function choiceOf(url: string, options: JobOptions, requested: RequestedExports, context: ExportContext): Choice | null {
  try {
    return chooseExport(url, { ...requested, options }, context);
  } catch (error) {
    // Whatever is wrong with it is told of the export of the URL itself.
    if (error instanceof CommentdockError) return null;
    throw error;
  }
}

async function readLists(jobs: readonly NewJob[], context: ExportContext): Promise<readonly JobRecord[]> {
  if (jobs.length === 0) return [];
  const { admission, caller, engine } = context;
  const ended = await createAndAwait(jobs, context, {
    create: (all) => admission.create(all, { kind: 'batch', caller }),
    patienceMs: PATIENCE_MS,
  });
  // One may end just then.
  const stopped = (job: JobRecord): Promise<JobRecord> => engine.stop(job.guid).catch(() => context.jobs.find(job.guid) ?? job);
  return Promise.all(ended.map((job) => (isTerminal(job.status) ? job : stopped(job))));
}

/** Posts whose comments the platform of the list can export, in its order. */
async function addressesOf(list: JobRecord, requested: RequestedExports, context: ExportContext): Promise<readonly string[]> {
  const addresses = [...new Set(await context.datasets.addressesOf(list.guid))];
  await context.platforms.prepare(addresses);
  return addresses.filter((address) => {
    const choice = choiceOf(address, requested.options, requested, context);
    return choice?.platform.id === list.platform && choice.target.type !== 'posts';
  });
}

function nothingListed({ guid, error, errorCode, exported }: JobRecord): CommentdockError {
  if (errorCode !== null) return new CommentdockError(errorCode, error ?? undefined);
  const words = exported === 0 ? 'it gave none' : `none of the ${exported} that it gave can be exported by itself`;
  return new CommentdockError('INVALID_REQUEST', `The list of posts was read as export ${guid}, and ${words}.`);
}
