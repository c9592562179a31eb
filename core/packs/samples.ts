// What the laws of a pack are run on: exports with all that was asked and answered, so that the same can be answered again.
import { z } from 'zod';
import { CommentdockError, errorCodeSchema, PlatformChanged } from '#core/contract/error.ts';
import { itemSchema } from '#core/contract/item.ts';
import { SELECTORS } from '#core/contract/options.ts';
import type { CrossedAnswer, CrossedPage, HouseSession } from '#core/packs/crossing.ts';
import { ERROR_CLASSES } from '#core/packs/crossing-errors.ts';
import { PackFault } from '#core/packs/pack-fault.ts';
import type { ExportOptions } from '#core/platform-api/define.ts';
import { parseBounded } from '#core/platform-kit/bounded-json.ts';

const failureSchema = z.strictObject({
  ofClass: z.enum(Object.keys(ERROR_CLASSES) as [keyof typeof ERROR_CLASSES]),
  code: errorCodeSchema,
  message: z.string(),
  path: z.string(),
});

const callSchema = z.strictObject({
  /** The name of the call, and what it was given, as JSON. */
  asked: z.string(),
  answer: z.json().optional(),
  failure: failureSchema.optional(),
});
type RecordedCall = z.infer<typeof callSchema>;

const sampleSchema = z.strictObject({
  url: z.string(),
  selector: z.enum(['own', ...SELECTORS]),
  /** What the clock showed, for addresses that hold the time. */
  atMs: z.number(),
  calls: z.array(callSchema).max(10_000),
  items: z.array(itemSchema.strict()).min(1),
});
export type Sample = z.infer<typeof sampleSchema>;

export const samplesSchema = z.array(sampleSchema).min(1).max(1_000);

/** All that there is, replies included. */
export const SAMPLE_OPTIONS: ExportOptions = {
  replies: true,
  sort: null,
  limit: 1_000_000,
  minTimestamp: null,
  maxTimestamp: null,
  countries: [],
};

type Call = (...given: readonly never[]) => unknown;

/** Kept by the session itself: nothing is asked. */
const OWN_CALLS: ReadonlySet<string> = new Set(['once', 'forget', 'learntValue', 'noteLearnt', 'dropLearnt']);

/** A session that notes what is asked of another one, and what that answers. */
export function recordingSession(house: HouseSession, calls: RecordedCall[]): HouseSession {
  const recorded = Object.entries(house).map(([name, call]) => {
    if (typeof call !== 'function' || OWN_CALLS.has(name)) return [name, call];
    return [
      name,
      (...given: readonly never[]): unknown => {
        const asked = askedOf(name, given);
        const note = (answer: unknown): unknown => {
          calls.push({ asked, answer: encoded(answer, given[0]) });
          return answer;
        };
        const fail = (error: unknown): never => {
          if (error instanceof CommentdockError) calls.push({ asked, failure: failureOf(error) });
          throw error;
        };
        try {
          const answer = (call as Call)(...given);
          return answer instanceof Promise ? answer.then(note, fail) : note(answer);
        } catch (error) {
          return fail(error);
        }
      },
    ];
  });
  return Object.fromEntries(recorded) as HouseSession;
}

/**
 * A session that answers as it was noted. Whatever is asked that was not is no answer: the code does not do what it did.
 * @param onRequest told of everything that would go out
 */
export function replayingSession(
  { calls }: Pick<Sample, 'calls'>,
  onRequest: (request: { readonly url: string; readonly leads?: unknown }) => void,
): HouseSession {
  const left = new Map<string, RecordedCall[]>();
  for (const call of calls) left.set(call.asked, [...(left.get(call.asked) ?? []), call]);
  const kept = new Map<string, Promise<unknown>>();
  const learnt = new Map<string, string>();
  const answerTo = (name: string, given: readonly never[]): unknown => {
    const asked = askedOf(name, given);
    const request: unknown = given[0];
    if (typeof request === 'object' && request !== null && 'url' in request) onRequest(request as { readonly url: string });
    const known = left.get(asked);
    // What was asked more often than it was noted is answered as the last time.
    const call = known !== undefined && known.length > 1 ? known.shift() : known?.[0];
    if (call === undefined) throw new PackFault(`asks for what its samples do not hold (${asked.slice(0, 200)})`);
    if (call.failure !== undefined) throw errorOf(call.failure);
    return decoded(call.answer);
  };
  const sync =
    (name: string) =>
    (...given: readonly never[]) =>
      answerTo(name, given);
  const later =
    (name: string) =>
    async (...given: readonly never[]) =>
      answerTo(name, given);
  const session: Record<keyof Omit<HouseSession, 'options'>, unknown> = {
    hasCookies: sync('hasCookies'),
    cookie: sync('cookie'),
    userAgent: later('userAgent'),
    fetch: later('fetch'),
    json: later('json'),
    inPage: later('inPage'),
    inPageJson: later('inPageJson'),
    page: later('page'),
    capture: later('capture'),
    scroll: later('scroll'),
    listen: later('listen'),
    once(key: string, make: () => Promise<unknown>) {
      const known = kept.get(key);
      if (known !== undefined) return known;
      const made = make();
      kept.set(key, made);
      made.catch(() => kept.delete(key));
      return made;
    },
    forget: (key: string) => void kept.delete(key),
    // Each sample begins as the first export of all does.
    learntValue: (name: string) => learnt.get(name) ?? null,
    noteLearnt: (name: string, value: string) => void learnt.set(name, value),
    dropLearnt: (name: string, value: string) => void (learnt.get(name) === value && learnt.delete(name)),
  };
  return { options: SAMPLE_OPTIONS, ...session } as HouseSession;
}

