import { PlatformChanged } from '#core/contract/error.ts';
import { patternSource } from '#core/network/browser/match.ts';
import type {
  Answer,
  AnswerMatch,
  BrowserSession,
  Capture,
  CapturedAnswer,
  InPageRequest,
  Navigation,
  PageAnswer,
  PageRequest,
  PlatformRequest,
  Scrolled,
  Scrolling,
} from '#core/platform-api/session.ts';
import type { z } from 'zod';

/** What a page of the fake internet asks for by itself, in order. A string is a GET. */
export type PageAsks = readonly (string | PlatformRequest)[];

/** What a fake browser needs of the session around it. */
interface FakeBrowserGround {
  fetch(request: PlatformRequest): Promise<Answer>;
  json<S extends z.ZodType>(schema: S, request: PlatformRequest): Promise<z.output<S>>;
  /** What the page at this address asks for. */
  asksOf(url: string): Promise<PageAsks>;
  /** Globals that its script sets. */
  globalsOf(url: string): Readonly<Record<string, unknown>>;
}

/**
 * A browser for tests of platforms: a fetch in a page is a fetch, a page is what its address answers, and what it asks for by itself
 * is what the exchange says (`asks`). It checks nothing that only a real browser can.
 */
export function fakeBrowser({ fetch, json, asksOf, globalsOf }: FakeBrowserGround): BrowserSession {
  const open = ({ url, accept, leads }: Navigation): Promise<Answer> =>
    fetch({ url, ...(accept === undefined ? {} : { accept }), ...(leads === undefined ? {} : { leads }) });
  const received = async (navigate: Navigation, match: AnswerMatch): Promise<CapturedAnswer[]> => {
    const answers: CapturedAnswer[] = [];
    for (const ask of await asksOf(navigate.url)) {
      const request = typeof ask === 'string' ? { url: ask } : ask;
      if (!isWanted(request, match)) continue;
      const answer = await fetch({ ...request, ...(match.accept === undefined ? {} : { accept: match.accept }) });
      const sent = { method: methodOf(request), url: request.url, headers: request.headers ?? {}, body: bodyOf(request) };
      answers.push(Object.assign(answer, { request: sent }));
    }
    return answers;
  };
  return {
    inPage: ({ page: _page, ...request }: InPageRequest) => fetch(request),
    inPageJson: (schema, { page: _page, ...request }) => json(schema, request),
    async page(request: PageRequest): Promise<PageAnswer> {
      const globals = globalsOf(request.url);
      return Object.assign(await open(request), {
        global<S extends z.ZodType>(name: string, schema: S): z.output<S> {
          if (!(name in globals)) throw new PlatformChanged(name);
          return schema.parse(globals[name]);
        },
      });
    },
    async capture(navigate, match): Promise<Capture> {
      const page = await open(navigate);
      const { taken } = taking(await received(navigate, match), match);
      if (taken.length === 0) throw new PlatformChanged('capture');
      return { page, answers: taken };
    },
    async scroll(navigate, match, { skip = 0 }: Scrolling = {}): Promise<Scrolled> {
      if (skip === 0) await open(navigate);
      const all = (await received(navigate, match)).slice(skip);
      const { taken, isLast } = taking(all, match);
      return { answers: taken, ended: isLast || taken.length === 0 };
    },
  };
}

function taking(answers: readonly CapturedAnswer[], { count = 1, until }: AnswerMatch): { taken: CapturedAnswer[]; isLast: boolean } {
  const taken: CapturedAnswer[] = [];
  for (const answer of answers.slice(0, count)) {
    taken.push(answer);
    if (until?.(answer) === true) return { taken, isLast: true };
  }
  return { taken, isLast: false };
}

function isWanted(request: PlatformRequest, { url, method, body }: AnswerMatch): boolean {
  const patterns = typeof url === 'string' ? [url] : url;
  return (
    patterns.some((pattern) => new RegExp(patternSource(pattern), 'i').test(request.url)) &&
    (method === undefined || method === methodOf(request)) &&
    (body === undefined || (bodyOf(request) ?? '').includes(body))
  );
}

function methodOf(request: PlatformRequest): 'GET' | 'POST' {
  return request.method ?? (bodyOf(request) === null ? 'GET' : 'POST');
}

function bodyOf({ json, form, body }: PlatformRequest): string | null {
  if (json !== undefined) return JSON.stringify(json);
  return form === undefined ? (body ?? null) : new URLSearchParams(form).toString();
}
