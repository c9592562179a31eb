import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { GAP_CAUSES } from '#core/contract/gap-cause.ts';

const TOKENS = readFileSync('renderer/design/tokens.css', 'utf8');
const SCHEMES = ['light', 'dark'] as const;
const GROUNDS = ['surface', 'surface-sunken', 'surface-raised', 'surface-hover'];
const TEXTS = ['ink', 'ink-muted'];
const SIGNALS = ['accent', 'good', 'warn', 'bad', 'compared'];
/** WCAG 2.2: 1.4.3 for text, 1.4.11 for what one has to see to use a control or read a picture. */
const TEXT_RATIO = 4.5;
const SHAPE_RATIO = 3;

const colors = new Map(
  [...TOKENS.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\);/g)].map(([, name = '', ...both]) => [name, both]),
);

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function ratio(one: string, other: string, scheme: (typeof SCHEMES)[number]): number {
  const at = SCHEMES.indexOf(scheme);
  const [a = 0, b = 0] = [one, other].map((name) => luminance(colors.get(name)?.[at] ?? '')).toSorted((x, y) => y - x);
  return (a + 0.05) / (b + 0.05);
}

describe.each(SCHEMES)('in %s', (scheme) => {
  it('texts can be read on every ground', () => {
    const pairs = GROUNDS.flatMap((ground) => [...TEXTS, ...SIGNALS].map((text) => [text, ground] as const));
    const all = [
      ...pairs,
      ['on-accent', 'accent'],
      ['on-accent', 'accent-hover'],
      ['ink', 'accent-soft'],
      ['accent', 'accent-soft'],
    ] as const;
    expect(all.filter(([text, ground]) => !(ratio(text, ground, scheme) >= TEXT_RATIO))).toEqual([]);
  });

  it('edges of controls and parts of the ledger can be seen', () => {
    const gaps = [...colors.keys()].filter((name) => name.startsWith('gap-'));
    expect(gaps.toSorted()).toEqual(GAP_CAUSES.map((cause) => `gap-${cause}`).toSorted());
    const shapes = ['line-strong', ...gaps];
    expect(shapes.filter((shape) => !(ratio(shape, 'surface', scheme) >= SHAPE_RATIO))).toEqual([]);
  });
});

describe('colours', () => {
  it('stand in the tokens alone', () => {
    const others = readdirSync('renderer/design').filter((name) => name.endsWith('.css') && name !== 'tokens.css');
    expect(others.length).toBeGreaterThan(2);
    for (const file of others) {
      const css = readFileSync(`renderer/design/${file}`, 'utf8');
      expect(css.match(/#[\da-f]{3,8}\b|rgba?\(|hsla?\(/gi) ?? [], file).toEqual([]);
    }
  });
});
