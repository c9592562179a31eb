import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { isTerminal, type Job } from '#core/contract/job.ts';
import { readRunFile } from '#core/config/run-file.ts';
import { OPERATIONS } from '#core/operations/registry.ts';
import { createRemoteClient } from '#core/surfaces/cli/remote-client.ts';
import { canary, filesBelow, findIn, findInFiles, findInProcesses, formsOf, processesBelow } from '#test/accounts/canary.ts';
import { loginWall } from '#test/accounts/login-wall.ts';
import { own } from '#test/own.ts';
import { openCommandLine } from '#test/surfaces/cli/command.ts';
import { startRoute } from '#test/world/routes.ts';
import { startWorld } from '#test/world/world.ts';

const THREAD = 'https://www.reddit.com/r/simulated/comments/simpost/a_simulated_post/';
const SECRETS = {
  'cookie of an account': canary('account'),
  'cookie of an account, from a file': canary('file'),
  'cookie of a job': canary('job'),
  'cookie of a job that fails': canary('failing'),
  'cookie of a schedule': canary('schedule'),
  'password of a route': canary('route'),
  'password of a pool': canary('pool'),
} as const;

/** What anybody can read of the service. */
const READABLE = [
  ...OPERATIONS.filter(({ rest }) => rest.method === 'GET' && !rest.path.includes('{')).map(({ rest }) => rest.path),
  '/openapi.json',
  '/docs',
  '/',
];

const wall = loginWall(SECRETS['cookie of an account']);
const world = await own(startWorld({ simulators: [wall.simulator] }));

describe('the search itself', () => {
  it('finds a secret in every form and at every place', () => {
    const folder = mkdtempSync(join(tmpdir(), 'commentdock-canary-'));
    try {
      const secret = SECRETS['cookie of a job'];
      for (const [name, form] of formsOf(secret)) {
        writeFileSync(join(folder, 'some file'), Buffer.concat([Buffer.from('before '), form, Buffer.from(' after')]));
        expect(findInFiles(folder, { secret }), name).not.toEqual([]);
      }
      for (const before of ['', 'x', 'xy']) {
        const inBase64 = Buffer.from(`${before}${secret} and more`).toString('base64');
        expect(findIn(Buffer.from(inBase64), { secret })).not.toEqual([]);
      }
      expect(findIn(Buffer.from('nothing of the kind'), SECRETS)).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    }
  });
});

