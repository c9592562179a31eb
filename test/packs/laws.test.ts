import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { expectPackLaws } from '#core/threads/pack-laws.ts';
import type { LawsAnswer } from '#core/threads/pack-laws-thread.ts';
import { startThread } from '#core/threads/start-thread.ts';
import { EXAMPLE, FACTS, madePack } from '#test/packs/made-packs.ts';

const never = AbortSignal.any([]);

/** The judge alone, without the process around it. */
async function judged(file: Uint8Array): Promise<string> {
  const worker = startThread('pack-laws', { workerData: null, resourceLimits: {} });
  try {
    worker.postMessage({ file, id: 'gazette' });
    const [answer] = (await once(worker, 'message')) as [LawsAnswer];
    return answer === null ? 'kept' : `${answer.reason} ${answer.detail}`;
  } finally {
    await worker.terminate();
  }
}

describe('laws of a pack', () => {
  it('are kept by an honest one', async () => {
    await expect(expectPackLaws(madePack(), never)).resolves.toBeUndefined();
  });

  it.each<[string, Parameters<typeof madePack>[0], string]>([
    ['claims nothing', { claims: '() => []' }, 'law .* an example is claimed by its own target alone'],
    [
      'claims look-alikes',
      { claims: `(url) => url.href.includes('gazette') ? [{ target: 'story', params: {} }] : []` },
      'law .* look alike are left alone',
    ],
    [
      'asks a host that it does not name',
      { fetchPage: `async (_, session) => { await session.fetch({ url: 'https://elsewhere.example.org/' }); return { items: [] }; }` },
      'law .* requests go to the hosts that it names',
    ],
    ['gives other items than before', { fetchPage: 'async () => ({ items: [] })' }, 'law .* gives the same items'],
    [
      'asks for what was not asked before',
      { fetchPage: `async (_, s) => { await s.fetch({ url: 'https://gazette.press/other' }); return { items: [] }; }` },
      'asks for what its samples do not hold',
    ],
    ['gives items of another form', { fetchPage: `async () => ({ items: [{ id: 1 }] })` }, 'gave something of unknown form \\(at items.0'],
    [
      'gives a cursor that is no JSON',
      { fetchPage: `async () => ({ items: [], next: [{ role: 'page', cursor: { at: () => 1 } }] })` },
      'gave a function where data was expected',
    ],
    [
      'goes on for ever',
      { fetchPage: `async (c) => ({ items: [], next: [{ role: 'page', cursor: c }] })` },
      'does not come to an end within 500 pages',
    ],
    ['waits for nothing', { fetchPage: `() => new Promise(() => {})` }, 'waits for nothing, and would do so for ever'],
    ['throws when it is loaded', { load: `throw new Error('not today');` }, 'code .*not today'],
    ['has no samples', { samples: [] }, 'law .* samples that can be read'],
    ['reaches for the process', { load: 'process.exit(3);' }, "reading 'exit'"],
    ['reaches for modules', { load: `require('node:fs');` }, 'require is not a function'],
    ['imports what it likes', { load: `const text = 'import("node:fs")';` }, 'import expression rejected'],
    ['reaches for the net', { load: `fetch('https://example.org/');` }, 'fetch is not a function'],
    ['reaches for a socket', { load: `new WebSocket('wss://example.org/');` }, 'WebSocket is not a constructor'],
    ['waits by itself', { load: 'setTimeout(() => {}, 1);' }, 'setTimeout is not a function'],
    ['makes code of the outside', { load: `house.errors.CommentdockError.constructor('return process')();` }, 'constructor'],
    ['changes what all objects are', { load: `Object.prototype.polluted = 1;` }, 'polluted|extensible'],
    ['changes what addresses are', { load: `URL.prototype.toString = () => 'https://example.org/';` }, 'read only|assign'],
    ['changes the errors of the house', { load: `house.errors.PlatformChanged.prototype.retry = 'never';` }, 'extensible|read only|assign'],
  ])('are broken by one that %s', async (_, deeds, words) => {
    expect(await judged(madePack(deeds))).toMatch(new RegExp(words));
  });

  it('are broken by an infinite loop, wherever it stands, and by memory without end: the process is ended, and the law named', async () => {
    const bounds = { secondsEach: 1, megabytes: 200 };
    const trial = (deeds: Parameters<typeof madePack>[0]) => expectPackLaws(madePack(deeds), never, bounds);
    const all = await Promise.allSettled([
      trial({ load: 'for (;;);' }),
      trial({ claims: '() => { for (;;); }' }),
      trial({ fetchPage: 'async () => { for (;;); }' }),
      trial({ load: 'const kept = []; for (;;) kept.push(new Array(100000).fill(kept.length));' }),
      trial({ load: 'const kept = []; for (;;) kept.push(new Uint8Array(10000000).fill(1));' }),
    ]);
    const words = all.map((each) => (each.status === 'rejected' ? String(each.reason) : 'kept'));
    const time = 'PackRefusal: The pack breaks a law: gazette: it comes to an end within 1 s.';
    for (const word of words.slice(0, 3)) expect(word).toBe(time);
    for (const word of words.slice(3)) expect([time, time.replace(/it .*/, 'it takes no more than 200 MB of memory.')]).toContain(word);
  });

  it('are broken by one that takes the addresses of another platform', async () => {
    const example = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
    const facts = {
      ...FACTS,
      targets: FACTS.targets.map((target) => ({ ...target, examples: [EXAMPLE, example] as [string, ...string[]] })),
    };
    await expect(expectPackLaws(madePack({ facts }), never)).rejects.toThrow(`no other platform claims its examples (${example}: youtube)`);
  });
});
