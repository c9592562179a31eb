import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { PlatformRefusal } from '#core/contract/error.ts';
import type { PlatformRequest } from '#core/platform-api/session.ts';
import type { SiteWalls } from '#core/platform-api/wall-sign.ts';
import { CHALLENGE_PAGE } from '#test/world/fault.ts';
import { serve } from '#test/network/loopback.ts';
import { openPage } from '#test/network/page.ts';
import { HTML } from '#test/network/walls/suspect.ts';

const LOGIN_PAGE = '<html><head><title>Log in</title></head><body><form><input type="password"></form></body></html>';
const REFUSAL_OF_AKAMAI = '<html><body><h1>Access Denied</h1><p>Reference&#32;&#35;18&#46;1d2e.1557.a4e</p></body></html>';

/** Answers every request with that body; the path is the status. */
function serveBody(body: string, type = HTML): ReturnType<typeof serve> {
  return serve((incoming, answer) =>
    answer.writeHead(Number(incoming.url?.slice(1)), { 'content-type': type, 'retry-after': '1' }).end(body),
  );
}

async function refusalOf(request: PlatformRequest): Promise<{ readonly error: unknown; readonly requests: number }> {
  await using page = await openPage();
  const error: unknown = await page.session.json(z.any(), request).catch((each: unknown) => each);
  return { error, requests: page.counters.requests };
}

describe('a challenge on the way', () => {
  it('ends the request at once as CAPTCHA and says what to do', async () => {
    await using server = await serveBody(CHALLENGE_PAGE);
    for (const status of [200, 202, 403, 429, 503]) {
      const { error, requests } = await refusalOf({ url: `${server.origin}/${status}`, accept: [403] });
      expect(error).toBeInstanceOf(PlatformRefusal);
      expect(error).toMatchObject({ code: 'CAPTCHA' });
      expect((error as Error).message).toMatch(/captcha \(Cloudflare\)\. Open the page in your own browser/);
      expect(requests).toBe(1);
    }
  });

  it('is handed back to a platform that takes every status, unless it calls itself good', async () => {
    await using server = await serveBody(CHALLENGE_PAGE);
    await using page = await openPage();
    const answer = await page.session.fetch({ url: `${server.origin}/403`, accept: 'any' });
    expect(answer.status).toBe(403);
    expect(answer.refusal).toMatchObject({ code: 'CAPTCHA' });
    await expect(page.session.fetch({ url: `${server.origin}/200`, accept: 'any' })).rejects.toMatchObject({ code: 'CAPTCHA' });
  });
});

