import { describe, expect, it } from 'vitest';
import { CeilingExceeded } from '#core/contract/error.ts';
import { endOfJson, parseBounded } from '#core/platform-kit/bounded-json.ts';
import { JSON_CEILING } from '#core/platform-kit/ceilings.ts';
import { jsonScriptsOf, jsonBehind } from '#core/platform-kit/embedded-json.ts';
import { linkedDataOf } from '#core/platform-kit/linked-data.ts';
import { jsonIn, readJson, readJsonWithIds } from '#core/platform-kit/wire.ts';

const { elements, depth } = JSON_CEILING;
const nested = (levels: number, inside = ''): string => `${'['.repeat(levels)}${inside}${']'.repeat(levels)}`;
/** As a thread goes down: an object in a list in an object. */
const nestedObjects = (levels: number): string => `${'{"replies":['.repeat(levels / 2)}${']}'.repeat(levels / 2)}`;
const tooMany = `[${'[],'.repeat(elements / 2)}[]]`;

describe('JSON of others', () => {
  it('is read up to as many elements as the ceiling says, and not beyond', () => {
    const most = `[${'[],'.repeat(elements / 2 - 1)}[]]`;
    expect(parseBounded(most)).toHaveLength(elements / 2);
    expect(() => parseBounded(tooMany)).toThrow(/ceiling of 1,200,000 elements of JSON/);
    expect(() => parseBounded(`{${'"":0,'.repeat(elements + 1)}"":0}`)).toThrow(CeilingExceeded);
  });

  it('is read down to the depth that the ceiling says, and not beyond', () => {
    for (const padding of ['', ' '.repeat(elements)]) {
      expect(() => parseBounded(padding + nested(depth))).not.toThrow();
      expect(() => parseBounded(padding + nested(depth + 1))).toThrow(/ceiling of 512 levels of JSON/);
      expect(() => parseBounded(padding + nestedObjects(depth + 2))).toThrow(/ceiling of 512 levels/);
      expect(() => parseBounded(padding + nested(100_000))).toThrow(/ceiling of 512 levels/);
    }
  });

  it('may hold brackets, quotes and commas within its texts', () => {
    const text = JSON.stringify({ said: `${'[{,'.repeat(elements)}"\\` });
    expect(parseBounded(text)).toEqual(JSON.parse(text));
    const hidden = `["]]]]${'\\"'.repeat(3)}",${nested(depth, '"}"')}]`;
    expect(() => parseBounded(hidden)).toThrow(/levels of JSON/);
    expect(() => parseBounded(' '.repeat(elements) + hidden)).toThrow(/levels of JSON/);
  });

  it('that is none is said to be none', () => {
    for (const text of ['', '[', '{"a"', ']]', '"', `${'['.repeat(depth)}`]) expect(() => parseBounded(text)).toThrow(SyntaxError);
  });

  it('names the ceiling wherever it stands: alone, with long numbers, in a page, behind a mark', () => {
    const page = (type: string): string => `<script type="${type}">${tooMany}</script>`;
    const readers: readonly (() => unknown)[] = [
      () => readJson(tooMany, '$'),
      () => jsonIn(tooMany),
      () => readJsonWithIds(`[12345678901234567890,${nested(depth + 1)}]`, '$'),
      () => jsonScriptsOf(page('application/json')),
      () => linkedDataOf(page('application/ld+json')),
      () => jsonBehind(`window.__STATE__ = ${tooMany};`, /__STATE__ = /),
    ];
    for (const read of readers) expect(read).toThrow(CeilingExceeded);
  });
});

describe('the end of JSON within a text', () => {
  it('is where its first bracket closes, however long its texts are', () => {
    const value = JSON.stringify({ a: ['}', '\\"]', 'x'.repeat(10_000_000)] });
    expect(endOfJson(`${value}; more {`, 0)).toBe(value.length);
    expect(endOfJson('x{}', 1)).toBe(3);
  });

  it.each(['', 'x', '"{}"', '}', '[[]', '{"a'])('is nowhere in %j', (text) => {
    expect(endOfJson(text, 0)).toBeNull();
  });
});
