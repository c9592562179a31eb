import { z } from 'zod';
import { PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import { SITE } from '#core/platforms/airbnb/item.ts';
import { dataSchema, type Failure, failureSchema } from '#core/platforms/airbnb/wire.ts';
import { plainOrBrowser } from '#core/platform-kit/browser-door.ts';
import { checked } from '#core/platform-kit/checked.ts';
import { graphqlData } from '#core/platform-kit/graphql.ts';
import { optionalText } from '#core/platform-kit/optional-answer.ts';
import { askByName, askOf, type PersistedQuery, STALE } from '#core/platform-kit/persisted-query.ts';
import { refusalOf } from '#core/platform-api/refusal.ts';
import type { Answer, PlatformRequest, Session } from '#core/platform-api/session.ts';

export type Order = 'MOST_RECENT' | 'BEST_QUALITY' | 'RATING_DESC' | 'RATING_ASC';

interface Question {
  readonly listing: string;
  readonly language: string;
  readonly order: Order;
  readonly offset: number;
}

const PER_PAGE = 24;
const OPERATION = 'StaysPdpReviewsQuery';
/** Hashes of the query that worked so far, the newest first: what is tried before a page is watched. */
const KNOWN = [
  'cfdc3ffbe997a618795fc5a8f9a9b484054ce9be68c8788cd2ffda999934c5ae',
  'dec1c8061483e78373602047450322fd474e79ba9afa8d3dbbc27f504030f91d',
] as const;
const HASH = /^[0-9a-f]{64}$/;
const HASH_IN_ADDRESS = /\/StaysPdpReviewsQuery\/([0-9a-f]{64})/;
/** The key of the web site, which every page of it carries; the same for years. */
const PUBLIC_KEY = 'd306zoyjsyarp7ifhu67rjxn52tv0t20';
const KEY = /^\w{4,64}$/;
const KEY_ON_PAGE = /"api_config":\s*\{[^{}]*?"key":\s*"([^"]+)"/;
/** Prices are no part of it. */
const CURRENCY = 'USD';
/** What the site refuses programs with. */
const REFUSED = new Set(['403', '420']);
const NOT_FOUND = /not[ _]?found/i;
const STALE_QUERY = /PersistedQueryNotFound|PERSISTED_QUERY_NOT_FOUND/i;

type Send = (request: PlatformRequest) => Promise<Answer>;

/** The reviews of a listing from `offset` on, and the door that gave them. @throws CommentdockError NOT_FOUND, CAPTCHA, BLOCKED, PLATFORM_CHANGED... */
export async function askReviews(session: Session, question: Question) {
  const page = { url: pageOf(question.listing), accept: 'any' } as const;
  const { value, by } = await plainOrBrowser(session, 'airbnb', {
    plain: () => askByHash(session, question, (request) => session.fetch(request)),
    browser: () => askByHash(session, question, (request) => session.inPage({ ...request, page })),
  });
  const list = value.presentation?.stayProductDetailPage?.reviews;
  if (!list) throw new PlatformRefusal('NOT_FOUND', 'Airbnb knows no such listing, or shows it no longer.');
  return { list, door: `API${by}` };
}

function askByHash(session: Session, question: Question, send: Send) {
  return askByName(session, queryOn(session, question.listing), async (hash) => {
    const answer = await askWithKey(session, question, (key) => send(requestFor(question, hash, key)));
    const failure = failureIn(answer);
    if (isStale(failure)) return STALE;
    // A hash that is gone may look like a listing that is: the oldest one decides.
    if (answer.status === 404 && hash !== KNOWN[1]) return STALE;
    refuse(answer, failure);
    return graphqlData(answer, dataSchema);
  });
}

/** With the public key, and where that is refused with the one on the page of the listing. */
async function askWithKey(session: Session, { listing }: Question, ask: (key: string) => Promise<Answer>): Promise<Answer> {
  const page = pageOf(listing);
  const read = async () => KEY_ON_PAGE.exec((await optionalText(session, { url: page })) ?? '')?.[1] ?? null;
  const answer = await askOf(session, { title: 'key of Airbnb', known: [PUBLIC_KEY], form: KEY, page, read }, async (key) => {
    const given = await ask(key);
    return failureIn(given)?.error_type === 'invalid_key' ? STALE : given;
  });
  if (answer === STALE) throw new PlatformChanged('api_config.key', 'Airbnb no longer takes the key of its web site.');
  return answer;
}

function queryOn(session: Session, listing: string): PersistedQuery {
  return {
    title: 'reviews of Airbnb',
    known: KNOWN,
    form: HASH,
    page: `${pageOf(listing)}/reviews`,
    async read() {
      const { answers } = await session.capture(
        { url: `${pageOf(listing)}/reviews`, accept: 'any' },
        { url: `www.airbnb.com/api/v3/${OPERATION}/*`, accept: 'any' },
      );
      return HASH_IN_ADDRESS.exec(answers[0]?.request.url ?? '')?.[1] ?? null;
    },
  };
}

function failureIn(answer: Answer): Failure | null {
  return answer.isJson ? (checked(failureSchema, answer.json(z.unknown())).data ?? null) : null;
}

function isStale(failure: Failure | null): boolean {
  return (failure?.errors ?? []).some(({ message, extensions }) => {
    const isUnknown = STALE_QUERY.test(message ?? '') || STALE_QUERY.test(String(extensions?.code ?? ''));
    return isUnknown || (extensions?.classification === 'ValidationError' && (failure?.data ?? null) === null);
  });
}

function refuse(answer: Answer, failure: Failure | null): void {
  const { status } = answer;
  if (status === 420 || (failure?.error_code && REFUSED.has(String(failure.error_code)))) throw refusedBy(answer);
  const isEmpty = Object.values(failure?.data ?? {}).every((part) => part === null);
  if (isEmpty && (failure?.errors ?? []).some(({ message }) => NOT_FOUND.test(message ?? '')))
    throw new PlatformRefusal('NOT_FOUND', 'Airbnb knows no such listing, or shows it no longer.');
  if (status !== 200) throw refusalOf(answer);
}

function refusedBy({ refusal }: Answer): Error {
  return refusal instanceof PlatformRefusal ? refusal : new PlatformRefusal('BLOCKED');
}

function pageOf(listing: string): string {
  return `${SITE}/rooms/${listing}`;
}

function requestFor({ listing, language, order, offset }: Question, hash: string, key: string): PlatformRequest {
  const variables = {
    id: btoa(`StayListing:${listing}`),
    pdpReviewsRequest: {
      fieldSelector: 'for_p3_translation_only',
      forPreview: false,
      limit: PER_PAGE,
      // As a number it is taken for 0.
      offset: String(offset),
      showingTranslationButton: false,
      first: PER_PAGE,
      sortingPreference: order,
      numberOfAdults: '1',
      numberOfChildren: '0',
      numberOfInfants: '0',
      numberOfPets: '0',
    },
  };
  return {
    url: `${SITE}/api/v3/${OPERATION}/${hash}/`,
    headers: { 'x-airbnb-api-key': key },
    query: {
      operationName: OPERATION,
      locale: language,
      currency: CURRENCY,
      variables: JSON.stringify(variables),
      extensions: JSON.stringify({ persistedQuery: { version: 1, sha256Hash: hash } }),
    },
    accept: 'any',
  };
}
