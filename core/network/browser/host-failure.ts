import { BrowserFailure, type HostFailure } from '#core/network/browser/protocol.ts';
import { authorityOf } from '#core/network/targets/authority.ts';

const CLOSED =
  /has been closed|Target closed|Browser closed|browser has disconnected|Connection closed|Protocol error.*(?:closed|detached)/i;

/** The error of a request, with where it was meant to lead. */
export function atAddress(error: unknown, address: string | null): unknown {
  const url = address === null ? null : URL.parse(address);
  return error instanceof Error && url !== null ? Object.assign(error, { at: authorityOf(url) }) : error;
}

/** What an error of playwright means. `standing`: of the browser, or of the window that somebody sits in front of. */
export function hostFailure(error: unknown, standing: 'open' | 'closed' | 'gone'): HostFailure {
  if (error instanceof BrowserFailure) return { kind: error.kind, text: error.text, at: error.at };
  const words = error instanceof Error ? error.message : String(error);
  const text = words.split('\n', 1)[0] ?? '';
  if (standing !== 'open') return { kind: standing, text };
  if (/crashed/i.test(words)) return { kind: 'crashed', text };
  const net = /net::ERR_\w+/.exec(words)?.[0];
  if (net !== undefined) return { kind: 'net', text: net, at: (error as { readonly at?: string }).at ?? null };
  if (error instanceof Error && error.name === 'TimeoutError') return { kind: 'timeout', text };
  if (CLOSED.test(words)) return { kind: 'noPage', text };
  return { kind: 'fault', text };
}

/** The line of a failed start that says why; playwright's own first line names its function. */
export function reasonOf(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error);
  const lines = words.split('\n').map((line) => line.replace(/\[pid=\d+\]\[err\]\s*/, '').trim());
  return lines.find((line) => /sandbox|shared libraries|cannot|No such|ENOENT|EACCES|denied/i.test(line)) ?? lines[0] ?? 'unknown';
}
