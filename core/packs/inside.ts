// The side of a pack: bundled with its platform, it makes of what crosses the session that platforms know, and of a platform what crosses.
import type {
  CrossedAnswer,
  CrossedCaptured,
  CrossedExpression,
  CrossedPage,
  CrossedUrl,
  HouseSession,
  PackPort,
} from '#core/packs/crossing.ts';
import { factsOf, type PastedUrl, type PlatformDefinition } from '#core/platform-api/define.ts';
import type { Answer, AnswerMatch, CapturedAnswer, PageAnswer, Session } from '#core/platform-api/session.ts';
import { ofKnownForm } from '#core/platform-kit/checked.ts';

/** What the house is given of a platform. */
export function portOf(platform: PlatformDefinition): PackPort {
  const { hosts, staticHosts, walls, pastedHosts, cookies } = platform;
  return {
    own: { facts: factsOf(platform), hosts, ...(staticHosts === undefined ? {} : { staticHosts }), walls: crossing(walls) },
    claims: (crossed) => {
      const url = pastedUrl(crossed);
      return platform.targets.flatMap((target) => {
        const params = target.match(url);
        return params === null ? [] : [{ target: target.name, params }];
      });
    },
    start: (target, options) => platform.start(target, options),
    fetchPage: (cursor, house) => platform.fetchPage(cursor, sessionOf(house)),
    pastedHosts: pastedHosts === undefined ? null : (params) => pastedHosts(params),
    domainsOf: cookies.domainsOf === undefined ? null : (params) => cookies.domainsOf?.(params) ?? [],
  };
}

function pastedUrl(crossed: CrossedUrl): PastedUrl {
  return { ...crossed, query: new URL(crossed.href).searchParams };
}

/** Expressions as their texts. */
function crossing(value: unknown): unknown {
  if (value instanceof RegExp) return { source: value.source, flags: value.flags } satisfies CrossedExpression;
  if (Array.isArray(value)) return value.map(crossing);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, crossing(part)]));
}

function sessionOf(house: HouseSession): Session {
  return {
    options: house.options,
    get hasCookies() {
      return house.hasCookies();
    },
    cookie: (url, name) => house.cookie(url, name),
    userAgent: (url) => house.userAgent(url),
    fetch: async (request) => answerOf(await house.fetch(request), {}),
    json: async (schema, request) => ofKnownForm(schema, await house.json(request), hostOf(request.url)),
    inPage: async (request) => answerOf(await house.inPage(request), {}),
    inPageJson: async (schema, request) => ofKnownForm(schema, await house.inPageJson(request), hostOf(request.url)),
    page: async (request) => pageOf(await house.page(request)),
    async capture(navigate, { until, ...match }) {
      const { page, answers } = await house.capture(navigate, match, untilOf(until));
      return { page: page === null ? null : answerOf(page, {}), answers: answers.map(capturedOf) };
    },
    async scroll(navigate, { until, ...match }, how = {}) {
      const { answers, ended } = await house.scroll(navigate, match, untilOf(until), how);
      return { answers: answers.map(capturedOf), ended };
    },
    async listen({ reply, until, ...request }) {
      const { messages, ...state } = await house.listen(request, reply ?? null, until ?? null);
      return { ...state, messages: messages.map(({ data, atMs }) => ({ data, at: new Date(atMs) })) };
    },
    once: <T>(key: string, make: () => Promise<T>) => house.once(key, make) as Promise<T>,
    forget: (key) => house.forget(key),
    learnt: (name) => ({
      value: () => house.learntValue(name),
      note: (value, source) => house.noteLearnt(name, value, source),
      drop: (value) => house.dropLearnt(name, value),
    }),
  };
}

function untilOf(until: AnswerMatch['until']): ((answer: CrossedCaptured) => boolean) | null {
  return until === undefined ? null : (answer) => until(capturedOf(answer));
}

function answerOf<M extends object>(crossed: CrossedAnswer, more: M): Answer & M {
  const { status, headers, url, text, fetchedAtMs, isPart, refusal } = crossed;
  return {
    status,
    headers,
    url,
    text,
    isPart,
    fetchedAt: new Date(fetchedAtMs),
    ...(refusal === null ? {} : { refusal }),
    ...more,
    get isJson() {
      return crossed.isJson();
    },
    json: (schema) => ofKnownForm(schema, crossed.parsed(), hostOf(url)),
  };
}

function capturedOf(crossed: CrossedCaptured): CapturedAnswer {
  return answerOf(crossed, { request: crossed.request });
}

function pageOf(crossed: CrossedPage): PageAnswer {
  const global: PageAnswer['global'] = (name, schema) => ofKnownForm(schema, crossed.global(name), hostOf(crossed.url), name);
  return answerOf(crossed, { global });
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}
