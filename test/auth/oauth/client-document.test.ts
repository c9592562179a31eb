import { beforeEach, describe, expect, it } from 'vitest';
import { type ClientDocuments, createClientDocuments, isDocumentUrl } from '#core/auth/oauth/client-document.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** So many documents are kept. */
const MOST = 200;
const URL = 'https://client.example/client.json';

let nowMs = 0;
let maxAgeMs = 0;
let fail: unknown = null;
let fetched: string[] = [];
let documents: ClientDocuments;

beforeEach(() => {
  [nowMs, maxAgeMs, fail, fetched] = [1_800_000_000_000, 0, null, []];
  documents = createClientDocuments({
    fetch: async (url) => {
      fetched.push(url);
      if (fail !== null) throw fail;
      return { text: JSON.stringify({ client_id: url, client_name: 'One', redirect_uris: ['https://client.example/back'] }), maxAgeMs };
    },
    now: () => nowMs,
  });
});

const describeClient = (url = URL) => documents.describe(url, new AbortController().signal);
async function isAsked(url = URL): Promise<boolean> {
  const before = fetched.length;
  expect(await describeClient(url)).toEqual({ name: 'One', redirectUris: ['https://client.example/back'] });
  return fetched.length > before;
}

describe('the id of a client is an address', () => {
  it.each([
    URL,
    'https://client.example:8443/a?b=/../c',
    'https://client.example/.well-known/client',
    'https://client.example/a..b/...',
    `https://client.example/${'x'.repeat(2_025)}`,
  ])('where it is %s', (id) => {
    expect(isDocumentUrl(id)).toBe(true);
  });

  it.each([
    'mcp',
    'https:/client.example/a',
    'HTTPS://client.example/a',
    'https://',
    'https://client.example/?a=b',
    'https://client.example/a/.',
    'https://client.example/./a',
    'https://client.example/a/..',
    'https://client.example/a/%2E%2e?b',
    'https://client.example/a#',
    'https://ann@client.example/a',
    'https://:secret@client.example/a',
    'https://client.example/a b',
    `https://client.example/${'x'.repeat(2_026)}`,
  ])('and not where it is %s', (id) => {
    expect(isDocumentUrl(id)).toBe(false);
  });
});

describe('a document', () => {
  it.each([
    [0, MINUTE_MS],
    [2 * MINUTE_MS, 2 * MINUTE_MS],
    [30 * DAY_MS, DAY_MS],
  ])('that may be kept for %i ms is kept for %i', async (mayMs, keptMs) => {
    maxAgeMs = mayMs;
    expect(await isAsked()).toBe(true);
    nowMs += keptMs - 1;
    expect(await isAsked()).toBe(false);
    nowMs += 1;
    expect(await isAsked()).toBe(true);
    expect(await isAsked()).toBe(false);
  });

  it('that could not be read is asked for again', async () => {
    for (const [error, words] of [
      [new Error('its server answered 500'), '(its server answered 500)'],
      ['no error at all', '(no error at all)'],
    ] as const) {
      fail = error;
      await expect(describeClient()).rejects.toMatchObject({
        code: 'invalid_client',
        status: 401,
        message: `The client cannot be known: the document at this address could not be read ${words}.`,
      });
    }
    fail = null;
    expect(await isAsked()).toBe(true);
  });

  it('is kept beside others, until there are too many: then the one goes that was read longest ago', async () => {
    const of = (at: number): string => `https://client.example/${at}`;
    for (let at = 0; at < MOST; at += 1) expect(await isAsked(of(at))).toBe(true);
    expect([await isAsked(of(0)), await isAsked(of(MOST - 1))]).toEqual([false, false]);
    nowMs += MINUTE_MS;
    expect(await isAsked(of(0))).toBe(true);
    expect(await isAsked(of(MOST))).toBe(true);
    expect([await isAsked(of(0)), await isAsked(of(MOST))]).toEqual([false, false]);
    nowMs -= MINUTE_MS;
    expect([await isAsked(of(2)), await isAsked(of(1))]).toEqual([false, true]);
  });

  it.each<[string, string]>([
    ['{', 'its document is no client metadata, or holds a secret'],
    ['{}', 'its document is no client metadata, or holds a secret'],
    [JSON.stringify({ client_id: URL, client_secret_expires_at: 0 }), 'its document is no client metadata, or holds a secret'],
    [JSON.stringify({ client_id: `${URL}?` }), 'its document names another client_id'],
    [
      JSON.stringify({ client_id: URL, redirect_uris: ['https://a.example/'], response_types: ['token'] }),
      'response_types must hold code.',
    ],
  ])('of the words %s is refused', async (text, why) => {
    documents = createClientDocuments({ fetch: async () => ({ text, maxAgeMs: 0 }), now: () => nowMs });
    await expect(describeClient()).rejects.toMatchObject({ code: 'invalid_client', message: `The client cannot be known: ${why}.` });
  });

  it('may say that it has no secret', async () => {
    const text = JSON.stringify({ client_id: URL, redirect_uris: ['https://a.example/'], token_endpoint_auth_method: 'none' });
    documents = createClientDocuments({ fetch: async () => ({ text, maxAgeMs: 0 }), now: () => nowMs });
    expect(await describeClient()).toEqual({ name: null, redirectUris: ['https://a.example/'] });
  });
});