function askedOf(name: string, given: readonly unknown[]): string {
  return `${name} ${JSON.stringify(encoded(given.filter((each) => typeof each !== 'function' && each !== null)))}`;
}

function failureOf(error: CommentdockError): z.infer<typeof failureSchema> {
  const [ofClass] = Object.entries(ERROR_CLASSES).find(([, each]) => Object.getPrototypeOf(error) === each.prototype) ?? [
    'CommentdockError',
  ];
  const path = error instanceof PlatformChanged ? error.path : '$';
  return { ofClass: ofClass as keyof typeof ERROR_CLASSES, code: error.code, message: error.message, path };
}

function errorOf({ ofClass, code, message, path }: z.infer<typeof failureSchema>): Error {
  const error: Error = Object.setPrototypeOf(new CommentdockError(code, message), ERROR_CLASSES[ofClass].prototype as object);
  return error instanceof PlatformChanged ? Object.assign(error, { path }) : error;
}

/** JSON of what crosses: bytes as their letters, and of functions what they give. */
function encoded(value: unknown, request?: unknown): z.core.util.JSONType {
  if (value instanceof Uint8Array) return { $bytes: Buffer.from(value).toString('base64') };
  if (value instanceof CommentdockError) return { $failure: failureOf(value) };
  if (Array.isArray(value)) return value.map((part) => encoded(part));
  if (typeof value === 'number' && !Number.isFinite(value)) return null;
  if (typeof value !== 'object' || value === null) return (value ?? null) as z.core.util.JSONType;
  const parts = Object.entries(value)
    .filter(([, part]) => typeof part !== 'function' && part !== undefined)
    .map(([key, part]) => [key, encoded(part)] as const);
  const names = 'global' in value ? ((request as { readonly globals?: readonly string[] } | undefined)?.globals ?? []) : [];
  const globals = names.map((name) => [name, encodedGlobal(value as CrossedPage, name)] as const);
  return { ...Object.fromEntries(parts), ...(names.length === 0 ? {} : { $globals: Object.fromEntries(globals) }) };
}

function encodedGlobal(page: CrossedPage, name: string): z.core.util.JSONType {
  try {
    return { value: encoded(page.global(name)) };
  } catch (error) {
    return { $failure: failureOf(error instanceof CommentdockError ? error : new PlatformChanged(name)) };
  }
}

function decoded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(decoded);
  if (typeof value !== 'object' || value === null) return value;
  if ('$bytes' in value) return Uint8Array.from(Buffer.from(String(value.$bytes), 'base64'));
  if ('$failure' in value) return errorOf(failureSchema.parse(value.$failure));
  const parts = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, decoded(part)]));
  return 'fetchedAtMs' in parts ? answering(parts as unknown as CrossedAnswer & { readonly $globals?: unknown }) : parts;
}

function answering(answer: CrossedAnswer & { readonly $globals?: unknown }): CrossedAnswer {
  const read = (): { readonly value: unknown } | null => {
    try {
      return { value: parseBounded(answer.text) };
    } catch {
      return null;
    }
  };
  return {
    ...answer,
    isJson: () => read() !== null,
    parsed() {
      const body = read();
      if (body === null) throw new PlatformChanged('$');
      return body.value;
    },
    ...('$globals' in answer ? { global: (name: string) => globalOf(answer.$globals as Readonly<Record<string, unknown>>, name) } : {}),
  };
}

function globalOf(globals: Readonly<Record<string, unknown>>, name: string): unknown {
  const found = Object.hasOwn(globals, name) ? globals[name] : null;
  if (found instanceof Error) throw found;
  if (typeof found === 'object' && found !== null && 'value' in found) return found.value;
  throw new PlatformChanged(name);
}
