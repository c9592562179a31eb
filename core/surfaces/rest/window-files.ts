import { existsSync } from 'node:fs';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { newSecret } from '#core/auth/secret.ts';
import { CommentdockError } from '#core/contract/error.ts';

/** Beside the sources and, in the packaged app, beside the built core. */
const PLACES = ['../dist/renderer/', '../renderer/'].map((path) => fileURLToPath(new URL(path, import.meta.resolve('#core/main.js'))));
/** Only a folder that was built has it. */
const BUILD_FILE = 'build.json';

/** Names as the build writes them, with a hash of the content: nothing below another folder, nothing hidden. */
const ASSET_NAME = /^\w[\w.-]*\.(?:js|css|woff2|svg|png|json)$/;
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json; charset=utf-8',
};
/** What the build compressed beforehand, best first. */
const ENCODINGS = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const;

/** Where the page finds the word that lets its own style elements pass. */
const NONCE_PLACE = '{{nonce}}';

/** Everything from here; no inline script; styles that the page's own script makes, and pictures that it draws as data. */
function policyFor(origin: string, nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "font-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ${origin.replace(/^http/, 'ws')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The page of the window, as it is asked for under `origin`. It holds nothing of the owner's: its script asks for everything, with the key. Null: it was not built. */
export async function sendWindow(origin: string, reply: FastifyReply): Promise<FastifyReply | null> {
  const folder = builtFolder();
  if (folder === null) return null;
  const nonce = newSecret();
  const html = await readFile(join(folder, 'index.html'), 'utf8');
  return reply
    .type('text/html; charset=utf-8')
    .headers({
      'content-security-policy': policyFor(origin, nonce),
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=()',
      'cache-control': 'no-store',
    })
    .send(html.replace(NONCE_PLACE, nonce));
}

export function addWindowFiles(app: FastifyInstance): void {
  app.get<{ Params: { file: string } }>('/assets/:file', async (request, reply) => {
    const { file } = request.params;
    const folder = builtFolder();
    const found = folder !== null && ASSET_NAME.test(file) ? await openBest(join(folder, 'assets', file), request) : null;
    if (found === null) throw new CommentdockError('RESOURCE_NOT_FOUND', 'There is no such file of the window.');
    reply.headers({
      'content-type': CONTENT_TYPES[extname(file)] ?? 'application/octet-stream',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'same-origin',
      vary: 'accept-encoding',
      ...(found.encoding === null ? {} : { 'content-encoding': found.encoding }),
    });
    return reply.send(found.handle.createReadStream());
  });
}

function builtFolder(): string | null {
  return PLACES.find((place) => existsSync(join(place, BUILD_FILE))) ?? null;
}

async function openBest(path: string, { headers }: FastifyRequest): Promise<{ handle: FileHandle; encoding: string | null } | null> {
  const accepted = String(headers['accept-encoding'] ?? '');
  for (const { name, ending } of ENCODINGS) {
    const handle = new RegExp(`\\b${name}\\b`).test(accepted) ? await openIfThere(`${path}${ending}`) : null;
    if (handle !== null) return { handle, encoding: name };
  }
  const handle = await openIfThere(path);
  return handle === null ? null : { handle, encoding: null };
}

/** @throws CommentdockError DISK */
async function openIfThere(path: string): Promise<FileHandle | null> {
  try {
    return await open(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new CommentdockError('DISK', undefined, { cause: error });
  }
}
