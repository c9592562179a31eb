import type { Config } from '#core/config/config.ts';
import { ACCEPTED_ENCODINGS, unpack } from '#core/network/decompression.ts';
import { createTransport, type Transport } from '#core/network/transport.ts';

/** A model may think for a while before its first word. */
const PHASE_TIMEOUT_MS = 120_000;

/** A POST and its whole answer. */
interface Post {
  readonly url: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface ProviderHttp {
  /** Whatever the status; redirects are not followed. @throws CommentdockError NETWORK; the signal's reason on abort */
  post(
    request: Post,
    signal: AbortSignal,
  ): Promise<{ readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly text: string }>;
  close(): Promise<void>;
}

/** The way to the providers of the owner's choice, wherever they are: through the proxy of the settings, and with its trust. */
export function createProviderHttp(config: Pick<Config, 'httpsProxy' | 'httpProxy' | 'noProxy' | 'extraCaFile'>): ProviderHttp {
  const transport: Transport = createTransport(config, null, PHASE_TIMEOUT_MS);
  return {
    async post({ url: address, headers, body }, signal) {
      const url = new URL(address);
      const sent = { 'accept-encoding': ACCEPTED_ENCODINGS, 'user-agent': 'Commentdock', ...headers };
      const arrived = await transport.exchange({ method: 'POST', url, headers: sent, body }, signal);
      const flat = Object.entries(arrived.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]);
      const whole: Readonly<Record<string, string>> = Object.fromEntries(flat);
      return { status: arrived.status, headers: whole, text: unpack(arrived.body, whole['content-encoding'], url.host).toString('utf8') };
    },
    close: () => transport.close(),
  };
}
