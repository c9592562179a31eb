import type { WritingPort } from '#core/engine/writing-port.ts';
import { Readings } from '#core/store/place.ts';
import { cancellable } from '#core/threads/writing-client.ts';
import { writeFiles } from '#core/threads/written-files.ts';
import { inFolder } from '#test/store/in-folder.ts';

/** Writes as the writing thread does, in the thread of the test: to start one for each engine costs more than most of what is tested with it. */
export function writingHere(dataDir: string, exportsFolder: string): WritingPort {
  const ground = { readings: new Readings(inFolder(dataDir)), exportsFolder, hashes: false };
  return { write: cancellable(exportsFolder, (call) => writeFiles(ground, call)), close: async () => undefined };
}
