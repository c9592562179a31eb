// Requests to LinkedIn: walls in the form of redirects, and the calls of its own web page ("voyager").
import { PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import { askByName, STALE } from '#core/platform-kit/persisted-query.ts';
import { isRedirect, refusalOf } from '#core/platform-api/refusal.ts';
import { readWire } from '#core/platform-kit/wire.ts';
import { callOf, type CallName } from '#core/platforms/linkedin/calls.ts';
import { collectionSchema, type Entity, entitySchema, graphAnswerSchema, restAnswerSchema } from '#core/platforms/linkedin/wire.ts';
import type { Answer, PlatformRequest, Session } from '#core/platform-api/session.ts';

export const SITE = 'https://www.linkedin.com';
const BOTS_REFUSED = 999;
const MOST_REDIRECTS = 3;
const CHECKPOINT = /^\/checkpoint\/challenge/;
const LOGIN = /^\/(?:authwall|login|uas\/|checkpoint\/)/;
const WRONG_TOKEN = /CSRF check failed/i;

/** A list, with the entities that it names by urn. */
export interface Voyage {
  readonly urns: readonly string[];
  readonly total: number | null;
  /** What the next page is asked with, where the list has such a thing. */
  readonly token: string | null;
  readonly entities: ReadonlyMap<string, Entity>;
}

/** @throws CommentdockError LOGIN_REQUIRED, CAPTCHA, BLOCKED, NOT_FOUND and what `fetch` throws */
export async function askSite(session: Session, request: PlatformRequest, accept: readonly number[] = []): Promise<Answer> {
  let url = request.url;
  for (let hop = 0; ; hop += 1) {
    const answer = await session.fetch({ ...request, url, redirect: 'manual', accept: [BOTS_REFUSED, ...accept] });
    if (answer.status === BOTS_REFUSED)
      throw new PlatformRefusal(
        'BLOCKED',
        'LinkedIn takes this machine for a program (status 999). Wait some hours, or give the cookies of your session.',
      );
    const location = isRedirect(answer.status) ? answer.headers['location'] : undefined;
    if (location === undefined) return answer;
    const target = URL.canParse(location, url) ? new URL(location, url) : null;
    if (target === null || hop === MOST_REDIRECTS) throw new PlatformChanged('redirect');
    if (CHECKPOINT.test(target.pathname)) throw new PlatformRefusal('CAPTCHA');
    if (LOGIN.test(target.pathname)) throw new PlatformRefusal('LOGIN_REQUIRED');
    url = target.href;
  }
}

/**
 * A list by a call of the site's page.
 * @param variables in LinkedIn's own writing, encoded
 * @param page path of the page that makes the same call
 */
export async function askGraph(session: Session, call: CallName, variables: string, page: string): Promise<Voyage> {
  return askByName(session, callOf(session, call, SITE + page), async (queryId) => {
    const answer = await askVoyager(session, `graphql?includeWebMetadata=true&variables=${variables}&queryId=${queryId}`, [400]);
    if (answer.status === 400) return STALE;
    const { data, included } = answer.json(graphAnswerSchema);
    const lists = Object.entries(data.data ?? {}).filter(([name]) => !name.startsWith('$'));
    const list = lists.find(([, value]) => isList(value))?.[1];
    if (list !== undefined) return voyageOf(list, included);
    // A list of nothing is null; so is one that could not be made.
    const isEmpty = lists.some(([, value]) => value === null) && (data.errors ?? []).length === 0;
    if (!isEmpty) throw new PlatformChanged('data.data.*elements');
    return voyageOf({ '*elements': [] }, included);
  });
}

/** A list by an older address, which needs no id of a call. @param path below `/voyager/api/` */
export async function askRest(session: Session, path: string): Promise<Voyage> {
  const answer = await askVoyager(session, path, []);
  const { data, included } = answer.json(restAnswerSchema);
  return voyageOf(data, included);
}

async function askVoyager(session: Session, path: string, accept: readonly number[]): Promise<Answer> {
  const answer = await askSite(session, { url: `${SITE}/voyager/api/${path}`, headers: await headers(session) }, [403, ...accept]);
  if (answer.status !== 403) return answer;
  if (!WRONG_TOKEN.test(answer.text)) throw refusalOf(answer);
  throw new PlatformRefusal(
    'LOGIN_REQUIRED',
    'The cookies li_at and JSESSIONID do not belong together. Copy both anew from one browser in which you are logged in.',
  );
}

/** The session proves itself by repeating one of its cookies; one that is missing is made up, as the page does. */
async function headers(session: Session): Promise<Readonly<Record<string, string>>> {
  const given = session.cookie(SITE, 'JSESSIONID');
  const made = await session.once(
    'linkedin csrf',
    async () => `ajax:${Array.from(crypto.getRandomValues(new Uint8Array(19)), (byte) => byte % 10).join('')}`,
  );
  const csrf = given?.replaceAll('"', '') ?? made;
  return {
    'csrf-token': csrf,
    ...(given === null ? { cookie: `JSESSIONID="${made}"` } : {}),
    'x-restli-protocol-version': '2.0.0',
    accept: 'application/vnd.linkedin.normalized+json+2.1',
    'x-li-lang': 'en_US',
  };
}

function isList(value: unknown): boolean {
  return typeof value === 'object' && value !== null && ('*elements' in value || 'elements' in value);
}

function voyageOf(list: unknown, included: readonly Entity[]): Voyage {
  const { '*elements': named, elements, paging, metadata } = readWire(collectionSchema, list, 'data');
  const entities = new Map(included.flatMap((entity) => (entity.entityUrn ? [[entity.entityUrn, entity] as const] : [])));
  const urns = (named ?? elements ?? []).map((element) => urnOf(element, entities));
  // Some lists count nothing and say 0.
  const total = paging?.total === 0 && urns.length > 0 ? null : (paging?.total ?? null);
  return { urns, total, token: metadata?.paginationToken ?? null, entities };
}

/** An entry stands for an entity by its urn, holds that under a name of its own, or is the entity. */
function urnOf(element: unknown, entities: Map<string, Entity>): string {
  if (typeof element === 'string') return element;
  const entity = readWire(entitySchema, element, 'data.elements');
  const reference = Object.entries(entity).find(
    ([name, value]) => name.startsWith('*') && typeof value === 'string' && name !== '*socialDetail',
  );
  if (entity.entityUrn) {
    if (!entities.has(entity.entityUrn)) entities.set(entity.entityUrn, entity);
    return entity.entityUrn;
  }
  if (reference === undefined) throw new PlatformChanged('data.elements.entityUrn');
  return String(reference[1]);
}
