import { describe, expect, it } from 'vitest';
import { PlatformRefusal, TransientFailure } from '#core/contract/error.ts';
import { WholeAnswer } from '#core/network/answer.ts';
import type { FailedTry } from '#core/network/attempt.ts';
import { askBothWays, type RefusingHosts } from '#core/network/second-stack.ts';
import { wireFailure } from '#core/network/wire-failure.ts';
import { serve } from '#test/network/loopback.ts';
import { openPage } from '#test/network/page.ts';

type Outcome = WholeAnswer | FailedTry;
const URL_OF_SITE = 'https://api.site.example/list?page=1';
const answerOf = (status: number, text = 'rows'): WholeAnswer =>
  new WholeAnswer({ status, headers: {}, url: new URL(URL_OF_SITE), body: Buffer.from(text), fetchedAt: new Date(0) });
const failed = (error: FailedTry['error'], status: number | null = null): FailedTry => ({
  error,
  again: 'never',
  waitMs: null,
  answer: status === null ? null : answerOf(status, 'no'),
});
const blocked = (status = 403): FailedTry => failed(new PlatformRefusal('BLOCKED'), status);
const wire = (code: string): FailedTry =>
  failed(wireFailure(Object.assign(new Error('x'), { code }), { host: 'api.site.example', phaseTimeoutMs: 1, trustComplaint: null }));

/** Asks three times for what both ways answer; gives the outcomes and who was asked. */
async function ask(plain: Outcome, browser: Outcome, request: { readonly redirect?: 'manual' } = {}) {
  const hosts: RefusingHosts = new Map();
  const asked: string[] = [];
  const outcomes: Outcome[] = [];
  for (let time = 0; time < 3; time += 1) {
    const stacks = { plain: async () => (asked.push('plain'), plain), browser: async () => (asked.push('browser'), browser) };
    outcomes.push(await askBothWays({ url: URL_OF_SITE, ...request }, stacks, hosts));
  }
  return { asked: asked.join(' '), last: outcomes.at(-1) };
}

describe('what a program is refused', () => {
  const good = answerOf(200);

  it.each([
    ['403', blocked()],
    ['426', failed(new PlatformRefusal('PLATFORM_CHANGED'), 426)],
    ['a connection that is cut', wire('ECONNRESET')],
    ['a handshake that is refused', wire('ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE')],
    ['403 that the platform takes, without words of its own', answerOf(403, '<h1>Forbidden</h1>')],
  ])('%s is asked for once more by the browser, and that host by the browser alone from then on', async (_name, plain) => {
    expect(await ask(plain, good)).toEqual({ asked: 'plain browser browser browser', last: good });
  });

  it.each([
    ['a challenge', failed(new PlatformRefusal('CAPTCHA'), 403)],
    ['a login', failed(new PlatformRefusal('LOGIN_REQUIRED'), 401)],
    ['nothing there', failed(new PlatformRefusal('NOT_FOUND'), 404)],
    ['a law of ours', failed(new PlatformRefusal('BLOCKED'))],
    ['a name that nobody knows', wire('ENOTFOUND')],
    ['a server that is busy', failed(new TransientFailure(), 503)],
    ["the platform's own word", answerOf(403, '{"error":"private"}')],
    ['an answer', good],
  ])('%s is not', async (_name, plain) => {
    expect(await ask(plain, good)).toEqual({ asked: 'plain plain plain', last: plain });
  });

  it.each([
    ['refused to the browser too', blocked(), 'plain browser plain plain'],
    ['without a browser', failed(new PlatformRefusal('BROWSER_MISSING')), 'plain browser plain plain'],
    ['with a browser that does not come through', failed(new TransientFailure()), 'plain browser plain browser plain browser'],
  ])('%s it stays refused, in its own words', async (_name, browser, asked) => {
    const plain = blocked();
    expect(await ask(plain, browser)).toEqual({ asked, last: plain });
  });

  it('is no refusal where the browser broke down each time: the page is asked for again', async () => {
    const brokeDown: FailedTry = { ...failed(new TransientFailure()), again: 'brokeDown' };
    expect(await ask(blocked(), brokeDown)).toEqual({ asked: 'plain browser plain browser plain browser', last: brokeDown });
  });

  it('is a captcha where the browser is given one', async () => {
    const captcha = failed(new PlatformRefusal('CAPTCHA'), 403);
    const hosts: RefusingHosts = new Map();
    const stacks = { plain: async () => blocked(), browser: async () => captcha };
    expect(await askBothWays({ url: URL_OF_SITE }, stacks, hosts)).toBe(captcha);
    expect(hosts.get('api.site.example')).toBe('refusesBoth');
  });

  it('is left alone where redirects are asked for', async () => {
    expect(await ask(blocked(), good, { redirect: 'manual' })).toMatchObject({ asked: 'plain plain plain' });
  });
});

describe('a platform', () => {
  it('has no second try unless it says so, and keeps its refusal where no browser is found', async () => {
    await using server = await serve((_incoming, answer) => void answer.writeHead(403).end('no'));
    for (const platform of [{}, { whenRefused: 'browser' as const }]) {
      await using page = await openPage({ platform, config: { browser: '/nowhere/chromium' } });
      await expect(page.session.fetch({ url: `${server.origin}/list` })).rejects.toMatchObject({ code: 'BLOCKED' });
    }
    expect(server.requests()).toBe(2);
  });
});
