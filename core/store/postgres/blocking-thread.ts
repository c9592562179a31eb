import { type MessagePort, workerData } from 'node:worker_threads';
import pg from 'pg';
import { type BlockingAnswer, type BlockingData, type Query, type Question, serverCode } from '#core/store/postgres/blocking-call.ts';

/** Object identifiers of types: https://github.com/postgres/postgres/blob/master/src/include/catalog/pg_type.dat */
const TYPE = { bool: 16, int8: 20, numeric: 1700 } as const;

/** The numbers of this store fit a double, and truth is 0 or 1 as in SQLite. */
const PARSERS: ReadonlyMap<number, (text: string) => unknown> = new Map<number, (text: string) => unknown>([
  [TYPE.bool, (text) => Number(text === 't')],
  [TYPE.int8, Number],
  [TYPE.numeric, Number],
]);

/** A server that takes longer to let us in is away. */
const CONNECT_TIMEOUT_MS = 5_000;

/** Asks PostgreSQL for a thread that waits meanwhile. Queries that come together go out together, in one round trip. */
class Asking {
  readonly #url: string;
  readonly #ofConnection: string[] = [];
  #client: pg.Client | null = null;

  constructor(url: string) {
    this.#url = url;
  }

  async ask({ queries, goesOn }: Question): Promise<BlockingAnswer> {
    try {
      // The transaction went with its connection: on another one, the rest of it would be stored without its beginning.
      if (goesOn && this.#client === null) return { error: { message: 'the connection broke in the middle of a transaction', code: null } };
      const client = await this.#connected();
      for (const { text, isOfConnection } of queries) if (isOfConnection === true) this.#ofConnection.push(text);
      const results = await Promise.allSettled(queries.map((query) => client.query(queryOf(query))));
      const failed = results.find((result) => result.status === 'rejected');
      if (failed !== undefined) return { error: told(failed.reason) };
      return { results: results.map((result) => answerOf((result as PromiseFulfilledResult<pg.QueryResult>).value)) };
    } catch (error) {
      return { error: told(error) };
    }
  }

  async end(): Promise<void> {
    await this.#client?.end().catch(() => undefined);
  }

  async #connected(): Promise<pg.Client> {
    if (this.#client !== null) return this.#client;
    const client = new pg.Client({
      connectionString: this.#url,
      pipeline: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      application_name: 'commentdock',
      types: { getTypeParser: (oid: number, format?: string) => PARSERS.get(oid) ?? pg.types.getTypeParser(oid, format as 'text') },
    } as pg.ClientConfig);
    // Where the server goes away, the next question makes a new one.
    client.on('error', () => this.#drop(client));
    client.on('end', () => this.#drop(client));
    await client.connect();
    for (const text of this.#ofConnection) await client.query(text);
    this.#client = client;
    return client;
  }

  #drop(client: pg.Client): void {
    if (this.#client === client) this.#client = null;
  }
}

function queryOf({ name, text, values }: Query): pg.QueryConfig {
  return name === null ? { text } : { name, text, values: [...values] };
}

function answerOf(result: pg.QueryResult | readonly pg.QueryResult[]): { rows: readonly unknown[]; changes: number } {
  // A text of several statements.
  if (Array.isArray(result)) return { rows: [], changes: 0 };
  const { rows, rowCount } = result as pg.QueryResult;
  return { rows, changes: rowCount ?? 0 };
}

function told(error: unknown): { message: string; code: string | null } {
  const { message, code = null } = error as Error & { code?: string | null };
  return { message: message || String(code), code: serverCode(error) };
}

const { port, signal, url } = workerData as BlockingData & { readonly port: MessagePort };
const asking = new Asking(url);
port.on('message', (question: Question | null) => {
  const answered = question === null ? asking.end().then((): BlockingAnswer => ({ results: [] })) : asking.ask(question);
  void answered.then((answer) => {
    port.postMessage(answer);
    Atomics.add(signal, 0, 1);
    Atomics.notify(signal, 0);
    if (question === null) port.close();
  });
});
