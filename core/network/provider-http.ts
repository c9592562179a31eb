import type { Config } from '#core/config/config.ts';
import { ACCEPTED_ENCODINGS, unpack } from '#core/network/decompression.ts';
import { createTransport, type Outgoing, type Transport } from '#core/network/transport.ts';

/** A model may think for a while before its first word. */
const PHASE_TIMEOUT_MS = 120_000;
/** One on this machine may have to be loaded first, and says nothing before it has written all. */
const LOCAL_PHASE_TIMEOUT_MS = 600_000;

/** A POST and its whole answer. */
interface Post {
  readonly url: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

export interface ProviderHttp {
  /** Whatever the status; redirects are not followed. @throws CommentdockError NETWORK; the signal's reason on abort */
  post(request: Post, signal: AbortSignal): Promise<Answer>;
  /** As `post`. @param mostBytes what the body of the answer may be */
  get(url: string, mostBytes: number, signal: AbortSignal): Promise<Answer>;
  close(): Promise<void>;
}

/** The way to the providers of the owner's choice, wherever they are: through the proxy of the settings, and with its trust. */
export function createProviderHttp(config: Pick<Config, 'httpsProxy' | 'httpProxy' | 'noProxy' | 'extraCaFile'>): ProviderHttp {
  return httpOver(createTransport(config, null, PHASE_TIMEOUT_MS));
}

/** The way to models on this machine, past every proxy. */
export function createLocalHttp({ extraCaFile }: Pick<Config, 'extraCaFile'>): ProviderHttp {
  return httpOver(createTransport({ httpsProxy: null, httpProxy: null, noProxy: null, extraCaFile }, null, LOCAL_PHASE_TIMEOUT_MS));
}

function httpOver(transport: Transport): ProviderHttp {
  const exchange = async (outgoing: Outgoing, signal: AbortSignal): Promise<Answer> => {
    const { url } = outgoing;
    const headers = { 'accept-encoding': ACCEPTED_ENCODINGS, 'user-agent': 'Commentdock', ...outgoing.headers };
    const arrived = await transport.exchange({ ...outgoing, headers }, signal);
    const flat = Object.entries(arrived.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]);
    const whole: Readonly<Record<string, string>> = Object.fromEntries(flat);
    return { status: arrived.status, headers: whole, text: unpack(arrived.body, whole['content-encoding'], url.host).toString('utf8') };
  };
  return {
    post: ({ url, headers, body }, signal) => exchange({ method: 'POST', url: new URL(url), headers, body }, signal),
    get: (url, mostBytes, signal) =>
      exchange({ method: 'GET', url: new URL(url), headers: { accept: 'application/json' }, body: null, mostBytes }, signal),
    close: () => transport.close(),
  };
}
