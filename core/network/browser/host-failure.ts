import { BrowserFailure, type HostFailure } from '#core/network/browser/protocol.ts';

const CLOSED =
  /has been closed|Target closed|Browser closed|browser has disconnected|Connection closed|Protocol error.*(?:closed|detached)/i;

/** What an error of playwright means. `isConnected`: whether the browser still lives. */
export function hostFailure(error: unknown, isConnected: boolean): HostFailure {
  if (error instanceof BrowserFailure) return { kind: error.kind, text: error.text };
  const words = error instanceof Error ? error.message : String(error);
  const text = words.split('\n', 1)[0] ?? '';
  if (!isConnected) return { kind: 'gone', text };
  if (/crashed/i.test(words)) return { kind: 'crashed', text };
  const net = /net::ERR_\w+/.exec(words)?.[0];
  if (net !== undefined) return { kind: 'net', text: net };
  if (error instanceof Error && error.name === 'TimeoutError') return { kind: 'timeout', text };
  if (CLOSED.test(words)) return { kind: 'noPage', text };
  return { kind: 'fault', text };
}
