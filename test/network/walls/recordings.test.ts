import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { wallAt, wallIn } from '#core/network/walls/recognise.ts';
import type { PlatformDefinition } from '#core/platform-api/define.ts';
import type { Suspect } from '#core/network/walls/suspect.ts';
import { WALL_CODES, type Wall } from '#core/platform-api/wall-sign.ts';
import { ALL_PLATFORMS, ANY_SITE } from '#test/network/walls/askers.ts';

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
function wallsOf(file: string, platform: Pick<PlatformDefinition, 'walls'>): readonly Wall[] {
  return recordedIn(file).flatMap(({ suspect, location }) => {
    const target = location === null ? null : URL.parse(location, suspect.url);
    return wallIn(suspect, platform) ?? (target === null ? null : wallAt(target, new URL(suspect.url), platform)) ?? [];
  });
}

/** A case, the code of a wall that its export must fail with, and the codes of those that were found. */
interface Looked {
  readonly name: string;
  readonly wanted: string | null;
  readonly found: readonly string[];
}

const CODES: ReadonlySet<string> = new Set(Object.values(WALL_CODES));

function lookAt(name: string): Looked {
  const folder = join(RECORDINGS, name);
  const { error_code: code = null } = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as { readonly error_code?: string };
  const platform = ALL_PLATFORMS.find(({ id }) => id === name.split('/')[0]) ?? ANY_SITE;
  const found = new Set(wallsOf(join(folder, 'exchanges.har'), platform).map(({ kind }) => WALL_CODES[kind]));
  return { name, wanted: code !== null && CODES.has(code) ? code : null, found: [...found] };
}

/** Every recorded case, of platforms that the project has and of others. */
function lookAtAll(): readonly Looked[] {
  const platforms = readdirSync(RECORDINGS, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const names = platforms.flatMap(({ name }) => readdirSync(join(RECORDINGS, name)).map((each) => `${name}/${each}`));
  return names.filter((name) => existsSync(join(RECORDINGS, name, 'exchanges.har'))).map(lookAt);
}

/** What no page stands in for: the platform says it in data of its own, which its reader alone understands. */
const SAID_IN_DATA: ReadonlySet<string> = new Set([
  // States a number of reviews, and shows none of them.
  'amazon/sa-product-page-without-reviews-2026',
  // An error of its API, with status 200.
  'facebook/error-log-in-to-continue-2025-12',
  // A link without its token is sent to the page for notes that are gone.
  'xiaohongshu/error-link-without-token-2026',
  // The player's reason not to play.
  'youtube/np-2026-06-geoblocked-player',
  // An error of its API, after which there is another door.
  'zhihu/error-risk-control-2026',
]);

describe.skipIf(!existsSync(RECORDINGS))('recorded answers (skipped where ../shared/recordings is absent)', () => {
  it('hold the wall that a case ends at, and no case holds another', () => {
    const looked = lookAtAll();
    expect(looked.length).toBeGreaterThan(250);
    const wanted = looked.filter((each) => each.wanted !== null && !SAID_IN_DATA.has(each.name));
    const met = looked.filter(({ found }) => found.length > 0);
    const named = (cases: readonly Looked[], codesOf: (each: Looked) => readonly (string | null)[]) =>
      Object.fromEntries(cases.map((each) => [each.name, codesOf(each)]));
    expect(named(met, ({ found }) => found)).toEqual(named(wanted, (each) => [each.wanted]));
    expect(wanted.length).toBeGreaterThan(5);
  });
});
