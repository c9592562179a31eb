import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { CommentdockError } from '#core/contract/error.ts';
import { callOperation } from '#core/operations/call.ts';
import { OWNER_HERE } from '#core/operations/context.ts';
import { type OperationContext, operationNamed, type Services } from '#core/operations/registry.ts';
import { exportFileSchema } from '#core/exports/files.ts';
import { openFile } from '#core/exports/open-file.ts';
import { type Ask, callsBy, type CliClient } from '#core/surfaces/cli/client.ts';

/** Runs operations in this process, as the owner. `close` ends the engine with it. */
export function createLocalClient(services: Services, signal: AbortSignal, close: () => Promise<void>): CliClient {
  const context: OperationContext = { ...services, caller: OWNER_HERE, links: { baseUrl: '' }, signal };
  const ask: Ask = (operation, input) => callOperation(operation, input, context);
  const saveOutput: CliClient['saveOutput'] = async (name, input, placeOf) => {
    const answered = async () => exportFileSchema.parse(await ask(operationNamed(name), input));
    const { file, handle } = await openFile(await answered(), answered);
    await using _closing = handle;
    const path = placeOf(file.name);
    await saveWhole(path, (temporary) => pipeline(handle.createReadStream({ autoClose: false }), createWriteStream(temporary)));
    return path;
  };
  return {
    runsIn: 'process',
    ...callsBy(ask),
    saveFile: (guid, format, placeOf) => saveOutput('exports.download', { guid, format, partial: true }, placeOf),
    saveOutput,
    close,
  };
}

/** Writes beside `path` and moves into place, so that the file exists complete or not at all. @throws CommentdockError DISK */
export async function saveWhole(path: string, write: (temporary: string) => Promise<void>): Promise<void> {
  const temporary = `${path}.part`;
  try {
    await write(temporary);
    await rename(temporary, path);
  } catch (error) {
    // What hinders this is what hindered the writing.
    await rm(temporary, { force: true }).catch(() => undefined);
    if (error instanceof CommentdockError) throw error;
    throw new CommentdockError('DISK', `${path} could not be written: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
