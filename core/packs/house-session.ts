import { z } from 'zod';
import { asCommentdockError } from '#core/contract/error.ts';
import {
  answerMatchForm,
  inPageForm,
  lineRequestForm,
  messageForm,
  navigationForm,
  pageRequestForm,
  requestForm,
  scrollingForm,
} from '#core/packs/crossed-forms.ts';
import type { CrossedAnswer, CrossedCaptured, HouseSession } from '#core/packs/crossing.ts';
import type { CrossingErrors } from '#core/packs/crossing-errors.ts';
import { PackFault } from '#core/packs/pack-fault.ts';
import { plainOf } from '#core/packs/plain.ts';
import type { Answer, AnswerMatch, CapturedAnswer, LineMessage, Session } from '#core/platform-api/session.ts';

const ANYTHING = z.unknown();

/**
 * What the code of a pack gets of a session: nothing of the session itself crosses, and what it asks for is read once and checked.
 * @param underWay told of everything that the code waits for
 */
export function houseSession(
  session: Session,
  errors: CrossingErrors,
  underWay: <T>(waited: () => Promise<T>) => Promise<T>,
): HouseSession {
  const ask = <T>(work: () => Promise<T>): Promise<T> =>
    underWay(async () => {
      try {
        return await work();
      } catch (error) {
        throw errors.outwards(error);
      }
    });
  const answer = (from: Answer): CrossedAnswer => crossedAnswer(from, errors);
  const captured = (from: CapturedAnswer): CrossedCaptured => ({
    ...answer(from),
    request: plainOf(from.request) as CapturedAnswer['request'],
  });
  return {
    options: plainOf(session.options) as Session['options'],
    hasCookies: () => session.hasCookies,
    cookie: (url, name) => session.cookie(text(url), text(name)),
    userAgent: (url) => ask(() => session.userAgent(text(url))),
    fetch: (request) => ask(async () => answer(await session.fetch(formed(requestForm, request)))),
    json: (request) => ask(() => session.json(ANYTHING, formed(requestForm, request))),
    inPage: (request) => ask(async () => answer(await session.inPage(formed(inPageForm, request)))),
    inPageJson: (request) => ask(() => session.inPageJson(ANYTHING, formed(inPageForm, request))),
    page: (request) =>
      ask(async () => {
        const page = await session.page(formed(pageRequestForm, request));
        return { ...answer(page), global: (name) => outOf(() => page.global(text(name), ANYTHING), errors) };
      }),
    capture: (navigate, match, until) =>
      ask(async () => {
        const called = calledBack(until, errors);
        const { page, answers } = await session.capture(formed(navigationForm, navigate), matchOf(match, called, captured));
        called.throwFailure();
        return { page: page === null ? null : answer(page), answers: answers.map(captured) };
      }),
    scroll: (navigate, match, until, how) =>
      ask(async () => {
        const called = calledBack(until, errors);
        const matched = matchOf(match, called, captured);
        const { answers, ended } = await session.scroll(formed(navigationForm, navigate), matched, formed(scrollingForm, how));
        called.throwFailure();
        return { answers: answers.map(captured), ended };
      }),
    listen: (...given) => ask(() => heard(session, errors, given)),
    once: (key, make) => ask(() => session.once(text(key), async () => make())),
    forget: (key) => session.forget(text(key)),
    learntValue: (name) => session.learnt(text(name)).value(),
    noteLearnt: (name, value, source) => session.learnt(text(name)).note(text(value), text(source)),
    dropLearnt: (name, value) => session.learnt(text(name)).drop(text(value)),
  };
}

async function heard(
  session: Session,
  errors: CrossingErrors,
  [request, reply, until]: Parameters<HouseSession['listen']>,
): ReturnType<HouseSession['listen']> {
  const replying = calledBack(reply === null ? null : (message: LineMessage) => replyOf(reply(message)), errors);
  const ending = calledBack(until, errors);
  const { messages, isNew, isOpen } = await session.listen({
    ...formed(lineRequestForm, request),
    ...(reply === null ? {} : { reply: (message) => replying.call(crossedMessage(message), null) as LineMessage | null }),
    ...(until === null ? {} : { until: (message) => ending.call(crossedMessage(message), true) === true }),
  });
  replying.throwFailure();
  ending.throwFailure();
  return { messages: messages.map(({ data, at }) => ({ data: crossedMessage(data), atMs: at.getTime() })), isNew, isOpen };
}

/** @throws PackFault */
export function formed<S extends z.ZodType>(form: S, value: unknown): z.output<S> {
  const read = form.safeParse(plainOf(value));
  if (read.success) return read.data;
  throw new PackFault(`gave something of unknown form (at ${read.error.issues[0]?.path.join('.') ?? '$'})`);
}

function text(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new PackFault(`gave a ${typeof value} where a text was expected`);
}

function crossedAnswer(answer: Answer, errors: CrossingErrors): CrossedAnswer {
  const { status, headers, url, fetchedAt, isPart = false, refusal } = answer;
  return {
    status,
    headers: { ...headers },
    url,
    text: answer.text,
    fetchedAtMs: fetchedAt.getTime(),
    isPart,
    refusal: refusal === undefined ? null : asCommentdockError(errors.outwards(refusal)),
    isJson: () => outOf(() => answer.isJson, errors),
    parsed: () => outOf(() => answer.json(ANYTHING), errors),
  };
}

function outOf<T>(read: () => T, errors: CrossingErrors): T {
  try {
    return read();
  } catch (error) {
    throw errors.outwards(error);
  }
}

/** A function of a pack that the house calls while it works on something else: what it throws is told once that is over. */
interface CalledBack<A> {
  /** @param failing what it answers once it has failed */
  call(given: A, failing: unknown): unknown;
  throwFailure(): void;
}

function calledBack<A>(call: ((given: A) => unknown) | null, errors: CrossingErrors): CalledBack<A> {
  let failure: { readonly error: unknown } | null = null;
  return {
    call(given, failing) {
      if (failure !== null) return failing;
      try {
        return call?.(given);
      } catch (error) {
        failure = { error: errors.inwards(error) };
        return failing;
      }
    },
    throwFailure() {
      if (failure !== null) throw failure.error;
    },
  };
}

function matchOf(match: unknown, until: CalledBack<CrossedCaptured>, captured: (from: CapturedAnswer) => CrossedCaptured): AnswerMatch {
  return { ...formed(answerMatchForm, match), until: (answer) => until.call(captured(answer), true) === true };
}

function replyOf(value: unknown): LineMessage | null {
  return value === null || value === undefined ? null : formed(messageForm, value);
}

/** Bytes of an answer may lie in memory that others use. */
function crossedMessage(message: LineMessage): LineMessage {
  return typeof message === 'string' ? message : Uint8Array.from(message);
}
