import type { Outcome } from '#test/recordings/compare.ts';
import { lackingForBrowser, trustInBrowser } from '#test/world/browser-trust.ts';
import type { World } from '#test/world/world.ts';

/** What an export of a recorded case has for platforms that are read in a browser. */
export interface BrowserGround extends AsyncDisposable {
  /** The world's environment, in which a browser trusts the world too. */
  readonly env: Readonly<Record<string, string>>;
  /** Why a case that came out like this does not count; null where it counts. */
  skips(outcome: Outcome): string | null;
}

/** Nothing stands here: an export that needs a browser says so at once. */
const NO_BROWSER = '/nowhere/a-browser-that-trusts-the-world';

/** Makes a home whose browsers trust `world`; where this machine lacks something for that, exports find no browser. */
export async function prepareBrowsers(world: World): Promise<BrowserGround> {
  const lacking = await lackingForBrowser();
  if (lacking !== null) {
    return {
      env: { ...world.env, COMMENTDOCK_BROWSER: NO_BROWSER },
      skips: ({ errorCode }) => (errorCode === 'BROWSER_MISSING' ? lacking : null),
      [Symbol.asyncDispose]: () => Promise.resolve(),
    };
  }
  const trusting = await trustInBrowser(world.caFile);
  return {
    env: { ...world.env, HOME: trusting.home },
    skips: () => null,
    [Symbol.asyncDispose]: () => trusting[Symbol.asyncDispose](),
  };
}
