import { z } from 'zod';

/** What the queue knows of an export: who may run it, and beside how many others. */
export const queuedExportSchema = z.strictObject({
  guid: z.string(),
  platform: z.string(),
  /** The route that its requests take; null: any worker's own way. */
  route: z.string().nullable(),
  /** Of what is added under one name (a plan's, a member's) `atOnce` run at the same time, over all workers. */
  share: z.strictObject({ name: z.string(), atOnce: z.int().positive() }).nullable(),
});
export type QueuedExport = z.infer<typeof queuedExportSchema>;
export type Share = NonNullable<QueuedExport['share']>;

/** A worker takes all exports of a kind, or none. */
export function kindFlag({ platform, route }: QueuedExport): string {
  return JSON.stringify(['kind', platform, route]);
}

/** Exports of one share wait for the same. */
export function shareFlag({ name, atOnce }: Share): string {
  return JSON.stringify(['share', name, atOnce]);
}

/** The library's tries; only a run that throws counts as one, and none may be the last. */
const MOST_TRIES = 32_767;

/** The library's name for what it has us run. */
export const TASK = 'export';

/**
 * SQL that adds each of `jobSpecs`, in their order, by the library's own function. `dedupe`: nothing where one waits or runs under the name.
 * `replace`: what waits is moved, and what runs is followed by another.
 * @param values the number of the parameter that the specs come in
 */
export function addJobs(mode: 'dedupe' | 'replace', values: number, from: string): string {
  return `SELECT graphile_worker.add_job('${TASK}', payload := spec -> 'job', job_key := spec #>> '{job,guid}',
      job_key_mode := '${mode === 'dedupe' ? 'unsafe_dedupe' : mode}', max_attempts := ${MOST_TRIES},
      run_at := CASE WHEN spec ->> 'afterMs' IS NULL THEN (SELECT run_at FROM graphile_worker.jobs WHERE key = spec #>> '{job,guid}')
        ELSE now() + (spec ->> 'afterMs')::int * interval '1 millisecond' + (place - 1) * interval '1 microsecond' END,
      flags := ARRAY(SELECT json_array_elements_text(spec -> 'flags')))
    FROM ${from} json_array_elements($${values}::json) WITH ORDINALITY AS specs (spec, place)`;
}

/** @param afterMs how long it waits at least, behind all that may run by then; null: it keeps the place that it has */
export function jobSpecs(jobs: readonly QueuedExport[], afterMs: number | null): string {
  return JSON.stringify(
    jobs.map((job) => ({ job, afterMs, flags: [kindFlag(job), ...(job.share === null ? [] : [shareFlag(job.share)])] })),
  );
}
