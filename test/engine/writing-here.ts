import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Written, WritingPort } from '#core/engine/writing-port.ts';
import { Readings } from '#core/store/place.ts';
import { writeFiles } from '#core/threads/written-files.ts';
import { inFolder } from '#test/store/in-folder.ts';

/** Writes as the writing thread does, in the thread of the test: to start one for each engine costs more than most of what is tested with it. */
export function writingHere(dataDir: string, exportsFolder: string): WritingPort {
  const ground = { readings: new Readings(inFolder(dataDir)), exportsFolder, hashes: false };
  return {
    async write({ signal, ...request }): Promise<Written> {
      signal.throwIfAborted();
      const written = await writeFiles(ground, { ...request, cancelled: new SharedArrayBuffer(1) });
      if (!signal.aborted) return written;
      await Promise.all(written.files.map(({ name }) => rm(join(exportsFolder, name), { force: true })));
      throw signal.reason;
    },
    close: async () => undefined,
  };
}
