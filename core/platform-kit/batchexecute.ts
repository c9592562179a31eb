import { z } from 'zod';
import { PlatformChanged } from '#core/contract/error.ts';
import { checked } from '#core/platform-kit/checked.ts';
import { jsonBehind } from '#core/platform-kit/embedded-json.ts';
import { percentEncoded } from '#core/platform-kit/web-address.ts';
import { readJson } from '#core/platform-kit/wire.ts';

/** Every answer begins with it, so that no page can run it as a script. */
const GUARD = /^\s*\)\]\}'/;

/** The line with a chunk's length that stands before each chunk when the request says `rt=c`. */
const CHUNK_LENGTH = /(?:^|\n)\d+\r?\n/;

const chunkSchema = z.array(z.array(z.unknown()));

/** What one procedure call gave. */
interface RpcAnswer {
  /** The call's result; null where it has none. */
  readonly payload: unknown;
  /** A code of google.rpc.Code (3: invalid argument, 5: not found...); null where all went well. */
  readonly failure: number | null;
}

/**
 * The answer to the call of `rpc` in an envelope of Google's `batchexecute`, whether it comes whole or in length-prefixed chunks
 * (the chunks are told apart by their length lines alone, as their unit differs between services).
 * @throws PlatformChanged where the text is no such envelope, or it has no answer to `rpc`
 */
export function rpcAnswerOf(text: string, rpc: string): RpcAnswer {
  const body = text.replace(GUARD, '');
  const chunks = body.split(CHUNK_LENGTH).filter((chunk) => chunk.trim() !== '');
  for (const chunk of chunks) {
    const frames = checked(chunkSchema, readJson(chunk, 'envelope'));
    if (!frames.success) throw new PlatformChanged('envelope');
    const frame = frames.data.find(([kind, name]) => kind === 'wrb.fr' && name === rpc);
    if (frame) return answerOf(frame, rpc);
  }
  throw new PlatformChanged(`envelope.${rpc}`);
}

/** The body that calls one procedure of `batchexecute`, as `application/x-www-form-urlencoded`. */
export function rpcBody(rpc: string, args: unknown): string {
  return `f.req=${percentEncoded(JSON.stringify([[[rpc, JSON.stringify(args), null, 'generic']]]))}`;
}

/**
 * The result of a call that a page embeds under `key` (`ds:1`), unchecked; undefined where it has none.
 * @throws PlatformChanged where it is no JSON
 */
export function embeddedResult(html: string, key: string): unknown {
  return jsonBehind(html, new RegExp(`AF_initDataCallback\\(\\{\\s*key:\\s*'${key}'[^[{]*?\\bdata:\\s*`));
}

/** True for a text that begins with the mark of such answers. */
export function isGuarded(text: string): boolean {
  return GUARD.test(text);
}

/**
 * The JSON behind the mark that keeps an answer from being run as a script, if it has it.
 * @throws PlatformChanged where it is no JSON
 */
export function readGuarded(text: string, at: string): unknown {
  return readJson(text.replace(GUARD, ''), at);
}

/** What stands at a place in nested arrays; undefined where the way ends before. */
export function slot(value: unknown, ...indices: readonly number[]): unknown {
  let place = value;
  for (const index of indices) {
    if (!Array.isArray(place)) return undefined;
    place = place[index] as unknown;
  }
  return place;
}

function answerOf(frame: readonly unknown[], rpc: string): RpcAnswer {
  const [, , payload, , , status] = frame;
  const failure = slot(status, 0);
  return {
    payload: typeof payload === 'string' ? readJson(payload, `envelope.${rpc}`) : null,
    failure: typeof failure === 'number' ? failure : null,
  };
}
