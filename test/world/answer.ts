import type { ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { CHALLENGE_PAGE, MALFORMED_JSON, type Fault } from '#test/world/fault.ts';
import type { PreparedAnswer } from '#test/world/recorded.ts';
import type { SimulatedAnswer } from '#test/world/simulator.ts';

const HTML = 'text/html; charset=utf-8';
const JSON_TYPE = 'application/json';

/** A reset overtakes what was sent just before; so long the client has to read it. */
const READ_BEFORE_RESET_MS = 20;

/** A body cut off in the middle promises at least so many bytes, so that an empty one is cut off too. */
const LEAST_PROMISED_BYTES = 16;

/** The answer to a request that neither a simulator nor a recording knows. */
export const NOT_RECORDED = answerOf(404, JSON_TYPE, '{"error":"nothing is recorded for this request"}');

/** Faults that are an answer of their own, whatever would have been answered. */
export function answerOfFault(fault: Fault): PreparedAnswer | null {
  switch (fault.kind) {
    case 'status': {
      const headers = fault.retryAfter === undefined ? [] : ['retry-after', String(fault.retryAfter)];
      return answerOf(fault.status, 'text/plain; charset=utf-8', fault.body ?? `status ${fault.status}`, headers);
    }
    case 'malformedJson':
      return answerOf(200, JSON_TYPE, MALFORMED_JSON);
    case 'captcha':
      return answerOf(fault.status ?? 403, HTML, CHALLENGE_PAGE);
    default:
      return null;
  }
}

/** A simulator's answer, ready to be written. */
export function prepareSimulated(answer: SimulatedAnswer): PreparedAnswer {
  const given = answer.body ?? '';
  const isPlain = typeof given === 'string' || Buffer.isBuffer(given);
  const body = Buffer.isBuffer(given) ? given : Buffer.from(typeof given === 'string' ? given : JSON.stringify(given));
  const headers: string[] = [];
  let hasType = false;
  for (const [name, values] of Object.entries(answer.headers ?? {})) {
    hasType ||= name.toLowerCase() === 'content-type';
    for (const value of typeof values === 'string' ? [values] : values) headers.push(name, value);
  }
  if (!hasType) headers.push('content-type', isPlain ? HTML : JSON_TYPE);
  if (answer.isEndless !== true) headers.push('content-length', String(body.length));
  return { status: answer.status ?? 200, statusText: '', headers, body, ...(answer.isEndless === true ? { isEndless: true } : {}) };
}

/** Writes the answer whole. */
export function writeWhole(response: ServerResponse, answer: PreparedAnswer): void {
  writeHead(response, answer, answer.headers);
  response.end(answer.body);
}

/** Writes the body over and over, as fast as it is taken. */
export function writeEndless(response: ServerResponse, answer: PreparedAnswer): void {
  writeHead(response, answer, answer.headers);
  const pieces = function* (): Generator<Buffer> {
    for (;;) yield answer.body;
  };
  // It ends where the client hangs up.
  pipeline(Readable.from(pieces()), response, () => undefined);
}

/** Writes half of the body, then closes the connection in an orderly way. */
export function writeTruncated(response: ServerResponse, answer: PreparedAnswer): void {
  writeHalf(response, answer, () => response.socket?.destroySoon());
}

/** Writes half of the body and calls `reset` once the client had time to read it. */
export function writeThenReset(response: ServerResponse, answer: PreparedAnswer, reset: () => void): void {
  writeHalf(response, answer, () => void delay(READ_BEFORE_RESET_MS).then(reset));
}

function writeHalf(response: ServerResponse, answer: PreparedAnswer, then: () => void): void {
  const promised = Math.max(answer.body.length, LEAST_PROMISED_BYTES);
  const others: string[] = [];
  for (let at = 0; at + 1 < answer.headers.length; at += 2) {
    const [name = '', value = ''] = [answer.headers[at], answer.headers[at + 1]];
    if (name.toLowerCase() !== 'content-length') others.push(name, value);
  }
  writeHead(response, answer, [...others, 'content-length', String(promised)]);
  response.flushHeaders();
  response.write(answer.body.subarray(0, Math.floor(answer.body.length / 2)), then);
}

function writeHead(response: ServerResponse, answer: PreparedAnswer, headers: readonly string[]): void {
  const flat = headers as string[];
  if (answer.statusText === '') response.writeHead(answer.status, flat);
  else response.writeHead(answer.status, answer.statusText, flat);
}

function answerOf(status: number, type: string, text: string, headers: readonly string[] = []): PreparedAnswer {
  const body = Buffer.from(text);
  return { status, statusText: '', headers: [...headers, 'content-type', type, 'content-length', String(body.length)], body };
}
