import type { Config } from '#core/config/config.ts';
import { CommentdockError } from '#core/contract/error.ts';
import type { JobRecord, NewJob } from '#core/contract/job-record.ts';
import type { EnginePort } from '#core/engine/ports.ts';
import type { Caller } from '#core/operations/context.ts';
import { DAY_MS, refusalOf } from '#core/owner/limits.ts';
import type { CreationLog, OwnerSettings } from '#core/owner/ports.ts';
import { refuseForeignCursor } from '#core/exports/foreign-cursor.ts';
import type { JobReader } from '#core/exports/ports.ts';

/**
 * The way in for exports that ask a platform: it counts what API tokens create and refuses what the plan does not allow.
 * The owner's own hands are neither counted nor refused, and samples do not come this way.
 */
export interface Admission {
  /**
   * All of the jobs or none.
   * @throws CommentdockError DAILY_LIMIT_EXCEEDED, RATE_WINDOW_EXCEEDED, QUEUE_LIMIT_EXCEEDED; INVALID_REQUEST for a cursor of what the
   * caller does not see; what the engine throws
   */
  create(
    jobs: readonly NewJob[],
    as: { readonly kind: 'single' | 'batch'; readonly caller: Pick<Caller, 'kind' | 'member'> },
  ): Promise<readonly JobRecord[]>;
}

interface AdmissionParts {
  readonly creations: CreationLog;
  readonly jobs: Pick<JobReader, 'countOpen' | 'find'>;
  readonly engine: Pick<EnginePort, 'create'>;
  readonly settings: Pick<OwnerSettings, 'plan'>;
  readonly config: Pick<Config, 'limits'>;
  now(): number;
}

export function createAdmission(parts: AdmissionParts): Admission {
  const { creations, jobs: reader, engine, settings, config, now } = parts;
  const admit = (guids: readonly string[], kind: 'single' | 'batch'): Promise<void> =>
    // Looking and adding happen in one transaction under one lock of all that serve: nothing comes between.
    creations.transaction(() => {
      const nowMs = now();
      creations.prune(nowMs - DAY_MS);
      const asked = { plan: settings.plan(), kind, count: guids.length, nowMs };
      const open = (): number => reader.countOpen(creations.coming(nowMs));
      const refusal = config.limits === 'off' ? null : refusalOf(asked, { newest: (of, count) => creations.newest(of, count), open });
      if (refusal !== null) throw new CommentdockError(refusal.code, refusal.detail, { secondsToWait: refusal.secondsToWait });
      creations.add(guids, { atMs: nowMs, inBatch: kind === 'batch' });
    });

  const created = async (jobs: readonly NewJob[], guids: readonly string[]): Promise<readonly JobRecord[]> => {
    try {
      return await engine.create(jobs);
    } catch (error) {
      await creations.remove(guids);
      throw error;
    }
  };

  return {
    async create(jobs, { kind, caller }) {
      refuseForeignCursor(jobs, caller, reader);
      if (caller.kind === 'owner') return engine.create(jobs);
      const guids = jobs.map(({ guid }) => guid);
      try {
        await admit(guids, kind);
        return await created(jobs, guids);
      } finally {
        creations.arrived(guids);
      }
    },
  };
}
