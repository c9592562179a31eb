// The site's own calls, plainly and behind a firewall from inside one of its pages.
import type { z } from 'zod';
import { PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import type { Session } from '#core/platform-api/session.ts';
import { plainOrBrowser } from '#core/platform-kit/browser-door.ts';
import { percentEncoded } from '#core/platform-kit/web-address.ts';
import { SITE } from '#core/platforms/kick/address.ts';
import { messagesSchema, type WireMessage } from '#core/platforms/kick/wire.ts';

interface Asked<T> {
  readonly data: T;
  readonly door: string;
}

const PAGE = { url: `${SITE}/`, accept: 'any' } as const;

/** @throws CommentdockError NOT_FOUND, BLOCKED, CAPTCHA, RATE_LIMITED, NETWORK, PLATFORM_CHANGED */
export async function askKick<S extends z.ZodType>(session: Session, schema: S, path: string): Promise<Asked<z.output<S>>> {
  const request = { url: `${SITE}/api/${path}`, headers: { accept: 'application/json' } } as const;
  const { value, by } = await plainOrBrowser(session, 'Kick', {
    plain: () => session.json(schema, request),
    browser: () => session.inPageJson(schema, { ...request, page: PAGE }),
  });
  return { data: value, door: `web API${by}` };
}

/** Messages of a channel, by its number. @param from the moment after which; null for the newest */
export async function messagesOf(session: Session, channel: string, from: string | null): Promise<Asked<readonly WireMessage[]>> {
  const { data, door } = await askKick(
    session,
    messagesSchema,
    `v2/channels/${channel}/messages${from === null ? '' : `?start_time=${percentEncoded(from)}`}`,
  );
  const { status, data: given } = data;
  if (status?.error === true) {
    if (status.code === 404) throw new PlatformRefusal('NOT_FOUND');
    throw new PlatformChanged('status', `Kick refuses the call (code ${status.code ?? 0}: ${status.message ?? 'no words'}).`);
  }
  if (given == null) throw new PlatformChanged('data');
  return { data: given.messages, door };
}
