import { createHash } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { FILE_FORMATS } from '#core/contract/tier.ts';
import type { RestClient } from '#test/clients/rest/rest-client.ts';

const SANDBOX = { 'X-Sandbox': 'true' };
const VIDEO = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';

/** A finished sample with a file of every format; nobody is asked for it. */
export async function sampleExport(client: RestClient): Promise<string> {
  const { body } = await client.post('/api/v3/job', { url: VIDEO, formats: FILE_FORMATS }, SANDBOX);
  const { guid } = await client.waitFor(String(body['guid']), 'done');
  return guid;
}

/** Links of the files of an export that stand. */
export async function linksOf(client: RestClient, guid: string): Promise<readonly string[]> {
  const { list } = await client.get(`/api/v1/jobs/${guid}/downloadOptions`);
  return list.flatMap(({ link }) => (typeof link === 'string' ? [link] : []));
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** SHA-256 of what each link gives, without a token. */
export function hashesOf(links: readonly string[]): Promise<readonly string[]> {
  return Promise.all(
    links.map(async (link) => {
      const answer = await fetch(link);
      if (!answer.ok) throw new Error(`${link} gives ${answer.status}`);
      return sha256(await answer.bytes());
    }),
  );
}

export function exportsIn(dataDir: string): readonly string[] {
  return readdirSync(join(dataDir, 'exports')).toSorted();
}

/** As if they had given way to others, or been written on another machine. */
export function loseFiles(dataDir: string): void {
  for (const name of exportsIn(dataDir)) rmSync(join(dataDir, 'exports', name));
}
