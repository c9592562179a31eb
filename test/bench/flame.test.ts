import { XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { drawFlame, flameOf, parseProfile, ran } from '#test/bench/flame.ts';

const FRAMES = [
  ['(root)', '', [2, 3, 4]],
  ['(idle)', '', []],
  ['read', 'file:///core/engine/read.js', [5, 6]],
  ['read', 'file:///core/engine/read.js', [7]],
  ['parse', '', []],
  ['write<T>', 'file:///node_modules/"pack"/write.js', []],
  ['parse', '', []],
] as const;

/** Three quarters of a second of work, and a second of none. */
const PROFILE = JSON.stringify({
  nodes: FRAMES.map(([functionName, url, children], at) => ({ id: at + 1, callFrame: { functionName, url, lineNumber: 1 }, children })),
  samples: [2, 5, 6, 7, 3],
  timeDeltas: [1_000_000, 300_000, 50_000, 300_000, 100_000],
  startTime: 0,
});

describe('a drawing of what a thread did', () => {
  it('adds up the same calls, and leaves out waiting', () => {
    const root = flameOf(parseProfile(PROFILE));
    expect(root.us).toBe(750_000);
    const [read] = root.calls.values();
    expect(root.calls.size).toBe(1);
    expect([read?.name, read?.owner, read?.us]).toEqual(['read', 'own', 750_000]);
    expect([...(read?.calls.values() ?? [])].map(({ name, owner, us }) => [name, owner, us])).toEqual([
      ['parse', 'engine', 600_000],
      ['write<T>', 'package', 50_000],
    ]);
  });

  it('is a picture with words of strangers as text, wide by time', () => {
    const picture = drawFlame(flameOf(parseProfile(PROFILE)), 'Reading <all>');
    expect(XMLValidator.validate(picture)).toBe(true);
    expect(picture).toContain('<title>parse: 600 ms, 80.0 %</title>');
    expect(picture).toContain('write&lt;T&gt;: 50 ms, 6.7 %');
    expect(picture).toContain('Reading &lt;all&gt;: 750 ms of a processor');
    const widths = [...picture.matchAll(/class="engine" x="[\d.]+" y="(?!32)\d+" width="([\d.]+)"/g)].map(([, width]) => Number(width));
    expect(widths).toEqual([1_176 * 0.8].map((px) => Math.round(px * 10) / 10));
  });

  it('is that of the thread in which a file ran', () => {
    const profile = parseProfile(PROFILE);
    expect([ran(profile, 'engine/read'), ran(profile, 'insight-thread')]).toEqual([true, false]);
    expect(() => parseProfile('{"nodes":[]}')).toThrow();
  });
});
