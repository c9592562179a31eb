import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { OPERATIONS } from '#core/operations/registry.ts';
import { ownFolder } from '#test/own.ts';
import { type FakeHost, fakeHost } from '#test/surfaces/cli/fake-host.ts';

const COMMANDS = [...new Set(OPERATIONS.flatMap(({ cli }) => (cli === undefined ? [] : [cli.command])))];
const HOOK = ['https://hooks.example/a', '--events', 'export.created,export.failed', '--signing-secret', 'secret'];

let folder: string;
let host: FakeHost;

beforeEach(() => {
  folder = ownFolder('cli-operations');
  host = fakeHost(folder);
});

/** What a command printed as JSON. */
async function answerOf(...words: string[]): Promise<unknown> {
  host.out.stdout = '';
  expect(await host.run(...words, '--json'), host.out.stderr).toBe(0);
  return host.out.stdout === '' ? undefined : JSON.parse(host.out.stdout);
}

async function errorOf(...words: string[]): Promise<unknown> {
  host.out.stdout = '';
  expect(await host.run(...words, '--json')).not.toBe(0);
  return JSON.parse(host.out.stdout);
}

const uuidOf = (answer: unknown): string => (answer as { readonly uuid: string }).uuid;

describe('the commands of operations', () => {
  it.each(COMMANDS)('%s has a help that says what it does', async (command) => {
    expect(await host.run(...command.split(' '), '--help')).toBe(0);
    expect(host.out.stdout).toMatch(new RegExp(`^Usage: commentdock ${command}( |\\n)`));
    expect(host.out.stdout).toMatch(/\n\n\S.+\n/);
    expect(host.out.stdout).toContain('--json');
  });

  it.each([...new Set(COMMANDS.map((command) => command.split(' ')[0] ?? ''))])('%s tells of each command below it', async (noun) => {
    await host.run(noun, '--help');
    const below = COMMANDS.filter((command) => command.startsWith(`${noun} `)).map((command) => command.slice(noun.length + 1));
    for (const word of below) expect(host.out.stdout).toMatch(new RegExp(`\\n {2}${word} .* {2}[a-z]`));
  });

  it('are all in docs/cli.md, which names no other', async () => {
    const page = readFileSync(new URL('../../../docs/cli.md', import.meta.url), 'utf8');
    const rows = page.split('\n').filter((line) => line.startsWith('| `'));
    const named = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([a-z -]+)`/g)].map(([, command]) => command ?? ''));
    expect(COMMANDS.filter((command) => !named.includes(command))).toEqual([]);
    for (const command of named) {
      host.out.stdout = '';
      await host.run(...command.split(' '), '--help');
      expect(host.out.stdout).toContain(`Usage: commentdock ${command} `);
    }
  });

  it('are listed in the help', async () => {
    await host.run('--help');
    expect(host.out.stdout).toMatch(/\n {2}webhooks \[options\] +list webhooks\n/);
    expect(host.out.stdout).toMatch(/\n {2}bulk \[options\] <guids\.\.\.> +put several exports into one ZIP, or into\n +one file\n/);
  });

  it('print the output itself with --json, a table without', async () => {
    const created = await answerOf('webhooks', 'add', ...HOOK);
    expect(created).toMatchObject({ url: HOOK[0], events: ['export.created', 'export.failed'], enabled: true });
    expect(await answerOf('webhooks')).toEqual([created]);
    host.out.stdout = '';
    await host.run('webhooks');
    expect(host.out.stdout).toMatch(/^uuid +url +events .*\n\S+ {2}https:\/\/hooks\.example\/a {2}export\.created, export\.failed .*\n$/);
  });

  it('print nothing with --json where nothing is answered', async () => {
    const uuid = uuidOf(await answerOf('webhooks', 'add', ...HOOK));
    expect(await answerOf('webhooks', 'remove', uuid)).toBeUndefined();
    expect(await answerOf('webhooks')).toEqual([]);
    const other = uuidOf(await answerOf('webhooks', 'add', ...HOOK));
    host.out.stdout = '';
    await host.run('webhooks', 'remove', other);
    expect(host.out.stdout).toBe('Done.\n');
  });

  it('leave to the operation what was not given', async () => {
    const uuid = uuidOf(await answerOf('webhooks', 'add', ...HOOK, '--no-enabled'));
    expect(await answerOf('webhooks', 'update', uuid, '--url', 'https://hooks.example/b')).toMatchObject({
      url: 'https://hooks.example/b',
      enabled: false,
      events: ['export.created', 'export.failed'],
    });
    expect(await answerOf('webhooks', 'update', uuid, '--enabled')).toMatchObject({ enabled: true });
    expect(await answerOf('webhooks', 'update', uuid, '--no-enabled')).toMatchObject({ enabled: false });
  });

  it('say where a service is needed', async () => {
    await answerOf('webhooks', 'add', ...HOOK);
    expect(host.out.stderr).toContain('Messages are sent while the service runs: commentdock serve\n');
  });

  it('tell an error as the REST API does', async () => {
    expect(await errorOf('webhooks', 'add', 'https://hooks.example/a')).toEqual({
      status_code: 422,
      error_code: 'VALIDATION_ERROR',
      detail: '`events` is required: give a list. `signingSecret` is required: give a text.',
      error: '`events` is required: give a list. `signingSecret` is required: give a text.',
      violations: [
        { propertyPath: 'events', message: '`events` is required: give a list.' },
        { propertyPath: 'signingSecret', message: '`signingSecret` is required: give a text.' },
      ],
    });
    expect(host.out.stderr).toContain('VALIDATION_ERROR: `events` is required');
  });

  it('tell a wrong command line as an error too', async () => {
    expect(await errorOf('webhooks', 'get')).toEqual({
      status_code: 400,
      error_code: 'INVALID_REQUEST',
      detail: "missing required argument 'uuid'",
      error: "missing required argument 'uuid'",
    });
    expect(await errorOf('webhooks', 'gte', 'x')).toMatchObject({ error_code: 'INVALID_REQUEST' });
    expect(await errorOf('webhooks', '--nothing')).toMatchObject({ detail: "unknown option '--nothing'" });
    expect(host.opened).toEqual([]);
  });

  it('ask for no more of the data folder than they need', async () => {
    await answerOf('pools');
    await errorOf('bulk', 'nobody');
    expect(host.opened).toEqual(['records', 'archives']);
    expect(host.closed).toBe(2);
  });
});
