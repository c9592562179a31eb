import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { wallAt, wallIn } from '#core/network/walls/recognise.ts';
import type { Suspect } from '#core/network/walls/wall.ts';

const RECORDINGS = join(import.meta.dirname, '../../../../shared/recordings');

interface Recorded {
  readonly suspect: Suspect;
  readonly location: string | null;
}

interface Har {
  readonly log: {
    readonly entries: readonly {
      readonly request: { readonly url: string };
      readonly response: {
        readonly status: number;
        readonly headers: readonly { readonly name: string; readonly value: string }[];
        readonly content: { readonly text?: string; readonly encoding?: string; readonly mimeType?: string };
      };
    }[];
  };
}

function recordedIn(file: string): readonly Recorded[] {
  const har = JSON.parse(readFileSync(file, 'utf8')) as Har;
  return har.log.entries.map(({ request, response }) => {
    const { text = '', encoding, mimeType = '' } = response.content;
    const body = encoding === 'base64' ? Buffer.from(text, 'base64').toString('utf8') : text;
    const headers = Object.fromEntries(response.headers.map(({ name, value }) => [name.toLowerCase(), value]));
    const suspect = {
      status: response.status,
      headers: { 'content-type': mimeType, ...headers },
      url: request.url,
      bytes: Buffer.byteLength(body),
      text: body,
    };
    return { suspect, location: headers['location'] ?? null };
  });
}

/** What a case met: walls that stand in its answers, or that its redirects lead to. */
function wallsOf(file: string): readonly string[] {
  return recordedIn(file).flatMap(({ suspect, location }) => {
    const target = location === null ? null : URL.parse(location, suspect.url);
    const wall = wallIn(suspect) ?? (target === null ? null : wallAt(target, new URL(suspect.url)));
    return wall === null ? [] : [`${wall.kind} ${wall.by}`];
  });
}

describe('recorded answers', () => {
  it.skipIf(!existsSync(RECORDINGS))('hold no wall but the recorded captcha (skipped where ../shared/recordings is absent)', () => {
    const found: Record<string, readonly string[]> = {};
    let cases = 0;
    for (const platform of readdirSync(RECORDINGS, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
      for (const name of readdirSync(join(RECORDINGS, platform.name))) {
        const file = join(RECORDINGS, platform.name, name, 'exchanges.har');
        if (!existsSync(file)) continue;
        cases += 1;
        const walls = wallsOf(file);
        if (walls.length > 0) found[`${platform.name}/${name}`] = walls;
      }
    }
    expect(cases).toBeGreaterThan(50);
    expect(found).toEqual({ 'google_search/captcha-2026': ['challenge Google'] });
  });
});
