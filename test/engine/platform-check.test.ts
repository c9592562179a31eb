import { afterEach, expect, it, vi } from 'vitest';
import { PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import type { PageWatch } from '#core/engine/page-work.ts';
import { PlatformChecks } from '#core/engine/platform-check.ts';
import type { PlatformDefinition } from '#core/platform-api/define.ts';
import { openScratchStore } from '#core/store/store.ts';
import { comment, type Puppet, puppetPlatform, puppetSession } from '#test/engine/puppet-platform.ts';

const ITEMS = Array.from({ length: 9 }, (_, index) => comment(`c${index}`));
const GONE = new PlatformRefusal('NOT_FOUND', 'Nothing is there.');

afterEach(() => {
  vi.useRealTimers();
});

/** Checks before a puppet with three kinds of URL: a live chat, a thread with two examples, and a list that an option chooses. */
function openChecks(watch?: PageWatch) {
  const puppet = puppetPlatform();
  const target = (name: string, exports: PlatformDefinition['targets'][number]['exports'], examples: readonly [string, ...string[]]) =>
    ({ name, patterns: [], examples, exports, match: ({ path }: { readonly path: string }) => ({ path }) }) as const;
  const platform: PlatformDefinition = {
    ...puppet.platform,
    targets: [
      target('live', { own: { type: 'live_chat' } }, ['https://puppet.example/live']),
      target('thread', { own: { type: 'comments' } }, ['https://puppet.example/1', 'https://puppet.example/2']),
      target('person', { followers: { type: 'followers' } }, ['https://puppet.example/somebody']),
    ],
    start: ({ url, selector }) => [{ cursor: `${new URL(url).pathname} ${selector}`, role: 'page' }],
  };
  const scratch = { open: 0 };
  const checks = new PlatformChecks({
    learnt: { of: () => [] },
    openScratch() {
      scratch.open += 1;
      const store = openScratchStore();
      return {
        ...store,
        close() {
          scratch.open -= 1;
          store.close();
        },
      };
    },
    network: { openSession: async () => puppetSession(), close: async () => undefined },
    writing: { write: () => Promise.reject(new Error('a check writes no files')), close: async () => undefined },
    exportsFolder: '/nowhere',
    retryScale: 0,
    lanes: null,
    platformById: async (id) => (id === 'puppet' ? platform : null),
    cookiesOf: () => ({}),
    keyForProject: () => new Uint8Array(32),
    forgetCookies: () => undefined,
    ...(watch === undefined ? {} : { watch }),
    sampleItems: async () => [],
    now: Date.now,
  });
  return { checks, puppet, scratch };
}

async function failing(puppet: Puppet, error: Error): Promise<void> {
  (await puppet.next()).fail(error);
}

it('asks for a few items of the first example, and forgets them', async () => {
  const { checks, puppet, scratch } = openChecks();
  const found = checks.checkPlatform('puppet');
  (await puppet.next()).answer({ items: ITEMS, door: 'front', next: [{ cursor: 'second', role: 'page' }] });
  expect(await found).toMatchObject({
    outcome: 'works',
    url: 'https://puppet.example/1',
    items: 5,
    door: 'front',
    code: null,
    path: null,
    detail: null,
  });
  expect(puppet.asked).toEqual(['/1 own']);
  expect(scratch.open).toBe(0);
});

it('takes the next example where one is gone or empty, those with an option and live chats after the others', async () => {
  const { checks, puppet } = openChecks();
  const found = checks.checkPlatform('puppet');
  await failing(puppet, GONE);
  (await puppet.next()).answer({ items: [] });
  (await puppet.next()).answer({ items: ITEMS.slice(0, 2) });
  expect(await found).toMatchObject({ outcome: 'works', url: 'https://puppet.example/2', items: 2 });
  expect(puppet.asked).toEqual(['/1 own', '/somebody followers', '/2 own']);
});

it('says that it has changed where no example gives anything, and what the first one said where all are gone', async () => {
  const empty = openChecks();
  const nothing = empty.checks.checkPlatform('puppet');
  for (let tries = 0; tries < 3; tries += 1) (await empty.puppet.next()).answer({ items: [] });
  expect(await nothing).toMatchObject({ outcome: 'changed', code: 'PLATFORM_CHANGED', path: null, url: 'https://puppet.example/1' });

  const gone = openChecks();
  const found = gone.checks.checkPlatform('puppet');
  for (let tries = 0; tries < 3; tries += 1) await failing(gone.puppet, GONE);
  expect(await found).toMatchObject({ outcome: 'refuses', code: 'NOT_FOUND', url: 'https://puppet.example/1', items: 0 });
});

it.each([
  [new PlatformRefusal('LOGIN_REQUIRED', 'no'), { outcome: 'needs_login', code: 'LOGIN_REQUIRED' }],
  [new PlatformRefusal('CAPTCHA', 'no'), { outcome: 'needs_you', code: 'CAPTCHA' }],
  [new PlatformRefusal('BLOCKED', 'no'), { outcome: 'refuses', code: 'BLOCKED' }],
  [new Error('odd'), { outcome: 'refuses', code: 'INTERNAL' }],
])('says at once what is no fault of an example: %s', async (error, says) => {
  const { checks, puppet } = openChecks();
  const found = checks.checkPlatform('puppet');
  await failing(puppet, error);
  expect(await found).toMatchObject(says);
  expect(puppet.asked).toEqual(['/1 own']);
});

it('names the place of a form that is not known, after the tries of an export', async () => {
  const { checks, puppet } = openChecks();
  const found = checks.checkPlatform('puppet');
  for (let tries = 0; tries < 3; tries += 1) await failing(puppet, new PlatformChanged('data.rows'));
  expect(await found).toMatchObject({ outcome: 'changed', code: 'PLATFORM_CHANGED', path: 'data.rows' });
});

it('waits for an answer no longer than 50 s, and then tells what came', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const silent = openChecks();
  const found = silent.checks.checkPlatform('puppet');
  await silent.puppet.next();
  vi.advanceTimersByTime(50_000);
  expect(await found).toMatchObject({ outcome: 'unreachable', code: 'NETWORK', items: 0 });
  expect(silent.scratch.open).toBe(0);

  const slow = openChecks();
  const some = slow.checks.checkPlatform('puppet');
  (await slow.puppet.next()).answer({ items: ITEMS.slice(0, 3), next: [{ cursor: 'second', role: 'page' }] });
  await slow.puppet.at('second');
  vi.advanceTimersByTime(50_000);
  expect(await some).toMatchObject({ outcome: 'works', items: 3 });
});

it('finds nothing where it is ended, and leaves nothing open', async () => {
  const { checks, puppet, scratch } = openChecks();
  const found = checks.checkPlatform('puppet').catch((error: unknown) => error);
  await puppet.next();
  await checks.endChecks();
  expect(await found).toMatchObject({ code: 'STOPPED' });
  expect(scratch.open).toBe(0);
});

it('blames no export for the work on an answer', async () => {
  const blamed: number[] = [];
  const work = { begin: () => undefined, large: () => undefined, end: () => undefined };
  const { checks, puppet } = openChecks({
    of(jobId) {
      blamed.push(jobId);
      return work;
    },
  });
  const found = checks.checkPlatform('puppet');
  (await puppet.next()).answer({ items: ITEMS });
  await found;
  expect([...new Set(blamed)]).toEqual([-1]);
});

it('knows no platform of another name', async () => {
  await expect(openChecks().checks.checkPlatform('nowhere')).rejects.toMatchObject({ code: 'INTERNAL' });
});
