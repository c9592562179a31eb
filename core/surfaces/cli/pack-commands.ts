import { readFile, stat } from 'node:fs/promises';
import type { Command } from 'commander';
import { CommentdockError } from '#core/contract/error.ts';
import { PACK_CEILING } from '#core/packs/manifest.ts';
import { PackRefusal } from '#core/packs/refusal.ts';
import { AS_JSON, type CommandHost, type JsonFlag } from '#core/surfaces/cli/command-host.ts';

const UPDATE_HELP = `
Without a file and an address, the address of the settings is asked. Exports that start afterwards use what was taken; those that run go on with
what they began with. The key that signed the pack is built in, or one that you trusted: \`commentdock platforms trust <key>\`.`;

/** `platforms update`; the other commands of packs follow from their operations. */
export function addUpdateCommand(platforms: Command, { terminal, withClient }: Pick<CommandHost, 'terminal' | 'withClient'>): void {
  platforms
    .command('update')
    .argument('[from]', 'the file of a pack, or its https address')
    .description('take platforms from a signed pack')
    .option('--allow-older', 'although what is in use is newer')
    .option(...AS_JSON)
    .addHelpText('after', UPDATE_HELP)
    .action(async (from: string | undefined, { allowOlder, json }: JsonFlag & { readonly allowOlder?: true }) => {
      const source = from === undefined ? {} : /^https?:\/\//i.test(from) ? { address: from } : { pack: await packIn(from) };
      const input = { ...source, ...(allowOlder === true ? { allow_older: true } : {}) };
      const { version, platforms: taken } = await withClient('records', (client) => client.call('packs.update', input));
      if (json === true) terminal.print(JSON.stringify({ version, platforms: taken }));
      else terminal.print(taken.length === 0 ? `${version} is in use already.` : `${version} is in use: ${taken.join(', ')}`);
    });
}

/** In base64. @throws PackRefusal size; CommentdockError INVALID_REQUEST */
async function packIn(path: string): Promise<string> {
  try {
    if ((await stat(path)).size > PACK_CEILING.bytes) throw new PackRefusal('size', `it has more than ${PACK_CEILING.bytes} bytes.`);
    return await readFile(path, 'base64');
  } catch (error) {
    if (error instanceof CommentdockError) throw error;
    const words = error instanceof Error ? error.message : String(error);
    throw new CommentdockError('INVALID_REQUEST', `${path} cannot be read: ${words}`, { cause: error });
  }
}