describe('other walls on the way', () => {
  it('a refusal names whose it is', async () => {
    await using server = await serveBody(REFUSAL_OF_AKAMAI);
    for (const status of [200, 403, 503]) {
      const { error, requests } = await refusalOf({ url: `${server.origin}/${status}` });
      expect(error).toMatchObject({ code: 'BLOCKED' });
      expect((error as Error).message).toMatch(/refuses this machine \(Akamai\)\. Wait some hours/);
      expect(requests).toBe(1);
    }
  });

  it('a platform that takes the status gets the body of a refusal, not that of a challenge', async () => {
    await using server = await serveBody(REFUSAL_OF_AKAMAI);
    await using page = await openPage();
    expect((await page.session.fetch({ url: `${server.origin}/403`, accept: [403] })).text).toBe(REFUSAL_OF_AKAMAI);
    expect((await page.session.fetch({ url: `${server.origin}/403`, accept: 'any' })).refusal).toMatchObject({ code: 'BLOCKED' });
  });

  it('a bare 403 stays what its status says', async () => {
    await using server = await serveBody('{"message":"Forbidden"}', 'application/json');
    expect((await refusalOf({ url: `${server.origin}/403` })).error).toMatchObject({
      code: 'BLOCKED',
      message: expect.stringContaining('answered 403'),
    });
  });

  it('a login page where data was asked for', async () => {
    await using server = await serveBody(LOGIN_PAGE);
    const { error, requests } = await refusalOf({ url: `${server.origin}/200` });
    expect(error).toMatchObject({ code: 'LOGIN_REQUIRED' });
    expect(requests).toBe(1);
  });

  it.each([
    ['/accounts/login/?next=%2Fx', 'LOGIN_REQUIRED'],
    ['/privacy/terms', null],
  ])('a redirect to %s is %s', async (location, code) => {
    await using server = await serve((incoming, answer) =>
      incoming.url === '/x'
        ? answer.writeHead(302, { location }).end()
        : answer.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
    );
    await using page = await openPage();
    const outcome: unknown = await page.session.fetch({ url: `${server.origin}/x` }).catch((each: unknown) => each);
    expect((outcome as { code?: string }).code ?? null).toBe(code);
    // What a wall stands at is not asked for.
    expect(page.counters.requests).toBe(code === null ? 2 : 1);
    const byHand = await page.session.fetch({ url: `${server.origin}/x`, redirect: 'manual' });
    expect(byHand.status).toBe(302);
  });

  it('a login that a platform asks for itself is an answer', async () => {
    await using server = await serve((incoming, answer) =>
      incoming.url === '/login' ? answer.writeHead(302, { location: '/login/' }).end() : answer.end('{"token":1}'),
    );
    await using page = await openPage();
    expect((await page.session.fetch({ url: `${server.origin}/login` })).text).toBe('{"token":1}');
  });
});

describe('a wall that the site alone has', () => {
  const OWN: SiteWalls = {
    addresses: [{ kind: 'age', by: 'Grown', path: /^\/are-you-of-age$/, source: 'its question about age' }],
    bodies: [{ kind: 'challenge', by: 'Grown', in: 'title', mark: /^Knock first$/, source: 'its robot check' }],
  };
  const ROBOT_CHECK = '<html><head><title>Knock first</title></head><body></body></html>';

  it.each([
    ['/led', 'AGE_RESTRICTED', "visitor's age (Grown)"],
    ['/shown', 'CAPTCHA', 'captcha (Grown)'],
  ])('is met at %s as %s by its platform, and by no other', async (path, code, words) => {
    await using server = await serve((incoming, answer) =>
      incoming.url === '/led'
        ? answer.writeHead(302, { location: '/are-you-of-age' }).end()
        : answer.writeHead(200, { 'content-type': HTML }).end(ROBOT_CHECK),
    );
    const request = { url: `${server.origin}${path}` };
    await using own = await openPage({ platform: { walls: OWN } });
    await expect(own.session.fetch(request)).rejects.toMatchObject({ code, message: expect.stringContaining(words) });
    await using other = await openPage();
    expect((await other.session.fetch(request)).text).toBe(ROBOT_CHECK);
  });
});

describe('an empty answer with 200', () => {
  it('is asked for again, then BLOCKED where data was asked for', async () => {
    await using server = await serveBody('', 'application/json');
    const { error, requests } = await refusalOf({ url: `${server.origin}/200` });
    expect(error).toMatchObject({ code: 'BLOCKED', message: expect.stringContaining('nothing at all') });
    expect(requests).toBe(3);
  });

  it('is an answer to a platform that looks itself, and to one that asked for no data', async () => {
    await using server = await serveBody('');
    await using page = await openPage();
    expect((await page.session.fetch({ url: `${server.origin}/200` })).text).toBe('');
  });

  it('is asked for again once only if data comes then', async () => {
    await using server = await serve((_, answer) =>
      answer.writeHead(200, { 'content-type': 'application/json' }).end(server.requests() === 0 ? '' : '[]'),
    );
    await using page = await openPage();
    expect(await page.session.json(z.array(z.any()), { url: server.origin })).toEqual([]);
    expect(page.counters.requests).toBe(2);
  });
});
