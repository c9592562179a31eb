import { inFolder } from '#test/store/in-folder.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import type { WritingPort } from '#core/engine/writing-port.ts';
import { openReading } from '#core/store/place.ts';
import { readDataset } from '#core/store/dataset.ts';
import { createJobReader } from '#core/store/jobs.ts';

/** Counts rows as the writing thread does, and writes nothing. */
export function countingOnly(dataDir: string): WritingPort {
  return {
    async write({ jobGuid, limit, order }) {
      const reader = openReading(inFolder(dataDir));
      try {
        const job = createJobReader(reader).find(jobGuid) as JobRecord;
        const { rows, replies } = readDataset(reader, { id: job.id, limit, order });
        return { files: [], rows, replies };
      } finally {
        reader.close();
      }
    },
    close: async () => undefined,
  };
}
