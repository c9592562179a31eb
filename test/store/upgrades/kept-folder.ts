import { readRunFile } from '#core/config/run-file.ts';
import type { ServiceProcess } from '#test/clients/rest/service-process.ts';

/**
 * What a data folder holds, as its service tells it: answers by path. Kept beside the folder as `expected.json`. Addresses of
 * the service stand as `http://service`.
 */
export type Held = Readonly<Record<string, unknown>>;

/** Fields that change as time passes. */
const OF_THE_MOMENT = new Set(['isExpired']);

const LISTS = ['/api/v3/jobs', '/api/v1/schedules', '/api/v1/webhooks', '/api/v1/routes', '/api/v1/accounts', '/api/v1/api_tokens'];

/** Asks for all that a folder can hold; the files of exports, a search, and the values of tokens, which are in the vault. */
export async function whatIsHeld(service: ServiceProcess): Promise<Held> {
  const client = service.client({ 'X-AUTH-TOKEN': readRunFile(service.dataDir)?.owner_secret ?? '' });
  const answers: Record<string, unknown> = {};
  const ask = async (path: string): Promise<readonly Readonly<Record<string, unknown>>[]> => {
    const { status, bytes, list } = await client.get(path);
    const text = bytes.toString('utf8').replaceAll(service.baseUrl, 'http://service');
    answers[path] = { status, body: JSON.parse(text, (key, value: unknown) => (OF_THE_MOMENT.has(key) ? undefined : value)) as unknown };
    return list;
  };
  const lists = new Map<string, readonly Readonly<Record<string, unknown>>[]>();
  for (const path of LISTS) lists.set(path, await ask(path));
  for (const { guid, status } of lists.get('/api/v3/jobs') ?? []) {
    await ask(`/api/v3/job/${String(guid)}`);
    if (status !== 'done') continue;
    await ask(`/api/v3/job/${String(guid)}/json`);
    await ask(`/api/v1/exports/${String(guid)}/search?q=review&limit=3`);
  }
  return answers;
}
