import { expect, it } from 'vitest';
import type { ReportRequest } from '#core/exports/ports.ts';
import { startReports } from '#core/threads/report-client.ts';
import { ownFolder } from '#test/own.ts';

const REQUEST = { job: { guid: 'a-guid', platform: 'steam' }, sealed: [], keepsTexts: false } as unknown as ReportRequest;

it('waits for no thread that stands still, and has another one for the next report', async () => {
  const reports = startReports({ dataDir: ownFolder('reports'), vaultKeys: [new Uint8Array(32)] }, 1);
  for (const _ of [1, 2])
    await expect(reports.make(REQUEST)).rejects.toMatchObject({
      code: 'INTERNAL',
      message: expect.stringContaining('stands still') as string,
    });
  await reports.close();
  await expect(reports.make(REQUEST)).rejects.toMatchObject({ code: 'STOPPED' });
});
