import { z } from 'zod';
import { contentTypeOf, type TextExchange } from '#core/report/material.ts';

const pairSchema = z.object({ name: z.string(), value: z.string() });

/** The part of HAR 1.2 (http://www.softwareishard.com/blog/har-12-spec) that a report fills. Whoever reads one need not read more. */
const harSchema = z.object({
  log: z.object({
    version: z.literal('1.2'),
    creator: z.object({ name: z.string(), version: z.string() }),
    entries: z.array(
      z.object({
        startedDateTime: z.iso.datetime(),
        time: z.number(),
        request: z.object({
          method: z.string(),
          url: z.string(),
          httpVersion: z.string(),
          cookies: z.array(pairSchema),
          headers: z.array(pairSchema),
          queryString: z.array(pairSchema),
          postData: z.object({ mimeType: z.string(), text: z.string() }).optional(),
          headersSize: z.number(),
          bodySize: z.number(),
        }),
        response: z.object({
          status: z.int(),
          statusText: z.string(),
          httpVersion: z.string(),
          cookies: z.array(pairSchema),
          headers: z.array(pairSchema),
          content: z.object({ size: z.int(), mimeType: z.string(), text: z.string(), comment: z.string().optional() }),
          redirectURL: z.string(),
          headersSize: z.number(),
          bodySize: z.number(),
        }),
        cache: z.object({}),
        timings: z.object({ send: z.number(), wait: z.number(), receive: z.number() }),
      }),
    ),
  }),
});
type Har = z.infer<typeof harSchema>;
type HarEntry = Har['log']['entries'][number];

/** Nobody measured it. */
const UNKNOWN = -1;
const HTTP = 'HTTP/1.1';
const CUT = 'Cut: more came than is kept.';
const NO_TEXT = 'Left out: not a text.';

export function harOf(exchanges: readonly TextExchange[], version: string): Har {
  return { log: { version: '1.2', creator: { name: 'Commentdock', version }, entries: exchanges.map(entryOf) } };
}

function entryOf({ startedAtMs, request, answer }: TextExchange): HarEntry {
  const type = contentTypeOf(answer.headers);
  const comment = answer.isText ? (answer.isCut ? CUT : undefined) : NO_TEXT;
  return {
    startedDateTime: new Date(startedAtMs).toISOString(),
    time: 0,
    request: {
      method: request.method,
      url: request.url,
      httpVersion: HTTP,
      cookies: [],
      headers: Object.entries(request.headers).map(([name, value]) => ({ name, value })),
      queryString: [...new URL(request.url).searchParams].map(([name, value]) => ({ name, value })),
      ...(request.body === null ? {} : { postData: { mimeType: request.headers['content-type'] ?? '', text: request.body } }),
      headersSize: UNKNOWN,
      bodySize: UNKNOWN,
    },
    response: {
      status: answer.status,
      statusText: '',
      httpVersion: HTTP,
      cookies: [],
      headers: Object.entries(answer.headers).flatMap(([name, value]) => [value].flat().map((each) => ({ name, value: each }))),
      content: {
        size: Buffer.byteLength(answer.text),
        mimeType: type,
        text: answer.text,
        ...(comment === undefined ? {} : { comment }),
      },
      redirectURL: String(answer.headers['location'] ?? ''),
      headersSize: UNKNOWN,
      bodySize: UNKNOWN,
    },
    cache: {},
    timings: { send: 0, wait: 0, receive: 0 },
  };
}

/**
 * The exchanges of a HAR file of a report, `pageOf` naming the page of each.
 * @throws ZodError where it is none
 */
export function exchangesOf(
  har: unknown,
  pageOf: (index: number) => Pick<TextExchange, 'cursor' | 'failure' | 'known'>,
): readonly TextExchange[] {
  return harSchema.parse(har).log.entries.map(({ startedDateTime, request, response }, index) => ({
    startedAtMs: Date.parse(startedDateTime),
    request: {
      method: request.method,
      url: request.url,
      headers: Object.fromEntries(request.headers.map(({ name, value }) => [name, value])),
      body: request.postData?.text ?? null,
    },
    answer: {
      status: response.status,
      headers: joined(response.headers),
      text: response.content.text,
      isText: response.content.comment !== NO_TEXT,
      isCut: response.content.comment === CUT,
    },
    ...pageOf(index),
  }));
}

function joined(headers: readonly z.infer<typeof pairSchema>[]): Record<string, string | string[]> {
  const values = Map.groupBy(headers, ({ name }) => name);
  return Object.fromEntries(
    [...values].map(([name, all]) => [name, all.length === 1 ? (all[0]?.value ?? '') : all.map(({ value }) => value)]),
  );
}
