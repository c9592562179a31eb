import { describe, expect } from 'vitest';
import yauzl from 'yauzl';
import { contractService, NOBODY, PATIENCE, THREAD, UUID } from '#test/contract/contract-service.ts';
import { stated } from '#test/contract/stated.ts';
import type { Answer } from '#test/clients/rest/rest-client.ts';

const house = contractService();

const create = (guids: unknown): Promise<Answer> => house.client.post('/api/v1/bulk-download', { guids });

async function finished(): Promise<string> {
  return (await house.client.export(THREAD)).guid;
}

async function ready(guids: readonly string[]): Promise<Answer> {
  const path = `/api/v1/bulk-download/${String((await create(guids)).body['uuid'])}`;
  await expect.poll(async () => (await house.client.get(path)).body['status'], PATIENCE).toBe('ready');
  return house.client.get(path);
}

function namesIn(zip: Buffer): Promise<string[]> {
  const { promise, resolve, reject } = Promise.withResolvers<string[]>();
  yauzl.fromBuffer(zip, { lazyEntries: false }, (error, file) => {
    if (error) return reject(error);
    const names: string[] = [];
    file.on('entry', ({ fileName }: { fileName: string }) => names.push(fileName));
    file.on('end', () => resolve(names));
    file.on('error', reject);
  });
  return promise;
}

describe('bulk download', () => {
  stated('bulk.created', async () => {
    const { status, body } = await create([await finished(), await finished()]);
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { uuid: expect.stringMatching(UUID), status: 'processing', fileCount: 2 },
    });
  });

  stated('bulk.ready', async () => {
    const { body } = await ready([await finished()]);
    expect(body).toMatchObject({ status: 'ready', downloadUrl: expect.stringMatching(/^http/) });
  });

  stated('bulk.zip', async () => {
    const answer = await create([await finished(), await finished()]);
    const path = `/api/v1/bulk-download/${String(answer.body['uuid'])}`;
    await expect.poll(async () => (await house.client.get(path)).body['status'], PATIENCE).toBe('ready');
    const { status, headers, bytes } = await house.client.get(`${path}/download`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/zip/);
    expect((await namesIn(bytes)).length).toBeGreaterThanOrEqual(2);
    const linked = await house.client.get(String((await house.client.get(path)).body['downloadUrl']));
    expect(linked.bytes.equals(bytes)).toBe(true);
  });

  stated('bulk.only-done', async () => {
    const done = await finished();
    house.gate.close();
    const waiting = await house.client.create(THREAD);
    const { status, body } = await create([waiting.guid, done, NOBODY]);
    expect({ status, body }).toMatchObject({ status: 201, body: { fileCount: 1 } });
    for (const guids of [[waiting.guid], [NOBODY], [], undefined])
      expect((await create(guids)).body).toMatchObject({ status_code: 400, error_code: 'INVALID_REQUEST' });
  });

  stated('bulk.unknown', async () => {
    for (const path of [`/api/v1/bulk-download/${NOBODY}`, `/api/v1/bulk-download/${NOBODY}/download`])
      expect((await house.client.get(path)).body).toMatchObject({ status_code: 404, error_code: 'RESOURCE_NOT_FOUND' });
  });
});