it.skipIf(process.platform !== 'linux')('finds a secret in the command line and in the environment of a child', async () => {
  const secret = SECRETS['cookie of a job'];
  for (const [words, env] of [
    [['-e', 'setTimeout(() => {}, 60000)', secret], {}],
    [['-e', 'setTimeout(() => {}, 60000)'], { SECRET: secret }],
  ] as const) {
    const child = spawn(process.execPath, words, { env, stdio: 'ignore' });
    await once(child, 'spawn');
    expect(findInProcesses(child.pid ?? 0, { secret })).toHaveLength(1);
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
});

describe.skipIf(process.platform !== 'linux')('secrets of the owner', () => {
  it('stand in no file, no log, no answer and no process list', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'commentdock-secrets-'));
    const env = {
      ...world.env,
      COMMENTDOCK_LOG: 'debug',
      COMMENTDOCK_RETRY_SCALE: '0.01',
      NODE_OPTIONS: '--report-on-signal --report-on-fatalerror',
      TMPDIR: folder,
    };
    try {
      const [ofRoute, ofPool] = [SECRETS['password of a route'], SECRETS['password of a pool']].map((password) => ({
        username: 'user',
        password,
      }));
      if (ofRoute === undefined || ofPool === undefined) throw new Error('two passwords');
      await using berlin = await startRoute(world, { type: 'socks5', credentials: ofRoute });
      await using pooled = await startRoute(world, { type: 'http', credentials: ofPool });
      await using wary = await startRoute(world, { type: 'socks5', name: 'wary', credentials: { username: 'user', password: 'another' } });
      await using cli = openCommandLine(env);
      const root = dirname(cli.dataDir);
      const service = await cli.serve();
      const pid = service.child.pid ?? 0;
      const run = readRunFile(cli.dataDir);
      if (run === null) throw new Error('the service wrote no run.json');
      const client = createRemoteClient(run, new AbortController().signal);
      const [token] = (await client.call('tokens.list', {})) as readonly { readonly token: string }[];
      const answers: string[] = [];
      const ask = async (path: string, init: { method?: string; body?: object } = {}): Promise<unknown> => {
        const answer = await fetch(new URL(path, run.base_url), {
          method: init.method ?? 'GET',
          headers: { 'x-auth-token': token?.token ?? '', ...(init.body === undefined ? {} : { 'content-type': 'application/json' }) },
          ...(init.body === undefined ? {} : { body: JSON.stringify(init.body) }),
        });
        const text = await answer.text();
        answers.push(`${path} ${JSON.stringify([...answer.headers])} ${text}`);
        return text.startsWith('{') || text.startsWith('[') ? (JSON.parse(text) as unknown) : text;
      };
      const post = (path: string, body: object): Promise<unknown> => ask(path, { method: 'POST', body });
      const jobOf = async (options: object): Promise<Job> => {
        const { guid } = (await post('/api/v3/job', { url: THREAD, options, formats: ['json', 'csv'] })) as Job;
        for (;;) {
          const job = (await ask(`/api/v3/job/${guid}`)) as Job;
          expect(findInProcesses(pid, SECRETS)).toEqual([]);
          if (isTerminal(job.status)) return job;
          await delay(50);
        }
      };

      const stored = async (path: string, body: object): Promise<void> =>
        expect(await post(path, body), path).toMatchObject({ uuid: expect.any(String) });
      const refused = async (path: string, body: object): Promise<void> =>
        expect(await post(path, body), path).toMatchObject({ error_code: expect.any(String) });

      await stored('/api/v1/accounts', {
        platform: 'reddit',
        cookies: { reddit_session: SECRETS['cookie of an account'], token_v2: 'x' },
      });
      const file = join(folder, 'cookies.txt');
      writeFileSync(
        file,
        ['.reddit.com', 'TRUE', '/', 'TRUE', 0, 'reddit_session', SECRETS['cookie of an account, from a file']].join('\t'),
      );
      const added = cli.start('accounts', 'add', 'reddit', '--name', 'second', '--cookies', file);
      expect(findInProcesses(added.child.pid ?? 0, SECRETS)).toEqual([]);
      const said = await added.finished;
      expect(said.exitCode).toBe(0);
      rmSync(file);
      await stored('/api/v1/routes', {
        name: 'Berlin',
        code: 'DE',
        url: berlin.url,
      });
      await stored('/api/v1/routes', { name: 'Wary', code: 'CH', url: wary.url.replace('another', encodeURIComponent(ofRoute.password)) });
      const { uuid: pool } = (await post('/api/v1/proxies', {
        name: 'Pool',
        proxies: [{ type: 'http', address: pooled.address, ...ofPool }],
      })) as { readonly uuid: string };
      await stored('/api/v1/schedules', {
        url: THREAD,
        frequency: 'daily',
        options: { cookies: { sessionid: SECRETS['cookie of a schedule'] } },
      });
      // What is refused is said without the secret.
      await refused('/api/v1/accounts', { platform: 'reddit', cookies: `${SECRETS['cookie of an account']}\nin a text that is none` });
      await refused('/api/v1/accounts', { platform: 'nowhere', cookies: SECRETS['cookie of an account'] });
      await refused('/api/v1/routes', { name: 'Paris', code: 'FR', url: `gopher://user:${SECRETS['password of a route']}@127.0.0.1` });
      await refused('/api/v3/job', { url: THREAD, options: { cookies: { a: [SECRETS['cookie of a job']] } } });

      expect(await jobOf({})).toMatchObject({ status: 'done' });
      expect(await jobOf({ vpn: 'Berlin' })).toMatchObject({ status: 'done' });
      expect(await jobOf({ pool })).toMatchObject({ status: 'done' });
      expect([berlin.connections > 0, pooled.connections > 0]).toEqual([true, true]);
      expect(await jobOf({ vpn: 'Wary' })).toMatchObject({ status: 'error', error_code: 'NETWORK' });
      expect(wary.turnedAway).toBeGreaterThan(0);
      expect(await jobOf({ cookies: { sessionid: SECRETS['cookie of a job that fails'] } })).toMatchObject({
        status: 'error',
        error_code: 'LOGIN_REQUIRED',
      });
      wall.session = SECRETS['cookie of a job'];
      const done = await jobOf({ cookies: { sessionid: SECRETS['cookie of a job'] } });
      expect(done).toMatchObject({ status: 'done', masked_metadata: { 'cookies.sessionid': expect.any(String) } });
      await ask(`/api/v3/job/${done.guid}/json`);
      await ask(`/api/v3/job/${done.guid}/download?format=csv`);
      for (const path of READABLE) await ask(path);
      const doctor = await cli.run('doctor', '--json');
      const list = await cli.run('accounts');

      expect(wall.seen.map(({ cookie }) => cookie).join()).toContain(SECRETS['cookie of an account']);
      const everythingSaid = [
        ...answers,
        service.said.stdout,
        service.said.stderr,
        ...[said, doctor, list].map(({ stdout, stderr }) => stdout + stderr),
      ];
      expect(everythingSaid.flatMap((text) => findIn(Buffer.from(text), SECRETS))).toEqual([]);
      expect(processesBelow(pid)).toContain(pid);
      expect(findInFiles(root, SECRETS)).toEqual([]);
      expect(filesBelow(root).some((path) => path.endsWith('-wal'))).toBe(true);

      // Node's own report of the process, then a breakdown: they tell nothing either.
      service.child.kill('SIGUSR2');
      const isReport = (path: string): boolean => /[/]report[.][^/]+[.]json$/.test(path);
      await expect.poll(() => filesBelow(root).filter(isReport)).toHaveLength(1);
      service.child.kill('SIGABRT');
      await service.finished;
      expect(findInFiles(root, SECRETS)).toEqual([]);
      expect(findInFiles(folder, SECRETS)).toEqual([]);
      expect(findIn(Buffer.from(service.said.stderr), SECRETS)).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    }
  });
});
