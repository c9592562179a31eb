import { describe, expect, it } from 'vitest';
import { PlatformRefusal, TransientFailure } from '#core/contract/error.ts';
import type { RouteAccount } from '#core/engine/route-ports.ts';
import type { OpenRoute } from '#core/network/routes/open-routes.ts';
import type { RouteMember } from '#core/network/routes/route.ts';
import { RouteDown } from '#core/network/routes/route-failure.ts';
import { RunRoutes } from '#core/network/routes/run-routes.ts';
import { TargetRefusal } from '#core/network/targets/target-guard.ts';

const PAGE = { role: 'page', tries: 'general', signal: new AbortController().signal } as const;
const BLOCKED = new PlatformRefusal('BLOCKED');

/** Routes named after letters; what is opened and left is noted. */
function runOver(letters: string, former: RouteAccount | null = null, further = 0) {
  const log: string[] = [];
  const members = [...letters].map((letter): RouteMember => ({
    key: letter,
    label: letter,
    proxy: { type: 'http', host: 'a.example', port: 1, credentials: null },
  }));
  const open = {
    enter: ({ key }: RouteMember) => (log.push(`enter ${key}`), { key } as unknown as OpenRoute),
    leave: (route: OpenRoute) => void log.push(`leave ${(route as unknown as { key: string }).key}`),
    close: async () => undefined,
  };
  const run = new RunRoutes(members, former, {
    open,
    start: 0,
    further,
    onLeft: async ({ member }) => void log.push(`left ${member.key}`),
  });
  /** Work that fails as told on the ways named, and gives the name of the one it succeeds on. */
  const work = (failures: Readonly<Record<string, Error>>) => async (): Promise<string> => {
    const { key } = run.current.member;
    await Promise.resolve();
    if (failures[key] !== undefined) throw failures[key];
    return key;
  };
  const used = (): string[] => run.account().used.map(({ label, end }) => `${label} ${end ?? ''}`.trim());
  return { run, work, used, log };
}

describe('the routes of a run', () => {
  it('of one who helps begin with other members than that of the run', () => {
    const former = { member: 'b', used: [] };
    expect([0, 1, 2, 4].map((further) => runOver('abc', former, further).run.current.member.key)).toEqual(['b', 'c', 'a', 'c']);
    expect(runOver('abc', null, 1).run.current.member.key).toBe('b');
  });

  it('are left one after the other, each once all its pages are done', async () => {
    const { run, work, used, log } = runOver('abc');
    expect(await run.tryEach(PAGE, work({ a: BLOCKED, b: new RouteDown() }))).toBe('c');
    expect(used()).toEqual(['a BLOCKED', 'b cannot be reached', 'c']);
    await Promise.resolve();
    run.close();
    await new Promise((resolve) => setImmediate(resolve));
    expect(log.toSorted()).toEqual(['enter a', 'enter b', 'enter c', 'leave a', 'leave b', 'leave c', 'left a', 'left b']);
    expect(log.indexOf('left a')).toBeLessThan(log.indexOf('leave a'));
  });

  it('change once for all pages that fail at the same time', async () => {
    const { run, work, used } = runOver('abc');
    const pages = Array.from({ length: 8 }, () => run.tryEach(PAGE, work({ a: BLOCKED })));
    expect(new Set(await Promise.all(pages))).toEqual(new Set(['b']));
    expect(used()).toEqual(['a BLOCKED', 'b']);
  });

  it('are each tried once before the error ends the page', async () => {
    const { run, used } = runOver('abc');
    const asked: string[] = [];
    const failing = run.tryEach(PAGE, async () => {
      asked.push(run.current.member.key);
      throw BLOCKED;
    });
    await expect(failing).rejects.toBe(BLOCKED);
    expect(asked).toEqual(['a', 'b', 'c']);
    expect(used()).toEqual(['a BLOCKED', 'b BLOCKED', 'c']);
  });

  it('are not changed for what another one does not mend', async () => {
    const { run, work, used } = runOver('ab');
    const missing = new PlatformRefusal('NOT_FOUND');
    await expect(run.tryEach(PAGE, work({ a: missing }))).rejects.toBe(missing);
    const inside = new TargetRefusal();
    await expect(run.tryEach(PAGE, work({ a: inside }))).rejects.toBe(inside);
    const fault = new TypeError('of ours');
    await expect(run.tryEach(PAGE, work({ a: fault }))).rejects.toBe(fault);
    expect(used()).toEqual(['a']);
  });

  it('are changed for a call marked optional only where the route itself is down', async () => {
    const { run, work } = runOver('ab');
    const optional = { ...PAGE, tries: 'once' } as const;
    await expect(run.tryEach(optional, work({ a: BLOCKED }))).rejects.toBe(BLOCKED);
    await expect(run.tryEach(optional, work({ a: new TransientFailure() }))).rejects.toMatchObject({ code: 'NETWORK' });
    expect(await run.tryEach(optional, work({ a: new RouteDown() }))).toBe('b');
  });

  it('are three at most for a list of replies', async () => {
    const { run, work } = runOver('abcdefgh');
    const all = Object.fromEntries([...'abcdefgh'].map((key) => [key, BLOCKED]));
    for (let list = 0; list < 5; list += 1) await expect(run.tryEach({ ...PAGE, role: 'replies' }, work(all))).rejects.toBe(BLOCKED);
    // However often it goes round, each is named once.
    expect(run.account().used).toHaveLength(8);
  });

  it('go on with the one that was stored, and from the first where that is gone', () => {
    expect(
      runOver('abc', {
        member: 'b',
        used: [
          { label: 'a', end: 'BLOCKED' },
          { label: 'b', end: null },
        ],
      }).used(),
    ).toEqual(['a BLOCKED', 'b']);
    expect(runOver('abc', { member: 'gone', used: [] }).used()).toEqual(['a']);
  });

  it('are not changed after the page was given up', async () => {
    const { run, used } = runOver('ab');
    const abort = new AbortController();
    const page = run.tryEach({ ...PAGE, signal: abort.signal }, async () => {
      abort.abort(new Error('stopped'));
      throw BLOCKED;
    });
    await expect(page).rejects.toBe(BLOCKED);
    expect(used()).toEqual(['a']);
  });
});
