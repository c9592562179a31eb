import type { z } from 'zod';
import { PlatformChanged } from '#core/contract/error.ts';
import { WholeAnswer } from '#core/network/answer.ts';
import type { DocumentHead, HostEvent, VisitedPage } from '#core/network/browser/protocol.ts';
import { checked } from '#core/platform-kit/checked.ts';
import { readJson } from '#core/platform-kit/wire.ts';
import type { CapturedAnswer, PageAnswer } from '#core/platform-api/session.ts';

/** Said of a body that the browser has unpacked. */
const OF_THE_WIRE: ReadonlySet<string> = new Set(['content-encoding', 'content-length', 'transfer-encoding']);

/** A page after its load: what it is now, under the head of its document. */
export class VisitedAnswer extends WholeAnswer implements PageAnswer {
  readonly #globals: VisitedPage['globals'];

  constructor({ status, headers, url, html, globals }: VisitedPage, fetchedAt: Date) {
    const type = (headers['content-type'] ?? 'text/html').split(';', 1)[0] ?? 'text/html';
    const utf8 = { ...withoutWire(headers), 'content-type': `${type}; charset=utf-8` };
    super({ status, headers: utf8, url: new URL(url), body: Buffer.from(html), fetchedAt });
    this.#globals = globals;
  }

  global<S extends z.ZodType>(name: string, schema: S): z.output<S> {
    const json = this.#globals[name];
    const { host } = new URL(this.url);
    if (json === undefined || json === null)
      throw new PlatformChanged(name, `The page of ${host} has no "${name}". An update of Commentdock may be needed.`);
    const read = checked(schema, readJson(json, name));
    if (read.success) return read.data;
    const path = [name, ...(read.problem?.path ?? [])].map(String).join('.');
    throw new PlatformChanged(
      path,
      `"${name}" in the page of ${host} is not of the form we know, at ${path}. An update of Commentdock may be needed.`,
    );
  }
}

/** What a page received, and what it had asked. */
export class ReceivedAnswer extends WholeAnswer implements CapturedAnswer {
  readonly request: CapturedAnswer['request'];

  constructor({ head, body, request }: Extract<HostEvent, { kind: 'captured' }>, fetchedAt: Date) {
    super({ status: head.status, headers: withoutWire(head.headers), url: new URL(head.url), body: Buffer.from(body), fetchedAt });
    this.request = request;
  }
}

/** What a fetch from inside a page brought. */
export function fetchedAnswer({ status, headers, url }: DocumentHead, pieces: readonly Uint8Array[], fetchedAt: Date): WholeAnswer {
  return new WholeAnswer({ status, headers: withoutWire(headers), url: new URL(url), body: Buffer.concat(pieces), fetchedAt });
}

function withoutWire(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_THE_WIRE.has(name)));
}
