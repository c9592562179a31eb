import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { SimulatedRequest } from '#test/world/simulator.ts';
import { fieldsOf, similarity, type RequestFields } from '#test/world/similarity.ts';

/** An answer ready to be written: raw headers as a flat list of names and values, `content-length` included. */
export interface PreparedAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly string[];
  readonly body: Buffer;
  /** The body comes again and again, until the client hangs up. */
  readonly isEndless?: true;
}

/** Answers of HAR files, found by method, host and path, then by the most alike query and body. */
export interface Recorded {
  /** Null where no entry has this method, host and path. The same request gets its entries in turn, the last one again and again. */
  answer(request: SimulatedRequest): PreparedAnswer | null;
}

/** Headers that describe the recorded connection rather than the answer. */
const CONNECTION_HEADERS = new Set([
  'content-encoding',
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'proxy-connection',
  'trailer',
  'upgrade',
  'alt-svc',
]);

const headerSchema = z.object({ name: z.string(), value: z.string() });

/** The part of HAR 1.2 that decides what is asked and what is answered. */
const harSchema = z.object({
  log: z.object({
    entries: z.array(
      z.object({
        request: z.object({
          method: z.string(),
          url: z.string(),
          postData: z
            .object({
              text: z.string().optional(),
              params: z.array(z.object({ name: z.string(), value: z.string().default('') })).optional(),
            })
            .nullish(),
        }),
        response: z.object({
          status: z.int(),
          statusText: z.string().default(''),
          headers: z.array(headerSchema).default([]),
          redirectURL: z.string().default(''),
          content: z.object({ text: z.string().optional(), encoding: z.string().optional(), mimeType: z.string().optional() }),
        }),
      }),
    ),
  }),
});

type HarEntry = z.infer<typeof harSchema>['log']['entries'][number];

/** All entries that recorded the same request, in the order of the recording. */
interface RecordedRequest {
  readonly fields: RequestFields;
  readonly answers: PreparedAnswer[];
  served: number;
}

/** Reads HAR files into memory, every body decoded once. @throws ZodError, SyntaxError where a file is no HAR */
export function readRecorded(files: readonly string[]): Recorded {
  const places = new Map<string, Map<string, RecordedRequest>>();
  for (const file of files) {
    const har = harSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    for (const entry of har.log.entries) remember(places, entry);
  }
  return {
    answer(request) {
      const requests = places.get(placeOf(request.method, request.url));
      if (!requests) return null;
      const found = requests.get(identityOf(request.url, request.body)) ?? mostAlike(requests, request);
      return found === undefined ? null : nextAnswer(found);
    },
  };
}

function remember(places: Map<string, Map<string, RecordedRequest>>, entry: HarEntry): void {
  const url = new URL(entry.request.url);
  const body = bodyOf(entry.request);
  const place = placeOf(entry.request.method.toUpperCase(), url);
  const requests = places.get(place) ?? new Map<string, RecordedRequest>();
  places.set(place, requests);
  const identity = identityOf(url, body);
  const known = requests.get(identity) ?? { fields: fieldsOf(url, body), answers: [], served: 0 };
  known.answers.push(prepare(entry.response));
  requests.set(identity, known);
}

function bodyOf(request: HarEntry['request']): string {
  const { text, params } = request.postData ?? {};
  if (text !== undefined && text !== '') return text;
  return params ? new URLSearchParams(params.map(({ name, value }): [string, string] => [name, value])).toString() : '';
}

function prepare(response: HarEntry['response']): PreparedAnswer {
  const { text = '', encoding, mimeType } = response.content;
  const body = Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8');
  const kept = response.headers.filter(({ name }) => !name.startsWith(':') && !CONNECTION_HEADERS.has(name.toLowerCase()));
  const headers = kept.flatMap(({ name, value }) => [name, value]);
  const has = (name: string): boolean => kept.some((header) => header.name.toLowerCase() === name);
  if (mimeType && !has('content-type')) headers.push('content-type', mimeType);
  if (response.redirectURL && !has('location')) headers.push('location', response.redirectURL);
  headers.push('content-length', String(body.length));
  return { status: response.status, statusText: response.statusText, headers, body };
}

function placeOf(method: string, url: URL): string {
  return `${method} ${url.host}${decodedPath(url)}`;
}

function identityOf(url: URL, body: string): string {
  return `${url.search}\n${body}`;
}

function decodedPath(url: URL): string {
  try {
    return decodeURIComponent(url.pathname);
  } catch {
    return url.pathname;
  }
}

function mostAlike(requests: ReadonlyMap<string, RecordedRequest>, request: SimulatedRequest): RecordedRequest | undefined {
  const candidates = [...requests.values()];
  if (candidates.length <= 1) return candidates[0];
  const wanted = fieldsOf(request.url, request.body);
  let best: RecordedRequest | undefined;
  let bestScore = -Infinity;
  for (const candidate of candidates) {
    const score = similarity(wanted, candidate.fields);
    if (score > bestScore) [best, bestScore] = [candidate, score];
  }
  return best;
}

function nextAnswer(found: RecordedRequest): PreparedAnswer | null {
  const answer = found.answers[Math.min(found.served, found.answers.length - 1)];
  found.served += 1;
  return answer ?? null;
}
