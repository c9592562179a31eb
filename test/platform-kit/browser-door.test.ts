import { expect, it } from 'vitest';
import { CommentdockError, PlatformRefusal, Stopped } from '#core/contract/error.ts';
import { plainOrBrowser } from '#core/platform-kit/browser-door.ts';
import type { Session } from '#core/platform-api/session.ts';
import { FakeSession } from '#test/platforms/fake-session.ts';

const WALL = new PlatformRefusal('CAPTCHA');
const asked: string[] = [];

/** Asks twice; a way that is an error is refused. */
async function twice(plain: Error | 'plain', browser: Error | 'browser', session: Session = new FakeSession([])) {
  asked.length = 0;
  const way = (name: string, gives: Error | string) => async () => {
    asked.push(name);
    if (gives instanceof Error) throw gives;
    return gives;
  };
  const ask = () => plainOrBrowser(session, 'site', { plain: way('plain', plain), browser: way('browser', browser) });
  return [await ask(), await ask()].map(({ value, by }) => `${value}${by}`);
}

it('asks plain HTTP as long as nothing stands before it', async () => {
  expect(await twice('plain', 'browser')).toEqual(['plain', 'plain']);
  expect(asked).toEqual(['plain', 'plain']);
});

it('asks the browser from the first wall on', async () => {
  for (const wall of [WALL, new PlatformRefusal('BLOCKED')]) {
    expect(await twice(wall, 'browser')).toEqual(['browser, in the browser', 'browser, in the browser']);
    expect(asked).toEqual(['plain', 'browser', 'browser']);
  }
});

it('passes on what is no wall', async () => {
  const refusals = (['NOT_FOUND', 'RATE_LIMITED', 'LOGIN_REQUIRED'] as const).map((code) => new CommentdockError(code));
  for (const error of [...refusals, new Stopped()]) {
    await expect(twice(error, 'browser')).rejects.toBe(error);
  }
  expect(asked).toEqual(['plain']);
});

it('leaves the wall as the reason where the browser does not get there', async () => {
  for (const code of ['BROWSER_MISSING', 'NETWORK'] as const) await expect(twice(WALL, new CommentdockError(code))).rejects.toBe(WALL);
  const gone = new CommentdockError('NOT_FOUND');
  await expect(twice(WALL, gone)).rejects.toBe(gone);
});

it('takes a wire that breaks for a wall only where the site breaks them, and asks plain HTTP again where there is no browser', async () => {
  const broken = new CommentdockError('NETWORK');
  const session = new FakeSession([]);
  const ask = (plain: () => Promise<string>, browser: () => Promise<string>) =>
    plainOrBrowser(session, 'site', { breaksWires: true, plain, browser });
  const breaks = () => Promise.reject(broken);
  await expect(twice(broken, 'browser')).rejects.toBe(broken);
  await expect(ask(breaks, () => Promise.reject(new CommentdockError('BROWSER_MISSING')))).rejects.toBe(broken);
  expect(await ask(async () => 'plain', breaks)).toEqual({ value: 'plain', by: '' });
  expect(await ask(breaks, async () => 'browser')).toEqual({ value: 'browser', by: ', in the browser' });
});
