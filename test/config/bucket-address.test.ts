import { describe, expect, it } from 'vitest';
import { bucketAddressIn } from '#core/config/bucket-address.ts';
import { readConfig } from '#core/config/config.ts';
import { cacheBytes } from '#core/config/file-places.ts';

const DATA = { COMMENTDOCK_DATA_DIR: '/nowhere' };
const MB = 1024 * 1024;

describe('the address of a bucket', () => {
  it.each([
    ['s3://results', { bucket: 'results', prefix: '', endpoint: null, region: null }],
    ['s3://results/', { bucket: 'results', prefix: '', endpoint: null, region: null }],
    [
      's3://lab.results/of/2026/?region=eu-central-1',
      { bucket: 'lab.results', prefix: 'of/2026/', endpoint: null, region: 'eu-central-1' },
    ],
    [
      's3://results/a?endpoint=http://127.0.0.1:9000&region=x',
      { bucket: 'results', prefix: 'a/', endpoint: 'http://127.0.0.1:9000', region: 'x' },
    ],
  ])('%s', (text, address) => {
    expect(bucketAddressIn(text)).toEqual(address);
  });

  it.each([
    'results',
    'https://results.example/',
    's3://',
    's3://UPPER',
    's3://a',
    's3://key:secret@results/',
    's3://results:9000/',
    's3://results/?endpint=http://127.0.0.1',
    's3://results/?endpoint=127.0.0.1:9000',
    's3://results/?endpoint=http://key:secret@127.0.0.1',
    's3://results/a%20b',
    's3://results/a//b',
  ])('%s is none', (text) => {
    expect(bucketAddressIn(text)).toBeNull();
    expect(() => readConfig({ ...DATA, COMMENTDOCK_BUCKET: text })).toThrow('s3://bucket/prefix');
  });
});

it.each([
  [{}, null],
  [{ COMMENTDOCK_FILE_CACHE_MB: '0.5' }, MB / 2],
  [{ COMMENTDOCK_BUCKET: 's3://results' }, 2_048 * MB],
  [{ COMMENTDOCK_BUCKET: 's3://results', COMMENTDOCK_FILE_CACHE_MB: '10' }, 10 * MB],
])('room for files with %j', (env, bytes) => {
  expect(cacheBytes(readConfig({ ...DATA, ...env }))).toBe(bytes);
});
