// What a site gives a visitor who has passed its check is kept for the next run: on the same way, without the owner's cookies, as long as it lasts.
import { beforeEach, describe, expect, it } from 'vitest';
import { openCookies, type RunCookies } from '#core/network/cookies.ts';
import { type PassStore, runPasses } from '#core/network/passes.ts';
import { savedPasses } from '#core/threads/saved-passes.ts';
import { openPage, type PageSettings, TEST_PLATFORM } from '#test/network/page.ts';
import { own } from '#test/own.ts';
import { startWorld } from '#test/world/world.ts';

const SITE = 'https://www.example.org/';
const ELSEWHERE = 'https://files.example.net/';
const DAY_S = 86_400;
const PASS = 'pass=one; Domain=example.org; Path=/; Secure; Max-Age=';
const PLATFORM: NonNullable<PageSettings['platform']> = { cookies: { need: 'optional', domains: ['.example.org'], passes: ['pass'] } };

let lastsS: number;
let vault: Map<string, string>;
let passes: PassStore;
const world = await own(
  startWorld({
    simulators: [
      ({ url }) => ({
        headers: { 'set-cookie': url.host === 'www.example.org' ? `${PASS}${lastsS}` : 'pass=other; Path=/; Secure; Max-Age=9999' },
        body: 'here',
      }),
    ],
  }),
);
beforeEach(() => {
  world.reset();
  lastsS = DAY_S;
  vault = new Map();
  const kept = vault;
  passes = savedPasses({
    get: (name) => kept.get(name) ?? null,
    set: (name, value) => void kept.set(name, value),
    remove: (name) => void kept.delete(name),
  });
});

/** One run that asks for an address. */
async function run(settings: PageSettings = {}, url = SITE): Promise<void> {
  const config = { httpsProxy: world.url, httpProxy: world.url, extraCaFile: world.caFile };
  await using page = await openPage({ config, platform: PLATFORM, passes, ...settings });
  await page.session.fetch({ url });
}

const sent = (): readonly (string | undefined)[] => world.requests.map(({ headers }) => headers['cookie']);

describe('the pass of a visitor', () => {
  it('goes with the first request of the next run', async () => {
    await run();
    await run();
    expect(sent()).toEqual([undefined, 'pass=one']);
  });

  it('is kept by no name that the platform does not have, and of no other site', async () => {
    await run({ platform: { cookies: { need: 'optional', domains: ['.example.org'] } } });
    await run({}, ELSEWHERE);
    expect([...vault]).toEqual([]);
    await run();
    expect(sent()).toEqual([undefined, undefined, undefined]);
  });

  it('is neither given to nor taken from a run with cookies of the owner', async () => {
    await run({ cookies: { sid: '1' } });
    expect([...vault]).toEqual([]);
    await run();
    await run({ cookies: { sid: '1' } });
    expect(sent()).toEqual(['sid=1', undefined, 'sid=1']);
  });

  it('ends when the site says, and at the latest after thirty days', async () => {
    lastsS = 400 * DAY_S;
    await run();
    const afterDays = (days: number) => ({ now: () => Date.now() + days * DAY_S * 1_000 });
    await run(afterDays(31));
    expect(sent()).toEqual([undefined, undefined]);
    world.reset();
    lastsS = 60;
    await run();
    await run(afterDays(1));
    expect(sent()).toEqual(['pass=one', undefined]);
  });

  it('belongs to the way on which it was given', () => {
    const kept = runPasses(passes, { ...TEST_PLATFORM, ...PLATFORM }, Date.now);
    const [first, same, other] = [0, 1, 2].map(() => openCookies({}, { domains: ['.example.org'] })) as [
      RunCookies,
      RunCookies,
      RunCookies,
    ];
    first.keep(`${PASS}${lastsS}`, new URL(SITE));
    kept.keep({ cookies: first, way: { member: { key: 'one' } } });
    kept.bring({ cookies: same, way: { member: { key: 'one' } } });
    kept.bring({ cookies: other, way: null });
    expect([same, other].map((cookies) => cookies.valueAt(SITE, 'pass'))).toEqual(['one', null]);
  });

  it('is lost, and no export with it, where it cannot be kept', async () => {
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    const noRoom: PassStore = {
      read: () => [],
      write() {
        throw full;
      },
    };
    await run({ passes: noRoom });
    expect(sent()).toEqual([undefined]);
  });
});
