import { z } from 'zod';
import { FILE_FORMATS } from '#core/contract/tier.ts';
import type { JobChange } from '#core/engine/ports.ts';

const KINDS = [
  'created',
  'started',
  'progress',
  'finished',
  'failed',
  'requeued',
  'waiting',
  'stopped',
  'removed',
  'judging',
  'reprocessed',
  'notReprocessed',
] as const satisfies readonly JobChange['kind'][];

/** What machines tell each other of a change: the rest is in the database. */
export const changeNewsSchema = z.object({ kind: z.enum(KINDS), guid: z.string(), format: z.enum(FILE_FORMATS).exactOptional() });
