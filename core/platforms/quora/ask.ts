// Pages of Quora, and the API that they ask: the hash of a query is taken from what a page sends by itself.
import { CommentdockError, PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import { learntOf } from '#core/platform-kit/learnt-value.ts';
import { encodedAddress } from '#core/platform-kit/web-address.ts';
import { readJson, readJsonWithIds, readWire } from '#core/platform-kit/wire.ts';
import { isWebPage, refusalOf } from '#core/platform-api/refusal.ts';
import { formKeyOf, inlineResultsOf } from '#core/platforms/quora/inline.ts';
import { envelopeSchema, operationSchema } from '#core/platforms/quora/wire.ts';
import type { CapturedAnswer, PageAction, Session } from '#core/platform-api/session.ts';
import type { z } from 'zod';
import { orNothing } from '#core/platform-kit/knock.ts';

/** What is asked for: a list of the API, and the page that asks for it too. */
interface Question {
  readonly query: keyof typeof KNOWN_HASHES;
  readonly host: string;
  readonly path: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly after: string | null;
}
interface ReadPage {
  readonly results: readonly unknown[];
  readonly url: string;
}

/** They change with every release of the site; used only where no page gives a newer one. Null: none is known. */
const KNOWN_HASHES = {
  QuestionPagedListPaginationQuery: null,
  AllCommentsListQuery: '4225f312dd020c9a77077c5e224e8cf6d3b9bc60033099c979e8ea5dfda8bd05',
  CommentRepliesListQuery: '65b10f19a7c88a44065f9fce075df7078831c52d3e251fd35eceb8dd3ad950ac',
  UserProfileAnswersMostRecent_RecentAnswers_Query: 'd6bbd4374a5ac9b016c5e752a246cd97b841555ed36c9cfa9d1b59ed6b6542bf',
  UserProfileFollowers_ProfileTopics_Query: null,
  // The tab of today begins with the spaces that somebody follows, and asks for people only once that is chosen.
  UserProfileFollowingPeople_ProfileTopics_Query: 'a202e1863be2040d64873d6d91d4b3fc908459dddcc13a590dff68f4698788c8',
} as const;
const HASH = /^[0-9a-f]{64}$/;
/** What has to be done on a page until it asks. */
const OPENING: Readonly<Record<string, readonly PageAction[]>> = {
  AllCommentsListQuery: [{ click: 'button[aria-label*="comment" i]', optional: true, timeoutMs: 3_000 }],
};
const FOR_MEMBERS = 'Quora shows this list only to people who are logged in. Give the cookies of your own session (options.cookies).';
const ENDED = 'Quora takes the hash of this query no longer that its page sent before.';
/** Refusals that a browser may get past. */
const SHUT = new Set(['BLOCKED', 'CAPTCHA']);

/** A page and what it was made from; in a browser where plain clients are kept out. */
export async function readPage(session: Session, host: string, path: string): Promise<ReadPage> {
  const { text, url } = await openPage(session, `https://${host}${encodedAddress(path)}`);
  const results = inlineResultsOf(text);
  await session.once(`quora formkey ${host}`, async () => formKeyOf(text));
  if (results.length === 0) throw new PlatformChanged('inlineQueryResults');
  return { results, url };
}

async function openPage(session: Session, url: string): Promise<{ readonly text: string; readonly url: string }> {
  try {
    return await session.fetch({ url, headers: { accept: 'text/html' } });
  } catch (error) {
    if (!(error instanceof PlatformRefusal) || !SHUT.has(error.code)) throw error;
    return session.page({ url });
  }
}

/**
 * The data of one answer of the API, asked from inside the page.
 * @throws PlatformChanged where it has none
 */
export async function askQuora(session: Session, question: Question): Promise<Readonly<Record<string, unknown>>> {
  const { query, host, path } = question;
  const page = `https://${host}${encodedAddress(path)}`;
  const learnt = session.learnt(nameOf(query));
  const own = await session.once(`quora ${query}`, () => operationOf(session, query, page));
  const formKey = await session.once(`quora formkey ${host}`, async () => formKeyOf((await openPage(session, page)).text));
  const answer = await session.inPage({
    url: `https://${host}/graphql/gql_para_POST`,
    query: { q: query },
    method: 'POST',
    headers: { ...own.headers, ...(formKey === null ? {} : { 'quora-formkey': formKey }) },
    json: {
      queryName: query,
      variables: { ...own.variables, ...question.variables, ['cursor' in own.variables ? 'cursor' : 'after']: question.after || null },
      extensions: { hash: own.hash },
    },
    page: { url: page, accept: 'any' },
    accept: 'any',
  });
  if (answer.status === 400 && answer.text.trim() === '') {
    // Taken from the page again by whoever asks again: a release of the site ends it in the middle of an export, too.
    session.forget(`quora ${query}`);
    learnt.drop(own.hash);
    throw own.isKnown ? staleness(session) : new PlatformChanged('extensions.hash', ENDED);
  }
  if (answer.status < 200 || answer.status >= 300) throw refusalOf(answer);
  if (isWebPage(answer)) throw new PlatformRefusal('BLOCKED');
  const { data, errors } = readWire(envelopeSchema, readJsonWithIds(jsonPartOf(answer.text), '$'), '$');
  const words = errors?.flatMap(({ message }) => message ?? []).join(' ');
  if (!data) throw new PlatformChanged('data', words ? `Quora refuses the query: ${words}` : undefined);
  if (own.hash !== KNOWN_HASHES[query]) learnt.note(own.hash, page);
  return data;
}

/** Some answers come in parts, each after a line that begins with two dashes. */
function jsonPartOf(text: string): string {
  if (text.trimStart().startsWith('{')) return text;
  return text.split('\n').find((line) => line.trimStart().startsWith('{')) ?? text;
}

/** A hash that the site takes no longer is answered with 400 and nothing else. */
function staleness({ hasCookies }: Session): CommentdockError {
  if (!hasCookies) return new PlatformRefusal('LOGIN_REQUIRED', FOR_MEMBERS);
  return new PlatformChanged(
    'extensions.hash',
    'Quora takes the hash that is known for this query no longer, and its page sent no newer one.',
  );
}

interface Operation {
  readonly hash: string;
  /** False for one that a page sent just now. */
  readonly isKnown: boolean;
  readonly variables: z.infer<typeof operationSchema>['variables'];
  readonly headers: Readonly<Record<string, string>>;
}

/** What the page sends when it is scrolled (with variables and headers of its own), else what an earlier export or we know. */
async function operationOf(session: Session, query: keyof typeof KNOWN_HASHES, url: string): Promise<Operation> {
  const sent = await sentByPage(session, query, url);
  if (sent !== null) {
    const { variables, extensions } = readWire(operationSchema, readJson(sent.request.body ?? '', 'request'), 'request');
    const headers = Object.fromEntries(Object.entries(sent.request.headers).filter(([name]) => name.startsWith('quora-')));
    return { hash: extensions.hash, isKnown: false, variables, headers };
  }
  const hash = learntOf(session, nameOf(query), HASH) ?? KNOWN_HASHES[query];
  if (hash === null) throw new PlatformRefusal('LOGIN_REQUIRED', FOR_MEMBERS);
  return { hash, isKnown: true, variables: {}, headers: {} };
}

function nameOf(query: string): string {
  return `hash of ${query} of Quora`;
}

async function sentByPage(session: Session, query: string, url: string): Promise<CapturedAnswer | null> {
  const match = { url: `*.quora.com/graphql/gql_para_POST?q=${query}*`, method: 'POST', accept: 'any' } as const;
  const scrolled = await orNothing(session.scroll({ url, accept: 'any', actions: OPENING[query] ?? [] }, match));
  return scrolled?.answers[0] ?? null;
}
