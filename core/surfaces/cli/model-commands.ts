import type { Command } from 'commander';
import { AS_JSON, type CliHost, ERROR_AS_JSON, type JsonFlag } from '#core/surfaces/cli/command-host.ts';
import { plainLines } from '#core/surfaces/cli/plain-output.ts';

/** Neural models on this machine, for the commands. */
export interface ModelShelf {
  /**
   * @param onProgress percent of all its files
   * @throws CommentdockError INVALID_REQUEST where anything is not what its hash says; NETWORK, DISK; the signal's reason
   */
  fetch(wish: ModelWish, onProgress: (percent: number) => void): Promise<FetchedModel>;
  list(): Promise<readonly FetchedModel[]>;
  /** @throws CommentdockError RESOURCE_NOT_FOUND, DISK */
  remove(id: string): Promise<void>;
}

export interface ModelWish {
  /** A manifest: its https address, its file, or a folder that holds it. */
  readonly from: string;
  /** What the manifest has to be. An address is not asked without. */
  readonly sha256?: string;
}

export interface FetchedModel {
  readonly id: string;
  readonly bytes: number;
  /** ISO 639; `any`: all. */
  readonly languages: readonly string[] | 'any';
  readonly licence: string;
  readonly source: string;
  /** What is wrong with it; null: nothing that shows without loading it. */
  readonly damage: string | null;
}

const FETCH_HELP = `
The manifest names the files of the model with their SHA-256, which is checked now and again before every use. One that is broken off goes on with
the files that are still missing when it is called again. Nothing is ever fetched by itself.

Examples:
  commentdock neural-models fetch https://models.example/reviews/manifest.json --sha256 <hash>
  commentdock neural-models fetch ./reviews`;

/** `neural-models` and what belongs to it: by the owner's hand alone, on this machine. No other surface has them. */
export function addModelCommands(program: Command, { terminal, models }: Pick<CliHost, 'terminal' | 'models'>): void {
  const group = program
    .command('neural-models')
    .description('neural models on this machine that judge sentiment')
    .option(...AS_JSON)
    .action(async ({ json }: JsonFlag) => {
      const list = await models.list();
      if (json === true) return terminal.print(JSON.stringify(list));
      terminal.print(...plainLines(list.map(rowOf)));
    });
  group
    .command('fetch')
    .argument('<from>', 'manifest of a model: its https address, its file, or the folder that holds it')
    .description('bring a neural model onto this machine')
    .option('--sha256 <hash>', 'of the manifest; an address is not asked without')
    .option(...AS_JSON)
    .addHelpText('after', FETCH_HELP)
    .action(async (from: string, { sha256, json }: JsonFlag & Pick<ModelWish, 'sha256'>) => {
      const wish = { from, ...(sha256 === undefined ? {} : { sha256 }) };
      const fetched = await models.fetch(wish, (percent) => terminal.showStatus(`Fetching: ${percent} %`));
      terminal.clearStatus();
      if (json === true) return terminal.print(JSON.stringify(fetched));
      terminal.print(
        `${fetched.id} is on this machine. It judges after:`,
        `  commentdock sentiment-providers set neural-model --model ${fetched.id}`,
        '  commentdock sentiment-providers choose neural-model',
      );
    });
  group
    .command('remove')
    .argument('<id>', 'first column of `commentdock neural-models`')
    .description('delete a neural model from this machine')
    .option(...ERROR_AS_JSON)
    .action(async (id: string, { json }: JsonFlag) => {
      await models.remove(id);
      if (json !== true) terminal.print('Removed.');
    });
}

function rowOf({ id, bytes, languages, licence, source, damage }: FetchedModel): Readonly<Record<string, unknown>> {
  const read = languages === 'any' ? 'any' : languages.join(' ');
  return { id, megabytes: Math.ceil(bytes / 1_000_000), languages: read, licence, source, damage };
}
