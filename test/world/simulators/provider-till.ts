import { createHash } from 'node:crypto';
import type { SimulatedAnswer } from '#test/world/simulator.ts';

/**
 * What goes wrong with an answer. garbled: the JSON of the whole answer stops in the middle. malformed: what the model wrote is no
 * JSON. truncated: it stops in the middle. missing, twice, oddClass, oddScore, contradiction: so it is for the first text. tooMany:
 * it has one text more. throttled: 429; fault: 503; overloaded: 529; none of these three is billed.
 */
export type Mishap =
  | 'garbled'
  | 'malformed'
  | 'truncated'
  | 'missing'
  | 'twice'
  | 'oddClass'
  | 'oddScore'
  | 'contradiction'
  | 'tooMany'
  | 'throttled'
  | 'fault'
  | 'overloaded';

export interface ProviderParams {
  /** The key it takes. Default `secret`. */
  readonly key?: string;
  /** Every nth request that is no repetition, and which mishap it gets: they take turns. */
  readonly every?: number;
  readonly mishaps?: readonly Mishap[];
  /** False: a request that comes again under the same `Idempotency-Key` is done again and billed again. Default true. */
  readonly honoursKeys?: boolean;
  /** So many requests in so many milliseconds; more are 429. Default: as many as come. */
  readonly window?: { readonly requests: number; readonly ms: number };
  /** Waits before it answers; the answer is billed before. */
  readonly before?: () => Promise<void>;
}

interface Verdict {
  readonly sentiment: string;
  readonly score: number;
}

/** What a provider did and was paid for. */
export interface Till {
  /** How often each text was billed. */
  readonly billed: Map<string, number>;
  /** How often the billed verdict of a text could not be used. */
  readonly spoiled: Map<string, number>;
  requests: number;
  /** Answers given once more under a known key, unbilled. */
  replayed: number;
  throttled: number;
  /** What it was sent, besides the texts: the bodies. */
  readonly bodies: string[];
}

/** Mishaps after which nothing in the answer can be used, and those that spoil the first text. */
const SPOILS_ALL: readonly Mishap[] = ['malformed', 'truncated'];
const SPOILS_FIRST: readonly Mishap[] = ['missing', 'twice', 'oddClass', 'oddScore', 'contradiction'];
const UNBILLED: readonly Mishap[] = ['throttled', 'fault', 'overloaded'];

export function newTill(): Till {
  return { billed: new Map(), spoiled: new Map(), requests: 0, replayed: 0, throttled: 0, bodies: [] };
}

/** The same text always gets the same verdict. */
export function verdictOf(text: string): Verdict {
  const digest = createHash('sha256').update(text).digest();
  const strength = ((digest[1] ?? 0) % 10) / 10;
  const kind = (digest[0] ?? 0) % 3;
  if (kind === 0) return { sentiment: 'positive', score: 0.3 + strength / 2 };
  return kind === 1 ? { sentiment: 'negative', score: -0.3 - strength / 2 } : { sentiment: 'neutral', score: 0 };
}

/** Verdicts as a model lists them, with the mishap. */
export function listed(texts: readonly string[], mishap: Mishap | null): readonly unknown[] {
  const results = texts.map((text, index) => ({ id: index + 1, ...verdictOf(text) }));
  const [first, ...rest] = results;
  if (first === undefined) return results;
  switch (mishap) {
    case 'missing':
      return rest;
    case 'twice':
      return [first, { ...first, sentiment: 'neutral', score: 0 }, ...rest];
    case 'oddClass':
      return [{ ...first, sentiment: 'mixed' }, ...rest];
    case 'oddScore':
      return [{ ...first, score: 7 }, ...rest];
    case 'contradiction':
      return [{ ...first, sentiment: 'positive', score: -0.9 }, ...rest];
    case 'tooMany':
      return [...results, { id: results.length + 1, sentiment: 'positive', score: 1 }];
    default:
      return results;
  }
}

/** What a model wrote: JSON, but for the mishap. */
export function written(texts: readonly string[], mishap: Mishap | null): string {
  const json = JSON.stringify({ results: listed(texts, mishap) });
  if (mishap === 'malformed') return `Of course! Here are the sentiments: ${json.slice(1)}`;
  return mishap === 'truncated' ? json.slice(0, Math.ceil(json.length / 2)) : json;
}

/** A request that was understood. */
export interface Order {
  readonly texts: readonly string[];
  readonly body: string;
  readonly idempotencyKey: string | null;
  /** The whole answer of a status 200. */
  answer(mishap: Mishap | null): object;
  refusal(status: number, words: string): object;
}

/** Serves orders: mishaps by turns, the window, keys, and the bill. */
export function serverOf(till: Till, params: ProviderParams): (order: Order) => Promise<SimulatedAnswer> {
  const { every = Infinity, mishaps = [], honoursKeys = true, window, before } = params;
  const answered = new Map<string, { readonly body: string; readonly answer: object }>();
  const recent: number[] = [];
  let fresh = 0;
  return async (order) => {
    const { texts, body, idempotencyKey, refusal } = order;
    till.requests += 1;
    till.bodies.push(body);
    const now = performance.now();
    while (recent.length > 0 && now - (recent[0] ?? 0) > (window?.ms ?? 0)) recent.shift();
    if (window !== undefined && recent.length >= window.requests) return throttled(till, refusal);
    recent.push(now);
    const known = honoursKeys && idempotencyKey !== null ? answered.get(idempotencyKey) : undefined;
    if (known !== undefined) {
      if (known.body !== body) return { status: 400, body: refusal(400, 'This key was used with another body.') };
      till.replayed += 1;
      return { body: known.answer };
    }
    fresh += 1;
    const mishap = fresh % every === 0 ? (mishaps[(fresh / every - 1) % mishaps.length] ?? null) : null;
    if (mishap === 'throttled') return throttled(till, refusal);
    if (mishap !== null && UNBILLED.includes(mishap)) {
      const status = mishap === 'fault' ? 503 : 529;
      return { status, body: refusal(status, 'Try again.') };
    }
    const answer = order.answer(mishap);
    if (idempotencyKey !== null) answered.set(idempotencyKey, { body, answer });
    bill(till, texts, mishap);
    await before?.();
    if (mishap !== 'garbled') return { body: answer };
    const json = JSON.stringify(answer);
    return { headers: { 'content-type': 'application/json' }, body: json.slice(0, Math.ceil(json.length / 2)) };
  };
}

function throttled(till: Till, refusal: Order['refusal']): SimulatedAnswer {
  till.throttled += 1;
  return { status: 429, headers: { 'retry-after': '1' }, body: refusal(429, 'Rate limit reached.') };
}

function bill(till: Till, texts: readonly string[], mishap: Mishap | null): void {
  for (const [index, text] of texts.entries()) {
    add(till.billed, text);
    const isSpoiled = mishap !== null && (SPOILS_ALL.includes(mishap) || (index === 0 && SPOILS_FIRST.includes(mishap)));
    if (isSpoiled) add(till.spoiled, text);
  }
}

function add(counts: Map<string, number>, text: string): void {
  counts.set(text, (counts.get(text) ?? 0) + 1);
}
