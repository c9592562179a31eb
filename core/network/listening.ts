import { CommentdockError, PlatformChanged } from '#core/contract/error.ts';
import { type AttemptGround, failedTry, type FailedTry, takeTurn } from '#core/network/attempt.ts';
import type { Line } from '#core/network/line.ts';
import { asClient } from '#core/network/run-agent.ts';
import type { Heard, LineRequest } from '#core/platform-api/session.ts';

/** What a page needs to listen. */
interface Listening {
  /** The open lines of the run, by their address. */
  readonly lines: Map<string, Line>;
  readonly ground: AttemptGround;
  /** Tries to open a line as often as a request is tried. */
  readonly untilSettled: (tryOnce: () => Promise<Line | FailedTry>) => Promise<Line | FailedTry>;
}

/** What the answer to an opened line counts as for the host's pace. */
const TAKEN = { status: 101, headers: {} };

/**
 * What was said at a line since the run last listened there.
 * @throws CommentdockError NETWORK where it cannot be opened, PLATFORM_CHANGED where the address is none of a WebSocket
 */
export async function listenAt(request: LineRequest, { lines, ground, untilSettled }: Listening): Promise<Heard> {
  const known = lines.get(request.url);
  const line = known ?? (await untilSettled(() => openOnce(request, ground)));
  if ('error' in line) throw line.error;
  lines.set(request.url, line);
  const heard = await line.hear(request, ground.signal);
  if (!heard.isOpen) {
    line.close();
    lines.delete(request.url);
  }
  return { ...heard, isNew: known === undefined };
}

/** Opens it within the host's pace: one request among others. */
async function openOnce(request: LineRequest, ground: AttemptGround): Promise<Line | FailedTry> {
  const { transport, cookies, signal, counters } = ground;
  const url = addressOf(request.url);
  const standing = ground.law.admit(url, undefined);
  const installed = await ground.installedAgent();
  const giveBack = await takeTurn(url.host, ground);
  let isTaken = false;
  try {
    const asked = new URL(url.href.replace(/^ws/, 'http'));
    const cookie = cookies.headerFor(asked, request.headers?.['cookie']);
    counters.requests += 1;
    const own = asClient({ 'accept-language': 'en-US,en;q=0.9', ...request.headers }, asked, ground, installed);
    const headers = cookie === undefined ? own : { ...own, cookie };
    const line = await transport.call({ ...request, url, headers, standing }, signal);
    isTaken = true;
    return line;
  } catch (error) {
    if (signal.aborted || !(error instanceof CommentdockError)) throw error;
    return failedTry(error);
  } finally {
    giveBack(isTaken ? TAKEN : null);
  }
}

/** @throws PlatformChanged */
function addressOf(href: string): URL {
  const url = URL.parse(href);
  if (url?.protocol === 'wss:' || url?.protocol === 'ws:') return url;
  throw new PlatformChanged('url', `The platform led to something that is no WebSocket (${url?.protocol ?? 'no URL'}).`);
}
