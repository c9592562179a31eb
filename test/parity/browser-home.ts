import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFirefoxProfile } from '#test/accounts/firefox-profile.ts';

/** Gives this process a home with a Firefox that is logged in at Reddit, so that what is found there is the same on every machine. */
export function openBrowserHome(): Disposable {
  const home = mkdtempSync(join(tmpdir(), 'commentdock-home-'));
  const cookies = ['reddit_session', 'token_v2'].map((name) => ({ name, value: 'in Firefox', host: '.reddit.com' }));
  const profile = makeFirefoxProfile(home, 'abcd.default-release', cookies);
  const former = { HOME: process.env['HOME'], XDG_CONFIG_HOME: process.env['XDG_CONFIG_HOME'] };
  process.env['HOME'] = home;
  delete process.env['XDG_CONFIG_HOME'];
  return {
    [Symbol.dispose]() {
      profile[Symbol.dispose]();
      for (const [name, value] of Object.entries(former)) if (value !== undefined) process.env[name] = value;
      rmSync(home, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
