import { callOperation } from '#core/operations/call.ts';
import { OWNER_HERE } from '#core/operations/context.ts';
import { contextOf } from '#core/team/call-context.ts';
import { operationNamed, type Services } from '#core/operations/registry.ts';
import { downloadSchema } from '#core/exports/files.ts';
import { saveFileOf } from '#core/exports/save-file.ts';
import { type Ask, callsBy, type CliClient } from '#core/surfaces/cli/client.ts';

/** Runs operations in this process, as the owner. `close` ends the engine with it. */
export function createLocalClient(services: Services, signal: AbortSignal, close: () => Promise<void>): CliClient {
  const context = contextOf(services, { caller: OWNER_HERE, links: { baseUrl: '' }, signal });
  const ask: Ask = (operation, input) => callOperation(operation, input, context);
  const saveOutput: CliClient['saveOutput'] = (name, input, placeOf) =>
    saveFileOf(async () => downloadSchema.parse(await ask(operationNamed(name), input)), placeOf);
  return {
    runsIn: 'process',
    ...callsBy(ask),
    saveFile: (guid, format, placeOf) => saveOutput('exports.download', { guid, format, partial: true }, placeOf),
    saveOutput,
    close,
  };
}
