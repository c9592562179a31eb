// The three ways into a GitLab: the REST API with the owner's token, the site's own JSON, and GraphQL.
import type { z } from 'zod';
import { PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import { orNull } from '#core/platform-api/item.ts';
import { refusalOfCall } from '#core/platform-api/refusal.ts';
import type { Answer, PlatformRequest, Session } from '#core/platform-api/session.ts';
import { optionalAnswer } from '#core/platform-kit/optional-answer.ts';
import { percentEncoded } from '#core/platform-kit/web-address.ts';
import { readWire } from '#core/platform-kit/wire.ts';
import type { Subject } from '#core/platforms/gitlab/items.ts';
import { envelopeSchema, subjectSchema } from '#core/platforms/gitlab/wire.ts';

type Query = NonNullable<PlatformRequest['query']>;

export const PER_PAGE = 100;
/** The owner gives a token among the cookies, under this name. */
const TOKEN = 'auth_token';
/** A login that is wanted says nothing about the other ways: it is told by whoever asked. */
const TAKEN = [401, 403, 404];
const OR_PRIVATE = 'This GitLab knows nothing under this address, or shows it to its members alone (options.cookies.auth_token).';
const WANTS_TOKEN =
  'GitLab gives this list to programs with a token alone, or does not take the one that was given: make one with the scope read_api (Preferences, Access tokens) and give it as the cookie auth_token (options.cookies).';
const NO_GITLAB = 'A web page answered instead of GitLab: the host is no GitLab server, or it keeps programs out.';

/** The token that was given for this server; null where none was. */
export function tokenFor(host: string, session: Pick<Session, 'cookie'>): string | null {
  return orNull(session.cookie(`https://${host}/`, TOKEN));
}

/** @param path behind the project, `/issues/1/discussions` */
function apiRequest({ host, path: project }: Pick<Subject, 'host' | 'path'>, path: string, session: Session): PlatformRequest {
  const token = tokenFor(host, session);
  return {
    url: `https://${host}/api/v4/projects/${percentEncoded(project)}${path}`,
    headers: { accept: 'application/json', ...(token === null ? {} : { 'private-token': token }) },
    withoutCookies: true,
  };
}

/** @throws CommentdockError NOT_FOUND, PRIVATE, BLOCKED; further errors are those of `fetch` */
export async function askApi(project: Pick<Subject, 'host' | 'path'>, path: string, query: Query, session: Session): Promise<Answer> {
  const answer = await session.fetch({ ...apiRequest(project, path, session), query, accept: TAKEN });
  if (answer.status === 401) throw new PlatformRefusal('LOGIN_REQUIRED', WANTS_TOKEN);
  return taken(answer);
}

/** The number of the page behind this one; null at the end, which lists without the header show by a page that is not full. */
export function followingPage({ headers }: Answer, page: string, given: number): string | null {
  const stated = headers['x-next-page'];
  if (stated !== undefined) return stated.trim() === '' ? null : stated.trim();
  return given < PER_PAGE ? null : String(Number(page) + 1);
}

/** The JSON that the site's own page asks for; one with status 401 where that wants a login. @throws as `askApi` */
export async function askSite({ host, path, kind, number }: Subject, query: Query, session: Session): Promise<Answer> {
  const answer = await session.fetch({
    url: `https://${host}/${path}/-/${kind}/${number}/discussions.json`,
    query,
    headers: { accept: 'application/json', 'x-requested-with': 'XMLHttpRequest' },
    accept: TAKEN,
  });
  return answer.status === 401 ? answer : taken(answer);
}

/** The data of a query, or the server's words where it refuses it. @throws CommentdockError as `askApi` */
export async function askGraphql<S extends z.ZodType>(
  host: string,
  schema: S,
  json: { readonly query: string; readonly variables: Readonly<Record<string, string | number | null>> },
  session: Session,
): Promise<{ readonly data: z.output<S> } | { readonly refused: string }> {
  const request = { url: `https://${host}/api/graphql`, method: 'POST', json, headers: { accept: 'application/json' } } as const;
  const given = await session.fetch({ ...request, accept: TAKEN });
  if (given.status === 401 || given.status === 404) throw refusalOfCall(given);
  const answer = taken(given);
  const { data, errors } = answer.json(envelopeSchema);
  const said = (errors ?? []).map(({ message }) => message ?? '').join(' ');
  return data == null && said !== '' ? { refused: said } : { data: readWire(schema, data, 'data') };
}

/** What is known of an issue or a merge request beside its notes. Optional: they are whole without it. */
export async function aboutSubject(
  subject: Subject,
  session: Session,
): Promise<{ readonly subject: Subject; readonly total: number | null }> {
  const about = await optionalAnswer(session, subjectSchema, apiRequest(subject, `/${subject.kind}/${subject.number}`, session));
  const known = { ...subject, title: orNull(about?.title), author: about?.author?.id ?? null };
  return { subject: known, total: about?.user_notes_count ?? null };
}

export function notFound(): PlatformRefusal {
  return new PlatformRefusal('NOT_FOUND', OR_PRIVATE);
}

/** What a query was refused for. */
export function refusedQuery(said: string): PlatformChanged {
  return new PlatformChanged('errors', `GitLab refuses the query: ${said}`);
}

function taken(answer: Answer): Answer {
  if (answer.status === 404) throw notFound();
  if (!answer.isJson) throw new PlatformRefusal('BLOCKED', NO_GITLAB);
  if (answer.status === 403) throw new PlatformRefusal('PRIVATE', 'This GitLab shows that to nobody but those its owner allows.');
  return answer;
}
