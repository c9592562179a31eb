import { describe, expect, it } from 'vitest';
import { factsOf } from '#core/platform-api/define.ts';
import { loadPlatforms } from '#core/platforms/registry.ts';
import { platformFactsSchema } from '#core/packs/facts-schema.ts';
import { PACK_CEILING } from '#core/packs/manifest.ts';
import { readPack, sealPack } from '#core/packs/pack-file.ts';
import { isSigned, makeKeyPair, publicKeyOf, signBytes } from '#core/packs/signature.ts';
import { compareVersions, packVersionSchema } from '#core/packs/version.ts';
import { type ApiRange, isWithin, rangeOf } from '#core/platform-api/version.ts';

const { privateKey, publicKey } = makeKeyPair();
const ABOUT = { version: '2026.11.26.2', date: '2026-11-26T10:00:00.000Z', api: rangeOf('1.0') satisfies ApiRange };
const registry = await loadPlatforms();
const PLATFORMS = ['steam', 'vk'].map((id) => ({ facts: factsOf(registry.find(id)!), code: `// the code of ${id}`, samples: '[]' }));
const FILE = sealPack(ABOUT, PLATFORMS, privateKey);

function changed(change: (bytes: Buffer) => Buffer | void): Uint8Array {
  const bytes = Buffer.from(FILE);
  return change(bytes) ?? bytes;
}

describe('a pack', () => {
  it('is read as it was sealed', () => {
    const pack = readPack(FILE);
    expect(pack.manifest).toMatchObject({ format: 1, ...ABOUT, platforms: PLATFORMS.map(({ facts }) => ({ facts })) });
    expect(pack.publicKey).toBe(publicKey);
    expect(pack.partsOf('vk')).toEqual({ code: '// the code of vk', samples: '[]' });
    expect(() => pack.partsOf('steam2')).toThrow('it holds no platform "steam2"');
  });

  it('is refused wherever one byte of it is another', () => {
    // All of what stands before the manifest, and of the rest every eleventh one.
    for (let at = 0; at < FILE.length; at += at < 220 ? 1 : 11) {
      const bytes = changed((copy) => void (copy[at] = copy[at]! ^ (1 << (at % 8))));
      expect(() => readPack(bytes), `byte ${at}`).toThrow(expect.objectContaining({ reason: expect.stringMatching(/^(form|tampered)$/) }));
    }
  });

  it('is refused where it ends early, goes on, or is none at all', () => {
    for (let at = 0; at < FILE.length; at += 17)
      expect(() => readPack(FILE.subarray(0, at))).toThrow(/no pack that can be read|was changed/);
    expect(() => readPack(Buffer.concat([FILE, Buffer.from(' ')]))).toThrow('1 bytes stand behind its last part');
    expect(() => readPack(Buffer.alloc(0))).toThrow('no pack that can be read');
    expect(() => readPack(new Uint8Array(PACK_CEILING.bytes + 1))).toThrow('too large');
  });

  it.each([
    ['another format', (manifest: object) => ({ ...manifest, format: 2 })],
    ['a field that is not known', (manifest: object) => ({ ...manifest, more: 1 })],
    ['lists within lists', () => JSON.parse('['.repeat(600) + ']'.repeat(600)) as object],
    [
      'parts without end',
      (manifest: { platforms: object[] }) => ({
        ...manifest,
        platforms: [{ ...manifest.platforms[0], code: { bytes: 1e9, sha256: '0'.repeat(64) } }],
      }),
    ],
    [
      'a platform twice',
      (manifest: { platforms: object[] }) => ({ ...manifest, platforms: [manifest.platforms[0], manifest.platforms[0]] }),
    ],
  ])('is no pack with %s, by whomever signed', (_, change) => {
    const bytes = Buffer.from(JSON.stringify(change(JSON.parse(JSON.stringify(readPack(FILE).manifest)) as never)) + '\n');
    const file = Buffer.concat([Buffer.from(`commentdock-pack 1\n${publicKey} ${signBytes(bytes, privateKey)}\n`), bytes]);
    expect(() => readPack(file)).toThrow(expect.objectContaining({ reason: 'form' }));
  });
});

it('has a key of 64 digits, whose signatures hold for what was signed alone', () => {
  const bytes = Buffer.from('words');
  expect(publicKeyOf(privateKey)).toBe(publicKey);
  expect(isSigned(bytes, signBytes(bytes, privateKey), publicKey)).toBe(true);
  expect(isSigned(bytes, signBytes(bytes, makeKeyPair().privateKey), publicKey)).toBe(false);
  expect(isSigned(Buffer.from('other'), signBytes(bytes, privateKey), publicKey)).toBe(false);
});

it('counts versions by date and number', () => {
  const inOrder = ['2026.2.3.1', '2026.2.3.2', '2026.2.3.10', '2026.2.10.1', '2026.10.1.1', '2027.1.1.1'];
  expect(inOrder.toReversed().toSorted(compareVersions)).toEqual(inOrder);
  expect(compareVersions('2026.2.3.1', '2026.2.3.1')).toBe(0);
  for (const text of inOrder) expect(packVersionSchema.safeParse(text).success).toBe(true);
  for (const text of ['2026.02.03.1', '2026.2.3', '2026.13.1.1', '2026.2.32.1', '2026.2.3.0', '1.2.3'])
    expect(packVersionSchema.safeParse(text).success).toBe(false);
});

it('takes a house whose version of the API is within its range', () => {
  expect(['1.2', '1.10', '1.3'].map((version) => isWithin(rangeOf('1.2'), version))).toEqual([true, true, true]);
  expect(['1.1', '2.0', '0.9', '3.1'].map((version) => isWithin(rangeOf('1.2'), version))).toEqual([false, false, false, false]);
});

/** They find their links within sentences, by expressions that no pack may bring: docs/packs.md says so. */
const IN_SENTENCES = new Set(['douyin', 'xiaohongshu']);

describe('facts of a platform', () => {
  const plain = registry.all.filter(({ id }) => !IN_SENTENCES.has(id));
  it.each(plain.map((platform) => [platform.id, factsOf(platform)] as const))('of %s are read as they are', (_, facts) => {
    expect(platformFactsSchema.parse(JSON.parse(JSON.stringify(facts)))).toEqual(facts);
  });

  it.each(['(a+)+$', '^(a+)+$', '^(a|a)*$', '^(a*)*$', '^a?a?a?aaa', '^(.)\\1', '^a*a*$', '^('])(
    'name no expression like %s for their addresses',
    (pattern) => {
      const facts = { ...PLATFORMS[0]!.facts, written: { forms: [{ pattern, address: 'https://example.org' }] } };
      expect(platformFactsSchema.safeParse(facts).success).toBe(false);
    },
  );
});
