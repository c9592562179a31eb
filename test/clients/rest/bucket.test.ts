import { afterEach, describe, expect, it } from 'vitest';
import { FILE_FORMATS } from '#core/contract/tier.ts';
import { startServiceProcess } from '#test/clients/rest/service-process.ts';
import { own } from '#test/own.ts';
import { startFakeBucket } from '#test/team/fake-bucket.ts';
import { exportsIn, hashesOf, linksOf, loseFiles, sampleExport, sha256 } from '#test/team/sample-exports.ts';

const bucket = await own(startFakeBucket('of/the-lab'));
const service = await own(startServiceProcess({ world: {}, env: bucket.env }));
const { dataDir } = service;
afterEach(() => {
  bucket.trouble = null;
});

const keysOf = (guid: string): string[] => [...bucket.objects.keys()].filter((key) => key.startsWith(`of/the-lab/${guid}/`));
const nameOf = (link: string): string => link.slice(link.lastIndexOf('/') + 1);

async function keptExport(): Promise<{ readonly guid: string; readonly links: readonly string[]; readonly hashes: readonly string[] }> {
  const client = service.client();
  const guid = await sampleExport(client);
  const links = await linksOf(client, guid);
  await expect.poll(() => keysOf(guid).length).toBe(links.length);
  return { guid, links, hashes: await hashesOf(links) };
}

describe('files in a bucket', () => {
  it('are put there once, with their hash, come back from there, and go with their export', async () => {
    const { guid, links, hashes } = await keptExport();
    for (const [place, link] of links.entries()) {
      const stored = bucket.objects.get(`of/the-lab/${guid}/${nameOf(link)}`);
      expect([sha256(stored?.bytes ?? Buffer.alloc(0)), stored?.metadata['sha256']]).toEqual([hashes[place], hashes[place]]);
    }
    loseFiles(dataDir);
    bucket.asked.length = 0;
    expect(await hashesOf(links)).toEqual(hashes);
    expect(bucket.asked.toSorted()).toEqual(
      keysOf(guid)
        .map((key) => `GET ${key}`)
        .toSorted(),
    );
    expect(exportsIn(dataDir)).toHaveLength(links.length);
    expect((await service.client().delete(guid)).status).toBe(204);
    expect(keysOf(guid)).toEqual([]);
  });

  it('that are other ones than what was put there are written from rows', async () => {
    const { guid, links, hashes } = await keptExport();
    for (const key of keysOf(guid)) (bucket.objects.get(key) ?? { bytes: Buffer.alloc(0) }).bytes = Buffer.from('of somebody else');
    loseFiles(dataDir);
    expect(await hashesOf(links)).toEqual(hashes);
    expect(service.said).toContain('is not what was put there');
  });

  it.each(['refuses', 'hangs up'] as const)(
    'come from rows where the bucket %s; an export is not deleted without them',
    async (trouble) => {
      await service.restart('quit');
      const { guid, links, hashes } = await keptExport();
      bucket.trouble = trouble;
      loseFiles(dataDir);
      expect(await hashesOf(links)).toEqual(hashes);
      expect(service.said).toMatch(/The bucket results at http:\S+ does not do what it is asked for/);
      const another = await sampleExport(service.client());
      expect(await hashesOf(await linksOf(service.client(), another))).toHaveLength(links.length);
      expect(await service.client().delete(guid)).toMatchObject({ status: 500, body: { error_code: 'DISK' } });
      expect((await service.client().job(guid)).status).toBe('done');
      bucket.trouble = null;
      expect((await service.client().delete(guid)).status).toBe(204);
      expect(keysOf(guid)).toEqual([]);
    },
  );

  it('signed with other keys stay out', async () => {
    await service.restart('quit', { AWS_SECRET_ACCESS_KEY: 'another' });
    const guid = await sampleExport(service.client());
    expect(await hashesOf(await linksOf(service.client(), guid))).toHaveLength(FILE_FORMATS.length);
    await expect.poll(() => service.said).toContain('SignatureDoesNotMatch');
    expect(keysOf(guid)).toEqual([]);
  });
});
