import type { Suspect } from '#core/network/walls/suspect.ts';
import type { Wall } from '#core/platform-api/wall-sign.ts';
import type { PlatformDefinition } from '#core/platform-api/define.ts';
import { wallIn } from '#core/network/walls/recognise.ts';

export const HTML = 'text/html; charset=utf-8';

interface AnswerShape {
  readonly status?: number;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly url?: string;
}

function suspectOf(
  text: string,
  { status = 200, type = HTML, headers = {}, url = 'https://www.example.org/page' }: AnswerShape = {},
): Suspect {
  return { status, headers: { 'content-type': type, ...headers }, url, bytes: Buffer.byteLength(text), text };
}

/** `challenge Cloudflare`, `login the site`; null for a page. @param platform that asked; left out: a site without walls of its own */
export function wallOf(text: string, shape: AnswerShape = {}, platform: Pick<PlatformDefinition, 'walls'> = {}): string | null {
  const wall: Wall | null = wallIn(suspectOf(text, shape), platform);
  return wall === null ? null : `${wall.kind} ${wall.by}`;
}
