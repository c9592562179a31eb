import { makeItem } from '#core/platform-api/item.ts';
import {
  definePlatform,
  type ExportRow,
  type Json,
  type Next,
  type Page,
  type PlatformDefinition,
  type Walk,
} from '#core/platform-api/define.ts';
import type { Item } from '#core/contract/item.ts';
import type { RunSession } from '#core/engine/ports.ts';
import type { EngineRoom, RoomParts } from '#test/engine/engine-room.ts';

/** A request that waits for the test to answer it. */
interface PendingPage {
  readonly cursor: Json;
  readonly signal: AbortSignal;
  answer(page: Page): void;
  fail(error: Error): void;
}

export interface Puppet {
  readonly platform: PlatformDefinition;
  /** Every request so far, in the order in which they were made. */
  readonly asked: readonly Json[];
  /** The next request that nobody took yet, as soon as it is made. */
  next(): Promise<PendingPage>;
  /** The request with this cursor, as soon as it is made. */
  at(cursor: Json): Promise<PendingPage>;
}

export interface PuppetParts {
  readonly id?: string;
  readonly start?: readonly Next[];
  readonly walk?: Walk;
  readonly row?: ExportRow;
  readonly concurrency?: number;
}

/** A platform that answers only what the test says, when it says so. An abort ends a request as the network would. */
export function puppetPlatform(parts: PuppetParts = {}): Puppet {
  const asked: Json[] = [];
  const pending: PendingPage[] = [];
  const waiting = new Set<() => void>();
  const taken = async (wanted: (page: PendingPage) => boolean): Promise<PendingPage> => {
    for (;;) {
      const index = pending.findIndex(wanted);
      if (index >= 0) return pending.splice(index, 1)[0] as PendingPage;
      await new Promise<void>((resolve) => waiting.add(resolve));
    }
  };
  const platform = definePlatform({
    id: parts.id ?? 'puppet',
    name: 'Puppet',
    homepage: 'https://puppet.example/',
    description: 'Answers by hand.',
    category: 'forum',
    recorded: '2026-08',
    comparedWith: [],
    targets: [
      {
        name: 'thread',
        patterns: ['puppet.example/<id>'],
        examples: ['https://puppet.example/1'],
        match: () => null,
        exports: { own: parts.row ?? { type: 'comments' } },
      },
    ],
    options: ['replies'],
    hosts: [],
    cookies: { need: 'none', domains: [] },
    pace: { perSecond: 1000, concurrency: parts.concurrency ?? 4 },
    ...(parts.walk === undefined ? {} : { walk: parts.walk }),
    start: () => parts.start ?? [{ cursor: 'first', role: 'page' }],
    fetchPage(cursor, session) {
      const { signal } = session as unknown as { readonly signal: AbortSignal };
      asked.push(cursor);
      const { promise, resolve, reject } = Promise.withResolvers<Page>();
      if (signal.aborted) reject(signal.reason as Error);
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      pending.push({ cursor, signal, answer: resolve, fail: reject });
      for (const wake of waiting) wake();
      waiting.clear();
      return promise;
    },
  });
  return {
    platform,
    asked,
    next: () => taken(() => true),
    at: (cursor) => taken((page) => JSON.stringify(page.cursor) === JSON.stringify(cursor)),
  };
}

/** What a puppet's session is: no more than the signal of its page. */
export function puppetSession(): RunSession {
  return { forPage: ({ signal }) => ({ signal }) as never, close: async () => undefined };
}

export function comment(id: string, fields: Partial<Omit<Item, 'author'>> = {}): Item {
  return makeItem({ kind: fields.parentId == null ? 'comment' : 'reply', text: `text of ${id}`, ...fields, id });
}

/** A puppet, and a room that has no other platform. */
export function puppetRoom(open: (parts: RoomParts) => EngineRoom): { readonly puppet: Puppet; readonly room: EngineRoom } {
  const puppet = puppetPlatform();
  return { puppet, room: open({ platforms: [puppet.platform] }) };
}
