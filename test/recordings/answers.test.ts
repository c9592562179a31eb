import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { haveRecordings, loadCases, RECORDINGS_FOLDER } from '#test/recordings/cases.ts';
import { readRecorded } from '#test/world/recorded.ts';

interface Entry {
  readonly request: { readonly method: string; readonly url: string; readonly postData?: { readonly text?: string } };
  readonly response: { readonly status: number; readonly content: { readonly text?: string } };
}

if (!haveRecordings()) process.stdout.write(`${RECORDINGS_FOLDER} is not here: recorded answers are not looked at.\n`);

describe.skipIf(!haveRecordings())('every recorded request', () => {
  it.each(loadCases().map((recorded) => [recorded.name, recorded] as const))('%s gets its own answer', (_name, { folder }) => {
    const file = join(folder, 'exchanges.har');
    const { entries } = (JSON.parse(readFileSync(file, 'utf8')) as { log: { entries: Entry[] } }).log;
    const recorded = readRecorded([file]);
    for (const { request, response } of entries) {
      const url = new URL(request.url);
      url.searchParams.append('unrelated', '1');
      const answer = recorded.answer({ method: request.method, url, headers: {}, body: request.postData?.text ?? '' });
      expect(answer?.status, request.url).toBe(response.status);
      expect(answer?.body.toString('utf8') === (response.content.text ?? ''), request.url).toBe(true);
    }
  });
});
