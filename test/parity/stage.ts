import { setTimeout as delay } from 'node:timers/promises';
import { isTerminal, type Job } from '#core/contract/job.ts';
import type { Gate } from '#test/clients/rest/gate.ts';
import type { Door, Input } from '#test/parity/door.ts';
import type { Fields } from '#test/parity/row.ts';

export const APP = 'https://store.steampowered.com/app/10/';
/** A thread that is not there: its export fails. */
const GONE = 'https://www.reddit.com/r/simulated/comments/gone/nothing/';

/** A thread whose rows name pictures. */
const PICTURES = 'https://social.example/@owner/1000';

const POLL_MS = 10;

/** What calls find on the data folder of one door. */
export interface Stage {
  readonly prepare: Door['prepare'];
  /** Where webhooks may go. */
  readonly inboxUrl: string;
  /** Another one with each call. */
  newName(noun: string): string;
  /** A finished export of sample data, the same each time. */
  sample(): Promise<string>;
  failedExport(): Promise<string>;
  /** A finished export with files of its rows. */
  exportWithMedia(): Promise<string>;
  /** One that waits for its platform until the gate is opened. */
  runningExport(): Promise<string>;
  /** Creates by an operation and gives the `uuid`. */
  newUuid(operation: string, input: Input): Promise<string>;
  /** Asks until it is so. */
  until(operation: string, input: Input, isSo: (answer: Fields) => boolean): Promise<Fields>;
}

export function stageOf({ prepare }: Pick<Door, 'prepare'>, parts: { readonly gate: Gate; readonly inboxUrl: string }): Stage {
  const { gate, inboxUrl } = parts;
  let sample: Promise<string> | null = null;
  let names = 0;
  const create = async (input: Input): Promise<string> => {
    const { jobs } = (await prepare('jobs.create', input)) as { readonly jobs: readonly Job[] };
    return jobs[0]?.guid ?? '';
  };
  const until: Stage['until'] = async (operation, input, isSo) => {
    for (;;) {
      const answer = (await prepare(operation, input)) as Fields;
      if (isSo(answer)) return answer;
      await delay(POLL_MS);
    }
  };
  return {
    prepare,
    inboxUrl,
    newName: (noun) => `${noun} ${(names += 1)}`,
    sample: () => (sample ??= create({ url: APP, sandbox: true, formats: ['csv'] })),
    async failedExport() {
      const guid = await create({ url: GONE });
      await until('jobs.get', { guid }, ({ status }) => isTerminal(status as Job['status']));
      return guid;
    },
    async exportWithMedia() {
      const guid = await create({ url: PICTURES, formats: ['csv'], options: { media: 'images' } });
      await until('jobs.get', { guid }, ({ status }) => isTerminal(status as Job['status']));
      return guid;
    },
    async runningExport() {
      gate.close();
      const guid = await create({ url: APP });
      await until('jobs.get', { guid }, ({ status }) => status === 'progress');
      return guid;
    },
    newUuid: async (operation, input) => String(((await prepare(operation, input)) as Fields)['uuid']),
    until,
  };
}
