// Requests to LinkedIn: walls in the form of redirects, and the calls of its own web page ("voyager").
import { PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import { isRedirect } from '#core/platforms/kit/refusal.ts';
import { answerSchema } from '#core/platforms/linkedin/wire.ts';
import type { Entity } from '#core/platforms/linkedin/wire.ts';
import type { Answer, PlatformRequest, Session } from '#core/platforms/session.ts';
import type { z } from 'zod';

export const SITE = 'https://www.linkedin.com';
const BOTS_REFUSED = 999;
const MOST_REDIRECTS = 3;
const CHECKPOINT = /^\/checkpoint\/challenge/;
const LOGIN = /^\/(?:authwall|login|uas\/|checkpoint\/)/;

/** Ids of the page's calls change with its releases: the first that is not refused is taken. */
export const CALLS = {
  comments: ['voyagerSocialDashComments.053c2a505a15e5561b6df67b905d056a', 'voyagerSocialDashComments.95ed44bc87596acce7c460c70934d0ff'],
  reactions: ['voyagerSocialDashReactions.9c8a84d441790b2edf06110ed28b675c'],
} as const;
export type CallName = keyof typeof CALLS;

/** A list with the entities that it names by urn. */
export interface Voyage {
  readonly lists: Readonly<Record<string, unknown>>;
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

/** @param variables in LinkedIn's own writing, encoded */
export async function askVoyager(session: Session, call: CallName, variables: string): Promise<Voyage> {
  const known = await session.once(`linkedin ${call}`, async () => ({ ids: [...CALLS[call]] as string[] }));
  for (;;) {
    const [queryId] = known.ids;
    if (queryId === undefined)
      throw new PlatformChanged('queryId', 'LinkedIn does not know this call any more. An update of Commentdock may be needed.');
    const url = `${SITE}/voyager/api/graphql?includeWebMetadata=true&variables=${variables}&queryId=${queryId}`;
    const answer = await askSite(session, { url, headers: await headers(session) }, [400]);
    if (answer.status === 400) {
      known.ids = known.ids.filter((id) => id !== queryId);
      continue;
    }
    const { data, included } = answer.json(answerSchema);
    return {
      lists: data.data,
      entities: new Map(included.flatMap((entity) => (entity.entityUrn ? [[entity.entityUrn, entity] as const] : []))),
    };
  }
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

/** An entity by its urn, checked; null where the answer does not hold it. */
export function entityOf<S extends z.ZodType>({ entities }: Voyage, urn: string | null | undefined, schema: S): z.output<S> | null {
  const entity = urn ? entities.get(urn) : undefined;
  if (entity === undefined) return null;
  const read = schema.safeParse(entity);
  if (read.success) return read.data;
  throw new PlatformChanged(`included.${entity.$type ?? 'entity'}.${read.error.issues[0]?.path.join('.') ?? ''}`, undefined, {
    cause: read.error,
  });
}
