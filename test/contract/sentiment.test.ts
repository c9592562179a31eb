import ExcelJS from 'exceljs';
import { describe, expect } from 'vitest';
import { contractService, PATIENCE, THREAD, UNSUPPORTED } from '#test/contract/contract-service.ts';
import { stated } from '#test/contract/stated.ts';
import type { Fields } from '#test/clients/rest/rest-client.ts';

const house = contractService();
const CLASSES = ['positive', 'negative', 'neutral', 'unclassified'];
const GREEN_RED_YELLOW: Readonly<Record<string, string>> = { positive: 'FFC6EFCE', negative: 'FFFFC7CE', neutral: 'FFFFEB9C' };
const PROFILE = 'https://bsky.app/profile/bsky.app';
const POST = `${PROFILE}/post/3l6oveex3ii2l`;

async function workbookAt(link: unknown): Promise<ExcelJS.Workbook> {
  const { bytes } = await house.service.client({}).get(String(link));
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(bytes as unknown as ArrayBuffer);
  return workbook;
}

function expectColours(workbook: ExcelJS.Workbook): void {
  expect(workbook.worksheets.map(({ name }) => name)).toContain('Legend');
  const sheet = workbook.worksheets[0] as ExcelJS.Worksheet;
  const column = (sheet.getRow(1).values as string[]).indexOf('Sentiment');
  expect(column).toBeGreaterThan(0);
  for (let row = 2; row <= sheet.rowCount; row += 1) {
    const { value, fill } = sheet.getRow(row).getCell(column);
    expect(CLASSES).toContain(value);
    expect(fill?.type === 'pattern' ? fill.fgColor?.argb : undefined).toBe(GREEN_RED_YELLOW[String(value)]);
  }
}

describe('sentiment', () => {
  stated('service.sentiment', async () => {
    const job = await house.client.export(THREAD, { replies: true, filter: { sentiment: true } });
    const { list } = await house.client.get(`/api/v3/job/${job.guid}/json`);
    expect(list).toHaveLength(job.total_exported);
    expect(list.every(({ sentiment }) => CLASSES.includes(String(sentiment)))).toBe(true);
    expectColours(await workbookAt(job.download_link));
  });

  stated('service.sentiment-afterwards', async () => {
    const { guid, download_link: before } = await house.client.export(THREAD);
    const asked = house.world.count();
    const body = { format: 'xlsx', filter: { sentiment: true } };
    expect((await house.client.post(`/api/v1/jobs/${guid}/download`, body)).status).toBe(202);
    const link = async (): Promise<unknown> => (await house.client.job(guid)).download_link;
    await expect.poll(link, PATIENCE).not.toBe(before);
    expectColours(await workbookAt(await link()));
    expect(house.world.count()).toBe(asked);
  });

  stated('service.sentiment-providers', async () => {
    const { list } = await house.client.get('/api/v1/sentiment-providers');
    const ids = ['built-in', 'chat-completions', 'messages', 'natural-language', 'local-model', 'neural-model'];
    expect(list.map(({ id }) => id)).toEqual(ids);
    expect(list.filter(({ in_use: inUse }) => inUse).map(({ id }) => id)).toEqual(['built-in']);
    const key = 'a-key-that-nobody-may-see';
    const answer = await house.client.ask('PATCH', '/api/v1/sentiment-providers/chat-completions', { key });
    expect(answer).toMatchObject({ status: 200, body: { has_key: true, in_use: true } });
    const said = [answer.bytes, (await house.client.get('/api/v1/sentiment-providers')).bytes].join('');
    expect(said).not.toContain(key);
    await house.client.ask('DELETE', '/api/v1/sentiment-providers/chat-completions');
  });

  stated('service.sentiment-text-only', async () => {
    const ask = (url: string, options: Fields): Promise<{ status: number; body: Fields }> =>
      house.client.post('/api/v3/job', { url, options: { ...options, filter: { sentiment: true } } });
    for (const [url, option] of [
      [PROFILE, 'followers'],
      [PROFILE, 'following'],
      [POST, 'likes'],
      [POST, 'shares'],
    ] as const) {
      const { status, body } = await ask(url, { [option]: true });
      expect({ status, code: body['error_code'] }, option).toEqual({ status: 400, code: 'INVALID_REQUEST' });
      expect(body['detail']).toContain(`an export of ${option} has no texts to judge`);
      const { body: made } = await house.client.ask('POST', '/api/v3/job', { url, options: { [option]: true } }, { 'X-Sandbox': 'true' });
      const again = await house.client.post(`/api/v1/jobs/${String(made['guid'])}/download`, { filter: { sentiment: true } });
      expect(again, option).toMatchObject({ status: 400, body: { error_code: 'INVALID_REQUEST' } });
    }
    expect((await ask(UNSUPPORTED, {})).body['error_code']).toBe('INVALID_URL');
  });

  stated('limit.sentiment-sample', async () => {
    await house.onPlan('personal', async () => {
      const job = await house.client.export(THREAD, { replies: true, filter: { sentiment: true } });
      expect(job['sentiment']).toMatchObject({ state: 'done', judged: 10, total: 10 });
    });
  });
});
