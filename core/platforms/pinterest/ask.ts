import { type CommentdockError, PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import type { Json } from '#core/platform-api/define.ts';
import { checked } from '#core/platform-kit/checked.ts';
import { isWebPage, refusalOf } from '#core/platform-api/refusal.ts';
import { readJsonWithIds, readWire } from '#core/platform-kit/wire.ts';
import { envelopeSchema } from '#core/platforms/pinterest/wire.ts';
import type { Answer, PlatformRequest, Session } from '#core/platform-api/session.ts';
import type { z } from 'zod';

/** A call of the site's own API. `page`: path of the page that asks the same; `handler`: its name for that kind of page. */
export interface Resource {
  readonly name: string;
  readonly options: Readonly<Record<string, Json>>;
  readonly page: string;
  readonly handler: string;
  readonly bookmark?: string | null;
}
export interface Answered<T> {
  readonly data: T;
  /** Null at the end of the list. */
  readonly bookmark: string | null;
}

export const SITE = 'https://www.pinterest.com';
/** Bookmarks that mean the end; the second is "cbNone;" in base64. */
const END = /^(?:-end-|Y2JOb25lO)/;
const NOT_FOUND_CODES = new Set([30, 50]);
const PRIVATE_CODES = new Set([40]);

/** @throws CommentdockError */
export async function askPinterest<S extends z.ZodType>(session: Session, schema: S, resource: Resource): Promise<Answered<z.output<S>>> {
  const answer = await session.fetch({ ...requestOf(resource), accept: 'any' });
  const isRefused = answer.status < 200 || answer.status >= 300;
  if (!answer.isJson) {
    if (isRefused) throw refusalOf(answer);
    throw isWebPage(answer) ? new PlatformRefusal('BLOCKED') : new PlatformChanged('$');
  }
  if (answer.status === 429 || answer.status >= 500) throw refusalOf(answer);
  const envelope = checked(envelopeSchema, readJsonWithIds(answer.text, '$'));
  const response = envelope.data?.resource_response;
  const refusal = refusalIn(answer, response?.error?.code ?? (isRefused ? (response?.code ?? null) : null), response?.error?.http_status);
  if (refusal !== null) throw refusal;
  if (response === undefined) throw isRefused ? refusalOf(answer) : new PlatformChanged('resource_response');
  const bookmark = response.bookmark ?? null;
  return {
    data: readWire(schema, response.data, 'resource_response.data'),
    bookmark: bookmark === null || bookmark === '' || END.test(bookmark) ? null : bookmark,
  };
}

function requestOf({ name, options, page, handler, bookmark }: Resource): PlatformRequest {
  const all = bookmark ? { ...options, bookmarks: [bookmark] } : options;
  return {
    url: `${SITE}/resource/${name}/get/`,
    query: { source_url: page, data: JSON.stringify({ options: all, context: {} }) },
    headers: {
      accept: 'application/json, text/javascript, */*, q=0.01',
      referer: `${SITE}/`,
      'x-requested-with': 'XMLHttpRequest',
      'x-pinterest-appstate': 'active',
      'x-pinterest-pws-handler': handler,
      'x-pinterest-source-url': page,
    },
  };
}

function refusalIn(answer: Answer, code: number | null, status: number | null | undefined): CommentdockError | null {
  if (code !== null && NOT_FOUND_CODES.has(code)) return new PlatformRefusal('NOT_FOUND');
  if (code !== null && PRIVATE_CODES.has(code)) return new PlatformRefusal('PRIVATE');
  if (answer.status < 200 || answer.status >= 300) return refusalOf(answer);
  return status && status >= 400 ? refusalOf({ status }) : null;
}
