import { NODE_FLAGS } from '../../bin/node-flags.js';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { type Measured, runMeasured } from '#test/bench/measured-process.ts';
import { programToStart } from '#test/program.ts';

export const VIDEO = 'dQw4w9WgXcQ';
const URL_OF_VIDEO = `https://www.youtube.com/watch?v=${VIDEO}`;

const jobSchema = z.object({ total_exported: z.int(), started_at: z.string(), exported_at: z.string() });

interface ExportMeasured extends Measured {
  readonly items: number;
  /** From the start of the job to its files, without the start of the program. */
  readonly jobSeconds: number;
}

/** Our command line exporting the simulated video, as a user runs it, on a data folder of its own. */
export async function measureExport(request: {
  readonly world: Readonly<Record<string, string>>;
  readonly formats: string;
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly core?: 0 | 1;
  /** Folder of a state of the code, whose sources are run. Left out: this one, as it is built. */
  readonly checkout?: string;
}): Promise<ExportMeasured> {
  const folder = await mkdtemp(join(tmpdir(), 'commentdock-bench-'));
  const { world, formats, flags = [], env = {}, core, checkout } = request;
  try {
    const args = [
      ...NODE_FLAGS,
      checkout === undefined ? programToStart() : join(checkout, 'core/main.js'),
      'export',
      URL_OF_VIDEO,
      '--format',
      formats,
      '--out',
      join(folder, 'out'),
      '--json',
      ...flags,
    ];
    const measured = await runMeasured({
      args,
      env: { ...world, ...env, COMMENTDOCK_DATA_DIR: join(folder, 'data'), COMMENTDOCK_VAULT: 'file' },
      ...(core === undefined ? {} : { core }),
    });
    const job = jobSchema.parse(JSON.parse(measured.output));
    return { ...measured, items: job.total_exported, jobSeconds: (Date.parse(job.exported_at) - Date.parse(job.started_at)) / 1000 };
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}
