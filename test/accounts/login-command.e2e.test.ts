import { describe, expect, it } from 'vitest';
import type { SavedAccount } from '#core/contract/saved-account.ts';
import { missingScreen, openVirtualScreen } from '#test/network/virtual-screen.ts';
import { own } from '#test/own.ts';
import { openCommandLine } from '#test/surfaces/cli/command.ts';
import { lackingForBrowser, trustInBrowser } from '#test/world/browser-trust.ts';
import type { Simulator } from '#test/world/simulator.ts';
import { redditSimulator } from '#core/platforms/reddit/simulator.ts';
import { startWorld } from '#test/world/world.ts';

const THREAD = 'https://www.reddit.com/r/simulated/comments/simpost/a_simulated_post/';
const missing = missingScreen() ?? (await lackingForBrowser());
if (missing !== null) console.log(`Nobody logs in by \`commentdock login\`: ${missing}`);

const reddit = redditSimulator({ comments: 5 });
/** Its login page logs in whoever opens it; without the session it shows nothing else. */
const simulator: Simulator = (request) => {
  if (request.url.hostname !== 'www.reddit.com') return null;
  if (request.url.pathname === '/login/') {
    const cookies = ['reddit_session=from the window', 'token_v2=t'].map(
      (pair) => `${pair}; Domain=.reddit.com; Path=/; Secure; HttpOnly; Max-Age=86400`,
    );
    return { headers: { 'set-cookie': cookies }, body: '<title>Welcome</title>' };
  }
  const isIn = (request.headers['cookie'] ?? '').includes('reddit_session=from the window');
  return isIn ? reddit(request) : { status: 302, headers: { location: 'https://www.reddit.com/login/' } };
};

const world = await own(startWorld({ simulators: [simulator] }));

describe.skipIf(missing !== null)('commentdock login', () => {
  it('keeps the session of a window, and exports use it', async () => {
    await using screen = await openVirtualScreen();
    await using trusting = await trustInBrowser(world.caFile);
    await using cli = openCommandLine({ ...world.env, DISPLAY: screen.display, HOME: trusting.home });
    await cli.serve();
    const { exitCode, stdout, stderr } = await cli.run('login', 'reddit', '--json');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: 'Log in to Reddit in the window that has opened; it closes by itself.\n' });
    expect(JSON.parse(stdout) as SavedAccount).toMatchObject({
      platform: 'reddit',
      name: 'main',
      source: 'login',
      cookie_names: expect.arrayContaining(['reddit_session', 'token_v2']),
      missing_cookies: [],
      needs_login: false,
      expiresAt: expect.any(String),
    });
    expect(stdout).not.toContain('from the window');
    const exported = await cli.run('export', THREAD, '--format', 'json', '--out', cli.outDir, '--json');
    expect(JSON.parse(exported.stdout)).toMatchObject({ status: 'done' });
  });

  it('says at once where there is nothing to log in to', async () => {
    await using cli = openCommandLine(world.env);
    expect((await cli.run('login', 'nowhere')).stderr).toMatch(/^VALIDATION_ERROR: .*commentdock platforms/);
    expect((await cli.run('login', 'steam')).stderr).toMatch(/its exports use no login/);
  });
});
