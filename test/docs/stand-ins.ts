import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { APP, type Stage } from '#test/parity/stage.ts';

/** Programs of others, and why the tests do not run them. */
export const ELSEWHERE: Readonly<Record<string, string>> = {
  caddy: 'a proxy, which is not here',
  claude: 'an assistant, which is not here',
  'dbus-run-session': 'unlocks the keychain of a machine without a screen',
  docker: 'runs containers: packaging.test.ts reads the image and the compose file',
  grep: 'gives what follows on',
  jq: 'takes what came before',
  pg_dump: 'asks a database, which is not here',
  pip: 'installs what lies in integrations/python: python-client.test.ts runs that as it lies there',
  python3: 'python-client.test.ts runs the example of the client',
};

/** Commands that need what is not here: their flags are looked for in their help. */
export const NOT_RUN: Readonly<Record<string, string>> = {
  'accounts import': 'reads the browsers of the person',
  'batch -': 'reads standard input: shell.e2e.test.ts',
  check: 'asks the sites themselves',
  digest: 'has a model of the owner read, and none runs here: local-models.test.ts',
  continue: 'opens a window on a screen: continue-command.e2e.test.ts',
  login: 'opens a window on a screen',
  media: 'takes an export with files of its rows: media.test.ts',
  move: 'takes a whole data folder: test/team/move.test.ts',
  backup: 'takes a whole data folder: test/backup/backup.test.ts',
  restore: 'takes a whole data folder: test/backup/backup.test.ts',
  'neural-models fetch': 'takes the address of a model: fetched-models.test.ts',
  'platforms rollback': 'takes a pack: packs.test.ts',
  'pseudonyms resolve': 'takes a name out of a file: raw-and-pseudonyms.test.ts',
  'platforms trust': "takes a maker's key: packs.test.ts",
  'platforms update': 'takes a signed pack: packs.test.ts',
  report: 'takes an export of a site, whose answers were kept: report-command.test.ts',
  'sentiment-providers choose neural-model': 'takes a neural model: neural-model.test.ts',
  'sentiment-providers set neural-model': 'takes a neural model: neural-model.test.ts',
  serve: 'runs until it is ended: processes.e2e.test.ts',
  work: 'runs until it is ended: worker.test.ts',
};

/** Of commands that end otherwise than with 0, for a reason. */
export const EXIT_CODES: Readonly<Record<string, number>> = {
  // The thread that stands in is not there.
  'jobs retry': 5,
};

/** What a word like `<guid>` of a command is here. */
export async function withStandIns(words: readonly string[], stage: Stage): Promise<readonly string[]> {
  const filled: string[] = [];
  for (const word of words) filled.push(await standIn(word, words, stage));
  const asksSites = /^(?:export|batch|--urls|https:.*)$/.test(words[0] ?? '') && !words.includes('--help') && words[1] !== 'get';
  return asksSites && !words.includes('--sandbox') ? [...filled, '--sandbox'] : filled;
}

async function standIn(word: string, words: readonly string[], stage: Stage): Promise<string> {
  switch (word) {
    case 'URL':
      return APP;
    case 'GUID':
      return words[1] === 'retry' ? stage.failedExport() : newSample(stage);
    case 'UUID':
      return newThing(words, stage);
    default:
      return word;
  }
}

/** A finished export of its own for each command: some delete it. */
export async function newSample({ prepare }: Stage): Promise<string> {
  const { jobs } = (await prepare('jobs.create', { url: APP, sandbox: true })) as { readonly jobs: readonly { guid: string }[] };
  return jobs[0]?.guid ?? '';
}

async function newThing(words: readonly string[], stage: Stage): Promise<string> {
  const aMember = () => stage.newUuid('members.create', { name: stage.newName('Member') });
  const made: Readonly<Record<string, () => Promise<string>>> = {
    members: aMember,
    audit: aMember,
    accounts: () =>
      stage.newUuid('accounts.save', { platform: 'reddit', name: stage.newName('Account'), cookies: { reddit_session: 'x' } }),
    bulk: async () => {
      const uuid = await stage.newUuid('bulk.create', { guids: [await newSample(stage)] });
      await stage.until('bulk.get', { uuid }, ({ status }) => status === 'ready');
      return uuid;
    },
    export: () => stage.newUuid('pools.create', { name: stage.newName('Pool'), proxies: [{ type: 'http', address: '127.0.0.1:8080' }] }),
    invitations: () => (words[1] === 'new' ? aMember() : stage.newUuid('signin.invite', { name: 'Ada' })),
    schedules: () => stage.newUuid('schedules.create', { url: APP, frequency: 'daily' }),
    webhooks: () =>
      stage.newUuid('webhooks.create', {
        url: stage.inboxUrl,
        events: ['export.finished'],
        signingSecret: 'a secret of letters and digits',
      }),
  };
  const make = made[words[0] ?? ''];
  if (make === undefined) throw new Error(`What stands for <uuid> in: ${words.join(' ')}?`);
  return make();
}

/** The files that commands name. */
export function layOutFiles(folder: string): void {
  const cookie = ['.reddit.com', 'TRUE', '/', 'TRUE', '4102444800', 'reddit_session', 'x'].join('\t');
  const files = {
    'urls.txt': `${APP}\nhttps://store.steampowered.com/app/570/\n`,
    'cookies.txt': `# Netscape HTTP Cookie File\n${cookie}\n`,
    'proxies.txt': 'proxy.example:8080\n',
    'proxies.json': '[{ "type": "http", "address": "127.0.0.1:8080" }]',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}
