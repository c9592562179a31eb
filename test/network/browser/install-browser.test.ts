import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { beforeEach, describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { installBrowser } from '#core/network/browser/install-browser.ts';
import { serve } from '#test/network/loopback.ts';
import { ownFolder } from '#test/own.ts';

const MINUTE = 60_000;
let folder: string;

beforeEach(() => {
  folder = ownFolder('install');
});

/** The environment of a machine whose downloads come from loopback. */
function from(origin: string): NodeJS.ProcessEnv {
  const proxies = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY', 'https_proxy', 'http_proxy', 'all_proxy'].map((name) => [name, ''] as const);
  return {
    ...process.env,
    ...Object.fromEntries(proxies),
    PLAYWRIGHT_BROWSERS_PATH: folder,
    PLAYWRIGHT_DOWNLOAD_HOST: origin,
    PLAYWRIGHT_SKIP_VALIDATE_HOST_REQUIREMENTS: '1',
  };
}

describe.skipIf(process.platform !== 'linux' || process.arch !== 'x64')('the download of Chromium', { timeout: 2 * MINUTE }, () => {
  it('unpacks what the installer fetched, tells the progress, and is found afterwards', async () => {
    const zip = new ZipFile();
    zip.addBuffer(Buffer.from('#!/bin/sh\nexit 0\n'), 'chrome-linux64/chrome', { mode: 0o100755 });
    zip.addBuffer(Buffer.alloc(3_000_000, 'x'), 'chrome-linux64/resources.pak', { compress: false });
    zip.end();
    const body = await buffer(zip.outputStream);
    await using origin = await serve((incoming, answer) => {
      if (!incoming.url?.endsWith('/chrome-linux64.zip')) return void answer.writeHead(404).end();
      answer.writeHead(200, { 'content-length': body.length }).end(body);
    });
    const percents: number[] = [];
    const signal = new AbortController().signal;
    const found = await installBrowser({ onProgress: (percent) => percents.push(percent), signal, env: from(origin.origin) });
    expect(found).toMatchObject({ name: 'Chrome for Testing', by: 'cache' });
    expect(readFileSync(found.path, 'utf8')).toContain('exit 0');
    expect(percents.at(-1)).toBe(100);
    expect(percents).toEqual(percents.toSorted((a, b) => a - b));
  });

  it('says why it failed', async () => {
    await using origin = await serve((_, answer) => void answer.writeHead(403).end('not for you'));
    const signal = new AbortController().signal;
    const failing = installBrowser({ onProgress: () => {}, signal, env: from(origin.origin) });
    await expect(failing).rejects.toMatchObject({ code: 'NETWORK', message: expect.stringMatching(/could not be downloaded .*403/) });
    await expect(installBrowser({ onProgress: () => {}, signal, env: from('http://127.0.0.1:9') })).rejects.toThrow('ECONNREFUSED');
  });

  it('ends at Ctrl+C', async () => {
    const { promise: asked, resolve } = Promise.withResolvers<void>();
    await using origin = await serve(() => resolve());
    const abort = new AbortController();
    const before = new Set(readdirSync(tmpdir()));
    const work = installBrowser({ onProgress: () => {}, signal: abort.signal, env: from(origin.origin) });
    await Promise.race([asked, work]);
    abort.abort(new Error('received SIGINT'));
    await expect(work).rejects.toThrow('received SIGINT');
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('commentdock-download-') && !before.has(name))).toEqual([]);
  });
});
