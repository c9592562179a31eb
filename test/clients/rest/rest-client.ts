/**
 * A client of the REST interface as somebody else would write it: from its description alone, with nothing of the product.
 * Moving it to another service means changing the base address.
 */

/** Between two looks: longer each time, or a slow machine asks more often than the service allows. */
const FIRST_PAUSE_MS = 25;
const LONGEST_PAUSE_MS = 400;
const PATIENCE_MS = 240_000;
/** One request that nobody answers ends before a whole test does, and says which it was. */
const ANSWER_MS = 200_000;

export type Fields = Readonly<Record<string, unknown>>;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  /** The body where it is a JSON object, else empty. */
  readonly body: Fields;
  /** The body where it is a JSON list, else empty. */
  readonly list: readonly Fields[];
}

export interface Job {
  readonly guid: string;
  readonly id: number;
  readonly status: 'queueing' | 'progress' | 'done' | 'error' | 'stopped';
  readonly url: string;
  readonly options: Record<string, unknown>;
  readonly locked: boolean;
  readonly json_url: string | null;
  readonly download_link: string | null;
  readonly download_url: string | null;
  readonly file_name: string | null;
  readonly total: number | null;
  readonly total_exported: number;
  readonly retry: number;
  readonly error: string | null;
  readonly error_code: string | null;
  readonly status_url: string;
  readonly cursor: string | null;
  readonly completeness: {
    readonly complete: boolean | null;
    readonly gap: Record<string, number>;
    readonly missing: number;
    readonly summary: string;
  };
  readonly [field: string]: unknown;
}

type Body = Fields | readonly unknown[] | string;

export class RestClient {
  readonly #base: () => string;
  readonly #headers: Readonly<Record<string, string>>;

  /** @param base address of the service, or what says it where that changes */
  constructor(base: string | (() => string), headers: Readonly<Record<string, string>>) {
    this.#base = typeof base === 'string' ? () => base : base;
    this.#headers = headers;
  }

  /** One request. A path is relative to the service; an absolute URL is taken as it is. Text goes out as it is, all else as JSON. */
  async ask(method: string, path: string, body?: Body, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const signal = AbortSignal.timeout(ANSWER_MS);
    try {
      const answer = await fetch(new URL(path, this.#base()), {
        method,
        redirect: 'manual',
        signal,
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...this.#headers, ...headers },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      return answerOf(answer, Buffer.from(await answer.arrayBuffer()));
    } catch (error) {
      throw signal.aborted ? new Error(`${method} ${path} was not answered`, { cause: error }) : error;
    }
  }

  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Answer> {
    return this.ask('GET', path, undefined, headers);
  }

  post(path: string, body?: Body, headers?: Readonly<Record<string, string>>): Promise<Answer> {
    return this.ask('POST', path, body, headers);
  }

  /** @throws Error with the service's own words */
  async create(url: string, options: Fields = {}): Promise<Job> {
    const { status, body } = await this.post('/api/v3/job', { url, options });
    if (status !== 201) throw new Error(`${status} ${String(body['error_code'])}: ${String(body['error'])}`);
    return body as unknown as Job;
  }

  async job(guid: string): Promise<Job> {
    return (await this.get(`/api/v3/job/${guid}`)).body as unknown as Job;
  }

  /** Polls until the job has one of these states, or has ended in another one. */
  async waitFor(guid: string, ...states: readonly Job['status'][]): Promise<Job> {
    const untilMs = Date.now() + PATIENCE_MS;
    let pauseMs = FIRST_PAUSE_MS;
    for (;;) {
      const job = await this.job(guid);
      if (states.includes(job.status)) return job;
      if (!['queueing', 'progress'].includes(job.status)) throw new Error(`${guid} is ${job.status}: ${job.error}`);
      if (Date.now() > untilMs) throw new Error(`${guid} is still ${job.status}`);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2);
    }
  }

  async export(url: string, options?: Fields): Promise<Job> {
    return this.waitFor((await this.create(url, options)).guid, 'done');
  }

  stop(guid: string): Promise<Answer> {
    return this.ask('PATCH', `/api/v3/job/${guid}/stop`);
  }

  retry(guid: string): Promise<Answer> {
    return this.ask('PATCH', `/api/v3/job/${guid}/retry`);
  }

  delete(guid: string): Promise<Answer> {
    return this.ask('DELETE', `/api/v3/job/${guid}`);
  }

  list(query = ''): Promise<Answer> {
    return this.get(`/api/v3/jobs${query}`);
  }
}

function answerOf({ status, headers }: Response, bytes: Buffer): Answer {
  const json = jsonOf(bytes);
  const list = Array.isArray(json) ? (json as Fields[]) : [];
  return { status, headers, bytes, list, body: Array.isArray(json) ? {} : (json as Fields) };
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return {};
  }
}
