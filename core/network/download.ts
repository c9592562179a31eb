import type { Config } from '#core/config/config.ts';
import { CeilingExceeded, CommentdockError } from '#core/contract/error.ts';
import type { FileSink } from '#core/engine/media-ports.ts';
import { redirectTarget, RedirectTrail } from '#core/network/redirects.ts';
import { createTargetGuard, TargetRefusal } from '#core/network/targets/target-guard.ts';
import { createTransport, type Outgoing } from '#core/network/transport.ts';

const OK = 200;
/** Redirects and all. */
const LONGEST_MS = 120_000;
/** A file of half a gigabyte over a slow line. */
const LONGEST_OF_FILE_MS = 4 * 3_600_000;

type DownloadSettings = Pick<Config, 'httpsProxy' | 'httpProxy' | 'noProxy' | 'extraCaFile' | 'allowedInnerHosts'>;

/**
 * What lies at an https address of the public internet, by redirects too. Nothing is sent that tells one who asks from another: no
 * cookie, no name of this program, nothing of an earlier answer.
 * @throws CommentdockError INVALID_REQUEST where the address, or one it leads to, is none of the public internet; NETWORK; the signal's reason
 */
export async function download(
  address: string,
  { mostBytes, ...settings }: DownloadSettings & { readonly mostBytes: number },
  signal: AbortSignal,
): Promise<Uint8Array> {
  return fetched(address, { mostBytes }, settings, { signal, longestMs: LONGEST_MS });
}

/** As `download`, into a file as it comes. @throws as `download`; what the sink throws */
export async function downloadInto(address: string, into: FileSink, settings: DownloadSettings, signal: AbortSignal): Promise<void> {
  await fetched(address, { into }, settings, { signal, longestMs: LONGEST_OF_FILE_MS });
}

async function fetched(
  address: string,
  wish: Pick<Outgoing, 'mostBytes' | 'into'>,
  settings: DownloadSettings,
  { signal, longestMs }: { readonly signal: AbortSignal; readonly longestMs: number },
): Promise<Uint8Array> {
  const guard = createTargetGuard(settings);
  const transport = createTransport(settings, guard);
  const within = AbortSignal.any([signal, AbortSignal.timeout(longestMs)]);
  const trail = new RedirectTrail();
  try {
    let outgoing: Outgoing = {
      method: 'GET',
      url: new URL(address),
      headers: { accept: '*/*', 'accept-encoding': 'identity' },
      body: null,
      ...wish,
    };
    for (;;) {
      const refusal = guard.refusalOf(outgoing.url);
      if (refusal !== null) throw refusal;
      const arrived = await transport.exchange(outgoing, within);
      const target = redirectTarget(outgoing.url, arrived);
      if (target === null && arrived.status === OK) return arrived.body;
      if (target === null) throw new CommentdockError('NETWORK', `${outgoing.url.host} answered with status ${arrived.status}.`);
      outgoing = trail.follow({ outgoing, cookie: undefined }, { status: arrived.status, target }, () => undefined);
    }
  } catch (error) {
    throw signal.aborted ? signal.reason : named(error, address, longestMs);
  } finally {
    await transport.close();
  }
}

/** What the network says is said of exports. */
function named(error: unknown, address: string, longestMs: number): unknown {
  if (error instanceof TargetRefusal) {
    const detail = `${address} is, or leads to, no https address of the public internet. COMMENTDOCK_ALLOWED_INNER_HOSTS allows a single host inside your network.`;
    return new CommentdockError('INVALID_REQUEST', detail, { cause: error });
  }
  if (error instanceof CeilingExceeded)
    return new CommentdockError('INVALID_REQUEST', `What lies at ${address} exceeds ${error.ceiling}.`, { cause: error });
  if (error instanceof CommentdockError && error.code === 'DISK') return error;
  if (error instanceof CommentdockError)
    return new CommentdockError('NETWORK', `${address} could not be downloaded: ${error.message}`, { cause: error });
  return new CommentdockError('NETWORK', `${address} was not downloaded within ${longestMs / 1_000} s.`, { cause: error });
}
