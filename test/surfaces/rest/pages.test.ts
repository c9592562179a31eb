import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '#core/operations/registry.ts';
import { createRest, startRest } from '#core/surfaces/rest/server.ts';
import { fakeServices } from '#test/operations/fake-services.ts';
import { startRestService } from '#test/surfaces/rest/rest-service.ts';

const NO_TOKEN = { 'x-auth-token': '' };

describe('pages', () => {
  it('say to who has no pass how the window opens, and nothing of what the owner did', async () => {
    await using service = await startRestService();
    await service.ask('POST', '/api/v3/job', { body: { url: 'https://tubular.com/watch/abc?secret=1' }, headers: { 'x-sandbox': 'true' } });
    const { status, text, headers } = await service.ask('GET', '/', { headers: NO_TOKEN });
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toContain('<code>commentdock gui</code>');
    expect(text).toContain('<meta name="commentdock-window-closed">');
    expect(text).not.toMatch(/\/exports\/|secret=1|tubular/);
    expect(text).toContain('<p>Commentdock asks platforms for what they show to you, as you. Their terms of use apply, ');
    expect(text).toContain('your decision and your responsibility.</p>');
  });

  it('speak the language of who reads them', async () => {
    await using service = await startRestService();
    const { text } = await service.ask('GET', '/', { headers: { ...NO_TOKEN, 'accept-language': 'nl-NL,de-DE;q=0.9,en;q=0.8' } });
    expect(text).toContain('<html lang="de">');
    expect(text).toContain('Dieser Befehl gibt einen aus:');
  });

  it('render every operation', async () => {
    await using service = await startRestService();
    const { text } = await service.ask('GET', '/docs', { headers: NO_TOKEN });
    for (const { name, rest } of OPERATIONS) {
      expect(text).toContain(`<section id="${name}">`);
      expect(text).toContain(`<span class="method">${rest.method}</span> ${rest.path}</code>`);
      expect(text).toContain(`href="#${name}"`);
    }
  });

  it.each(['/', '/docs'])('%s runs no script and allows its own style by hash', async (path) => {
    await using service = await startRestService();
    const { text, headers } = await service.ask('GET', path, { headers: NO_TOKEN });
    const style = /<style>([^]*)<\/style>/.exec(text)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/^default-src 'none'; style-src ('sha256-[\w+/=]+' ?)+; base-uri 'none'/);
    expect(policy).toContain(`'sha256-${hash}'`);
    expect(text).not.toMatch(/<script|<img|(?:src|href)="(?!\/|#)/);
  });

  it('health answers without a token', async () => {
    await using service = await startRestService();
    expect((await service.ask('GET', '/health', { headers: NO_TOKEN })).json).toEqual({
      ok: true,
      service: 'commentdock',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    });
  });
});

describe('the service', () => {
  it('says that its port is taken', async () => {
    await using service = await startRestService();
    const services = fakeServices({ env: { COMMENTDOCK_PORT: String(service.port) } });
    await expect(startRest({ services, ownerSecret: null })).rejects.toMatchObject({
      code: 'PORT_IN_USE',
      message: expect.stringContaining(String(service.port)),
    });
  });

  it('tells how long a connection lives, so long that one that a client has at hand is rarely gone when it asks', async () => {
    await using service = await startRestService();
    const { headers } = await fetch(`${service.url}/health`);
    expect(headers.get('keep-alive')).toBe('timeout=72');
  });

  it('closes while an answer is on its way', async () => {
    const service = await startRestService();
    const waiting = fetch(`${service.url}/health`, { headers: { connection: 'keep-alive' } });
    await waiting;
    await service[Symbol.asyncDispose]();
    await expect(fetch(`${service.url}/health`)).rejects.toThrow();
  });

  it('hides its own failures but for their kind, and logs them', async () => {
    const services = fakeServices();
    const lines: object[] = [];
    const { app } = createRest({
      services: { ...services, platforms: { ...services.platforms, all: null as never } },
      ownerSecret: null,
      logger: collectingLogger(lines),
    });
    const answer = await app.inject({ url: '/api/public/platforms', headers: { host: 'localhost:4780' } });
    expect([answer.statusCode, answer.json().error_code]).toEqual([500, 'INTERNAL']);
    expect(lines).toContainEqual(expect.objectContaining({ route: '/api/public/platforms', err: expect.any(Error) }));
    await app.close();
  });
});

/** Keeps what is logged. */
function collectingLogger(lines: object[]) {
  const keep = (line: object): void => void lines.push(line);
  return { info: keep, error: keep } as unknown as NonNullable<Parameters<typeof createRest>[0]['logger']>;
}
