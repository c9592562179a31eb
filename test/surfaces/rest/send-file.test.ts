import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyReply } from 'fastify';
import { expect, it } from 'vitest';
import { sendFile } from '#core/surfaces/rest/send-file.ts';

it('a file that goes between being found and being sent is not found', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'commentdock-send-'));
  const file = { path: join(folder, 'gone.csv'), name: 'gone.csv', contentType: 'text/csv', bytes: 5 };
  const nothingSent = {} as FastifyReply;
  await expect(sendFile(nothingSent, file)).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND', status: 404 });
  await expect(sendFile(nothingSent, { ...file, path: join(folder, 'a'.repeat(300)) })).rejects.toMatchObject({ code: 'DISK' });
  rmSync(folder, { recursive: true });
});
