import type { Arrived } from '#core/network/transport.ts';

/** An exchange that was kept. Names of headers are in lower case. */
export interface RecordedExchange {
  readonly startedAtMs: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string | null;
  };
  readonly answer: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string | readonly string[]>>;
    readonly text: string;
  };
}

interface Asked {
  readonly method: string;
  readonly url: URL;
  readonly body: string | null;
}

/** Said of a body that is unpacked, and is UTF-8 now. */
const OF_THE_WIRE: ReadonlySet<string> = new Set(['content-encoding', 'content-length', 'transfer-encoding']);

/** Answers of kept exchanges: the most alike of those with the same method, host and path; else, since ids may have changed, with the same host. */
export class RecordedAnswers {
  readonly #exchanges: readonly RecordedExchange[];
  readonly #given = new Set<RecordedExchange>();

  constructor(exchanges: readonly RecordedExchange[]) {
    this.#exchanges = exchanges;
  }

  /** In the order in which they were made. */
  list(): readonly RecordedExchange[] {
    return this.#exchanges;
  }

  /** Null where nothing of the kind was asked. The same request gets its answers in turn, the last one again and again. */
  to(asked: Asked): RecordedExchange | null {
    const ofHost = this.#exchanges.filter(({ request }) => request.method === asked.method && new URL(request.url).host === asked.url.host);
    const ofPath = ofHost.filter(({ request }) => new URL(request.url).pathname === asked.url.pathname);
    const candidates = ofPath.length > 0 ? ofPath : ofHost;
    const scored = candidates.map((exchange) => ({ exchange, score: likeness(asked, exchange.request) }));
    const best = Math.max(...scored.map(({ score }) => score));
    const alike = scored.filter(({ score }) => score === best).map(({ exchange }) => exchange);
    const found = alike.find((exchange) => !this.#given.has(exchange)) ?? alike.at(-1) ?? null;
    if (found !== null) this.#given.add(found);
    return found;
  }
}

/** As it would arrive from the wire. */
export function arrivedOf({ answer }: RecordedExchange): Arrived {
  return { status: answer.status, headers: headersOf(answer.headers), body: Buffer.from(answer.text) };
}

function headersOf(headers: RecordedExchange['answer']['headers']): Record<string, string | string[]> {
  const kept = Object.entries(headers).filter(([name]) => !OF_THE_WIRE.has(name));
  return Object.fromEntries(
    kept.map(([name, value]) => {
      if (name === 'content-type') return [name, String([value].flat()[0]).replace(/charset\s*=\s*[^;]+/i, 'charset=utf-8')];
      return [name, typeof value === 'string' ? value : [...value]];
    }),
  );
}

/** How many parts of way, query and body two requests share, less those in which they differ. */
function likeness(asked: Asked, request: RecordedExchange['request']): number {
  const [wanted, had] = [partsOf(asked.url, asked.body), partsOf(new URL(request.url), request.body)];
  const shared = wanted.intersection(had).size;
  return 2 * shared - wanted.size - had.size;
}

function partsOf(url: URL, body: string | null): ReadonlySet<string> {
  const way = url.pathname.split('/').map((segment, index) => `${index}/${segment}`);
  const query = [...url.searchParams].map(([name, value]) => `?${name}=${value}`);
  return new Set([...way, ...query, ...(body ?? '').split(/[&,{}]/).map((part) => `#${part}`)]);
}
