import type { Suspect, Wall } from '#core/network/walls/wall.ts';
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

/** `challenge Cloudflare`, `login the site`; null for a page. */
export function wallOf(text: string, shape: AnswerShape = {}): string | null {
  const wall: Wall | null = wallIn(suspectOf(text, shape));
  return wall === null ? null : `${wall.kind} ${wall.by}`;
}
