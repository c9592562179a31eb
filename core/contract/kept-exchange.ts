import { z } from 'zod';

/** So many exchanges are kept of a job. */
export const MOST_KEPT_EXCHANGES = 5;
/** Of an answer, so many bytes are kept. */
export const MOST_KEPT_BYTES = 2_000_000;

/** Of what a run knew, no more characters of one thing. */
export const MOST_KEPT_CHARACTERS = 50_000;

/** One exchange with a platform that ended in a refusal or in an answer that could not be read, or led to one. Names of headers are in lower case. */
export const keptExchangeSchema = z.object({
  /** Milliseconds since 1970. */
  startedAtMs: z.number(),
  request: z.object({
    method: z.string(),
    url: z.string(),
    /** As they were sent; none where a browser made them. */
    headers: z.record(z.string(), z.string()),
    body: z.string().nullable(),
  }),
  answer: z.object({
    status: z.int(),
    headers: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
    /** Unpacked. */
    body: z.base64(),
    /** True where more came than is kept. */
    isCut: z.boolean(),
  }),
  /** What its page failed with. `path`: the place in the answer, where it is known. */
  failure: z.object({ code: z.string(), message: z.string(), path: z.string().nullable() }),
  /** The cursor of its page. Null: of an earlier version, which did not keep it. */
  cursor: z.json().default(null),
  /** What the run knew by then and its page made use of, by the names that its platform gave it (`Session.once`); what is plain JSON and small. */
  known: z.record(z.string(), z.json()).default({}),
});
export type KeptExchange = z.infer<typeof keptExchangeSchema>;

/** The name under which exchanges of a job are sealed. */
export function exchangeOf(jobGuid: string): string {
  return `job/${jobGuid}/exchange`;
}

/** What sets a cookie is a credential of whoever asked. */
const CREDENTIALS: ReadonlySet<string> = new Set(['set-cookie', 'set-cookie2']);

interface AnsweredRequest extends Pick<KeptExchange, 'startedAtMs'> {
  readonly request: Pick<KeptExchange['request'], 'method' | 'url' | 'body'>;
  readonly answer: KeptExchange['answer'] & { readonly encoding: 'utf8' | 'base64' };
}

/** An exchange as it is handed on: without the headers of its request, which hold the session of whoever asked, and without cookies. */
export function handedOn({ startedAtMs, request: { method, url, body }, answer }: AnsweredRequest) {
  const headers = Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !CREDENTIALS.has(name.toLowerCase())));
  return { startedAt: new Date(startedAtMs).toISOString(), request: { method, url, body }, answer: { ...answer, headers } };
}
