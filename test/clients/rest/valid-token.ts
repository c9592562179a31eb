import { readRunFile } from '#core/config/run-file.ts';
import { RestClient } from '#test/clients/rest/rest-client.ts';

/**
 * A token of a running service, asked for as `commentdock token` does, without the second of work that a process of its own takes.
 * Empty where the service gives none.
 */
export async function validToken(baseUrl: string, dataDir: string): Promise<string> {
  const owner = new RestClient(baseUrl, { 'x-auth-token': readRunFile(dataDir)?.owner_secret ?? '' });
  const usable = async (): Promise<string | undefined> =>
    (await owner.get('/api/v1/api_tokens')).list.flatMap(({ token, isExpired }) =>
      typeof token === 'string' && isExpired === false ? [token] : [],
    )[0];
  const known = await usable();
  if (known !== undefined) return known;
  await owner.post('/api/v1/api_tokens/generate', {});
  return (await usable()) ?? '';
}
