import { EventEmitter, once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ParentPort } from 'electron';
import { beforeEach, expect, test, vi } from 'vitest';
import { writeRunFile } from '#core/config/run-file.ts';
import { lockDataDir } from '#core/store/lock.ts';
import { coreNewsSchema, type CoreNews } from '#electron/core-messages.ts';
import { serveCore } from '#electron/serve-core.ts';
import { ownFolder } from '#test/own.ts';

let dataDir: string;

beforeEach(async () => {
  dataDir = ownFolder('core');
});

/** The shell's end of the port. */
class Shell {
  readonly #port = new EventEmitter();
  readonly #said = new EventEmitter();

  /** Starts a core and gives its first words. */
  async start(env: Record<string, string> = {}): Promise<{ news: CoreNews; closed: Promise<void> }> {
    const port = Object.assign(this.#port, { postMessage: (message: unknown) => this.#said.emit('news', message) });
    const firstNews = once(this.#said, 'news');
    const closed = serveCore(port as unknown as ParentPort, {
      COMMENTDOCK_DATA_DIR: dataDir,
      COMMENTDOCK_PORT: '0',
      COMMENTDOCK_LOG: 'silent',
      ...env,
    });
    const [message] = (await firstNews) as [unknown];
    return { news: coreNewsSchema.parse(message), closed };
  }

  say(data: unknown): void {
    this.#port.emit('message', { data });
  }
}

function addressOf(news: CoreNews): string {
  if (news.type === 'failed') throw new Error(news.detail);
  return news.baseUrl;
}

test('the service answers at the address it tells, until the shell asks to close', async () => {
  const shell = new Shell();
  const { news, closed } = await shell.start();
  expect(news.type).toBe('ready');
  const page = await fetch(addressOf(news));
  expect(page.status).toBe(200);
  expect(page.headers.get('content-type')).toContain('text/html');
  expect(existsSync(join(dataDir, 'run.json'))).toBe(true);
  shell.say({ type: 'other' });
  expect((await fetch(addressOf(news))).status).toBe(200);
  shell.say({ type: 'close' });
  await closed;
  expect(existsSync(join(dataDir, 'run.json'))).toBe(false);
  await expect(fetch(addressOf(news))).rejects.toThrow();
  lockDataDir(dataDir)[Symbol.dispose]();
});

test('a data folder in use gives the address of the service that has it', async () => {
  const [first, second] = [new Shell(), new Shell()];
  const running = await first.start();
  const refused = await second.start();
  expect(refused.news).toEqual({ ...running.news, type: 'inUse' });
  second.say({ type: 'close' });
  await refused.closed;
  expect((await fetch(addressOf(running.news))).status).toBe(200);
  first.say({ type: 'close' });
  await running.closed;
});

test('a data folder in use by a process that serves nothing is a failure that says what to do', async () => {
  using _lock = lockDataDir(dataDir);
  const shell = new Shell();
  const { news, closed } = await shell.start();
  expect(news).toEqual({ type: 'failed', detail: expect.stringContaining(dataDir) });
  expect(news).toEqual({ type: 'failed', detail: expect.stringContaining('COMMENTDOCK_DATA_DIR') });
  shell.say({ type: 'close' });
  await closed;
});

test('a setting that is not valid is named', async () => {
  const shell = new Shell();
  const { news, closed } = await shell.start({ COMMENTDOCK_PORT: 'many' });
  expect(news).toEqual({ type: 'failed', detail: expect.stringContaining('COMMENTDOCK_PORT') });
  shell.say({ type: 'close' });
  await closed;
});

test('an engine that breaks down ends the process, so that a new one takes its place', async () => {
  const failure = Promise.withResolvers<Error>();
  let timesClosed = 0;
  vi.doMock('#core/index.ts', () => ({
    async startService() {
      writeRunFile(dataDir, { base_url: 'http://127.0.0.1:4780', pid: process.pid, owner_secret: 'x'.repeat(40) });
      return { baseUrl: 'http://127.0.0.1:4780', failure: failure.promise, close: async () => void (timesClosed += 1) };
    },
  }));
  vi.resetModules();
  const port = Object.assign(new EventEmitter(), { postMessage: () => undefined });
  const { serveCore: serve } = await import('#electron/serve-core.ts');
  const ended = serve(port as unknown as ParentPort, { COMMENTDOCK_DATA_DIR: dataDir, COMMENTDOCK_LOG: 'silent' });
  failure.resolve(new Error('the engine broke down'));
  await expect(ended).rejects.toThrow('the engine broke down');
  expect(timesClosed).toBe(1);
  vi.doUnmock('#core/index.ts');
});
