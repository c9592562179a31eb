import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, expect, it, vi } from 'vitest';
import type { JobFile } from '#core/contract/job-record.ts';
import { openBucket } from '#core/team/bucket.ts';
import { own } from '#test/own.ts';
import { BUCKET, startFakeBucket } from '#test/team/fake-bucket.ts';

const fake = await own(startFakeBucket('p'));
for (const [name, value] of Object.entries(fake.env)) vi.stubEnv(name, value);
const bucket = openBucket(fake.env['COMMENTDOCK_BUCKET'] ?? '');
afterAll(() => {
  vi.unstubAllEnvs();
  bucket.close();
});

function fileOf(name: string, bytes: Buffer): JobFile {
  return { format: 'csv', name, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

async function contentOf(file: JobFile): Promise<Buffer | null> {
  const stream = await bucket.open('guid', file);
  return stream && buffer(stream);
}

it('a large file goes there in parts, and comes back whole', async () => {
  const bytes = randomBytes(12_000_000);
  const file = fileOf('large.csv', bytes);
  await bucket.put('guid', file, Readable.from([bytes]));
  expect(fake.asked.filter((words) => words === 'PUT p/guid/large.csv').length).toBeGreaterThan(1);
  expect(fake.objects.get('p/guid/large.csv')?.metadata).toEqual({ sha256: file.sha256 });
  expect((await contentOf(file))?.equals(bytes)).toBe(true);
});

it('what is there already is not put there again, and all but what is kept goes', async () => {
  const [one, other] = [Buffer.from('one'), Buffer.from('other')];
  for (const [name, bytes] of [
    ['one.csv', one],
    ['other.csv', other],
    ['one.csv', one],
  ] as const) {
    await bucket.put('guid', fileOf(name, bytes), Readable.from([bytes]));
  }
  expect(fake.asked.filter((words) => words === 'PUT p/guid/one.csv')).toHaveLength(1);
  await bucket.keepOnly('guid', [fileOf('other.csv', other)]);
  expect([...fake.objects.keys()]).toEqual(['p/guid/other.csv']);
  expect(await contentOf(fileOf('one.csv', one))).toBeNull();
});

it('a bucket that is not there is a failure, and not an empty one', async () => {
  const elsewhere = openBucket((fake.env['COMMENTDOCK_BUCKET'] ?? '').replace(BUCKET, 'nowhere'));
  await expect(elsewhere.open('guid', fileOf('one.csv', Buffer.from('one')))).rejects.toMatchObject({
    code: 'DISK',
    message: expect.stringContaining('NoSuchBucket'),
  });
  elsewhere.close();
});
