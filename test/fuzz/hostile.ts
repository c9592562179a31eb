import fc from 'fast-check';

const DEPTH = 3_000;

const WORDS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\uffff\u202e',
  '../../../../etc/passwd',
  '..\\..\\x',
  '%00%2f',
  "'; DROP TABLE jobs; --",
  '__proto__',
  'constructor',
  'toString',
  '${7*7}{{7*7}}',
  '<script>alert(1)</script>',
  'NaN',
  '1e999',
  '-0',
  'null',
  'http://127.0.0.1:1/',
  'https://user:pass@www.youtube.com:99999/watch?v=%zz',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'https://\u0000.example/',
  'https://[::ffff:127.0.0.1]/x',
  `https://www.youtube.com/watch?v=${'a'.repeat(9_000)}`,
  'x'.repeat(70_000),
  '💥'.repeat(5_000),
] as const;

const NUMBERS = [0, -1, 1.5, 1e308, -1e308, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 2 ** 31, 2 ** 63, 5e-324] as const;

/** A text that nobody sends by mistake. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...WORDS) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.webUrl({ withQueryParameters: true, withFragments: true }) },
);

/** Any JSON value that does not belong where it stands. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom<unknown>(...NUMBERS, null, true, false, [], {}, [[]], [null], { length: 1e9 }),
  fc.jsonValue({ maxDepth: 4 }),
  fc.integer({ min: 2, max: DEPTH }).map(nested),
  fc.constant(Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`k${index}`, index]))),
  fc.constant(JSON.parse('{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}') as unknown),
);

/** Bytes that are no JSON object of the kind that a route takes. */
export const hostileBody: fc.Arbitrary<Buffer> = fc.oneof(
  hostileValue.map((value) => Buffer.from(JSON.stringify(value) ?? '')),
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
  fc
    .constantFrom('{', '{"url":', '[1,', '"', '\ufeff{}', '{"a":1,"a":2}', '{}{}', 'url=https://x', '\u0000')
    .map((text) => Buffer.from(text)),
  fc.constantFrom(1_000, 100_000, 400_000).map((depth) => Buffer.from(`${'['.repeat(depth)}${']'.repeat(depth)}`)),
  fc.constantFrom(1_000, 50_000).map((depth) => Buffer.from(`${'{"options":'.repeat(depth)}1${'}'.repeat(depth)}`)),
  fc.constant(Buffer.alloc(1_200_000, 'a')),
);

/** One part of a path or a query, as it stands there. */
export const hostilePart: fc.Arbitrary<string> = fc.oneof(
  hostileText.map((text) => encodeURIComponent(text.toWellFormed())),
  fc.constantFrom(
    '%',
    '%zz',
    '%2F',
    '..%2f..%2f',
    '%2e%2e',
    '.',
    '..',
    '%00',
    '%c0%af',
    '%ff',
    '%E0%A4%A',
    'ü',
    '💥',
    'a;b=c',
    '[]',
    '*',
    ':guid',
    '%0d%0aX-A:%20b',
  ),
);

const LONG_HEADER = 'h'.repeat(12_000);

/** Header lines that clients send seldom, or only with bad intent. */
export const oddHeader: fc.Arbitrary<readonly [string, string]> = fc.oneof(
  fc.constantFrom<readonly [string, string]>(
    ['X-Sandbox', 'maybe'],
    ['X-Sandbox', 'TRUE'],
    ['X-Sandbox', ''],
    ['X-AUTH-TOKEN', ''],
    ['X-AUTH-TOKEN', 'A'.repeat(120)],
    ['X-AUTH-TOKEN', 'ü💥'],
    ['Authorization', 'Bearer'],
    ['Authorization', 'Basic YTpi'],
    ['Content-Type', 'application/json; charset=utf-16'],
    ['Content-Type', 'text/plain'],
    ['Content-Type', ';;;'],
    ['Content-Type', 'multipart/form-data'],
    ['Content-Encoding', 'gzip'],
    ['Accept', 'application/xml'],
    ['Accept-Encoding', 'br;q=2, *;q=x'],
    ['Range', 'bytes=5-1'],
    ['Range', 'bytes=0-0,-1'],
    ['If-Modified-Since', 'never'],
    ['If-None-Match', '*'],
    ['Origin', 'https://evil.example'],
    ['Origin', 'null'],
    ['Host', 'evil.example'],
    ['Cookie', '=;=;;\u00ff'],
    ['X-HTTP-Method-Override', 'DELETE'],
    ['X-Forwarded-For', '10.0.0.1, not-an-address'],
    ['X-Forwarded-Host', 'evil.example'],
    ['Upgrade', 'websocket'],
    ['X-Odd', LONG_HEADER],
    ['Bad Name', 'x'],
    ['Transfer-Encoding', 'chunked, identity'],
  ),
  fc.string({ unit: 'grapheme-ascii', maxLength: 20 }).map((value) => ['X-Request-Id', value.replaceAll(/[\r\n]/g, '')] as const),
);

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { options: value };
  return value;
}
