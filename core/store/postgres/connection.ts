import { hash } from 'node:crypto';
import { DatabaseAway } from '#core/contract/error.ts';
import { beginning } from '#core/queue/beginning.ts';
import type { Changed, Connection, Statement } from '#core/store/connection.ts';
import { type Answered, BlockingCalls, type Query, type Question } from '#core/store/postgres/blocking-call.ts';
import { numbered, type Placed } from '#core/store/postgres/placeholders.ts';
import { rowsTogether, type Sent, takeAnswers } from '#core/store/postgres/rows-together.ts';

/** Rows that a pass over many takes at once. */
const ROWS_AT_ONCE = 1_000;
/** Numbers that a connection takes from a sequence at least: those that it does not use are lost. */
const NUMBERS_AT_ONCE = 200;
/** The most that it keeps for a transaction as large as the largest so far. */
const NUMBERS_AHEAD = 5_000;
/** A row that is given its number: https://www.postgresql.org/docs/current/functions-sequence.html */
const NUMBERED = /^\s*INSERT INTO (\w+) \((id|seq|place),/;
/** PostgreSQL has no text with it, and none that is looked up by it has one. */
const NUL = /\0/g;

/** Tables of a connection alone: made anew with each. */
const TEMPORARY = /^\s*CREATE TEMP TABLE/;

/** Numbers for the rows of a table. What a transaction takes is taken again before its end, so that the next one need not ask. */
interface Numbers {
  readonly query: Query;
  readonly left: number[];
  /** Taken by this transaction, and by the one that took the most. */
  used: number;
  most: number;
}

/**
 * A connection to PostgreSQL. Within a transaction what changes rows is sent with the next question whose answer is needed, or with the end:
 * a transaction that asks nothing costs one round trip.
 */
export class PostgresConnection implements Connection {
  readonly #calls: BlockingCalls;
  readonly #waiting: Sent[] = [];
  readonly #numbers = new Map<string, Numbers>();
  readonly #beginning: string;
  #depth = 0;
  /** Whether the server has heard of the transaction that is open. */
  #isBegun = false;

  /** @param silentMs as `beginning` takes it */
  constructor(url: string, silentMs?: number) {
    this.#calls = new BlockingCalls(url);
    this.#beginning = beginning(silentMs);
  }

  get inTransaction(): boolean {
    return this.#depth > 0;
  }

  prepare<Parameters extends unknown[] | object = unknown[], Row = unknown>(
    sql: string,
  ): Parameters extends unknown[] ? Statement<Parameters, Row> : Statement<[Parameters], Row> {
    return new PostgresStatement(this, sql) as unknown as ReturnType<typeof this.prepare<Parameters, Row>>;
  }

  transaction<T>(work: () => T): { immediate(): T } {
    return { immediate: () => this.#transact(work) };
  }

  exec(sql: string): void {
    const isOfConnection = TEMPORARY.test(sql);
    this.ask({ name: null, text: isOfConnection ? asPostgres(sql) : sql, values: [], isOfConnection });
  }

  close(): void {
    this.#calls.close();
  }

  /** Asks now, with what waits. */
  ask(query: Query): Answered {
    return this.#send([{ query, answer: null }]) as Answered;
  }

  /** Sends within a transaction what nobody asks the answer of as yet, when something else is sent. */
  change(query: Query): () => Answered {
    if (!this.inTransaction) {
      const answer = this.ask(query);
      return () => answer;
    }
    const sent: Sent = { query, answer: null };
    this.#waiting.push(sent);
    return () => {
      if (sent.answer === null) this.#send([]);
      return sent.answer as Answered;
    };
  }

  /** The next number of a table's rows. */
  numberOf(table: string, column: string): number {
    let numbers = this.#numbers.get(table);
    if (numbers === undefined) {
      const text = `SELECT nextval(pg_get_serial_sequence('${table}', '${column}')) AS number FROM generate_series(1, $1)`;
      numbers = { query: { name: `numbers of ${table}`, text, values: [] }, left: [], used: 0, most: 0 };
      this.#numbers.set(table, numbers);
    }
    const { query, left } = numbers;
    if (left.length === 0) left.push(...numbersOf(this.ask({ ...query, values: [NUMBERS_AT_ONCE] })));
    if (this.inTransaction) numbers.used += 1;
    return left.pop() as number;
  }

  /** Row by row by a cursor, which lives in a transaction. */
  *rowsOf(query: Query): Generator<unknown, void, undefined> {
    const own = !this.inTransaction;
    const text = (words: string): Query => ({ name: null, text: words, values: [] });
    if (own) this.#begin('BEGIN');
    let isOpen = true;
    try {
      this.change({ ...query, name: `cursor ${query.name}`, text: `DECLARE passing NO SCROLL CURSOR FOR ${query.text}` });
      for (;;) {
        const { rows } = this.ask(text(`FETCH ${ROWS_AT_ONCE} FROM passing`));
        yield* rows;
        if (rows.length < ROWS_AT_ONCE) break;
      }
    } catch (error) {
      // It goes with what is undone, in which nothing else can be said.
      isOpen = false;
      throw error;
    } finally {
      if (own) this.#end('ROLLBACK');
      else if (isOpen) this.change(text('CLOSE passing'));
    }
  }

  #transact<T>(work: () => T): T {
    const isOuter = this.#depth === 0;
    if (isOuter) this.#begin(this.#beginning);
    else this.#depth += 1;
    const place = `place_${this.#depth}`;
    if (!isOuter) this.change({ name: null, text: `SAVEPOINT ${place}`, values: [] });
    try {
      const result = work();
      if (isOuter) this.#end('COMMIT');
      else {
        this.change({ name: null, text: `RELEASE ${place}`, values: [] });
        this.#depth -= 1;
      }
      return result;
    } catch (error) {
      if (isOuter) this.#abandon();
      else this.#backTo(place);
      throw error;
    }
  }

  #begin(text: string): void {
    this.#depth = 1;
    this.#isBegun = false;
    this.#waiting.length = 0;
    this.change({ name: null, text, values: [] });
  }

  #end(word: 'COMMIT' | 'ROLLBACK'): void {
    const taking = word === 'COMMIT' ? this.#takeNumbers() : [];
    this.#depth = 0;
    this.#send([...taking.map(({ sent }) => sent), { query: { name: null, text: word, values: [] }, answer: null }]);
    for (const { left, sent } of taking) left.unshift(...numbersOf(sent.answer as Answered));
  }

  /** For as many rows again as the largest transaction so far had. */
  #takeNumbers(): readonly { readonly left: number[]; readonly sent: Sent }[] {
    return [...this.#numbers.values()].flatMap((numbers) => {
      const { query, left, used } = numbers;
      numbers.most = Math.min(Math.max(numbers.most, used), NUMBERS_AHEAD);
      numbers.used = 0;
      if (used === 0 || left.length >= numbers.most) return [];
      const missing = Math.max(NUMBERS_AT_ONCE, 2 * numbers.most) - left.length;
      return [{ left, sent: { query: { ...query, values: [missing] }, answer: null } }];
    });
  }

  /** The error that led here is the one that is told. */
  #abandon(): void {
    this.#depth = 0;
    this.#waiting.length = 0;
    if (!this.#isBegun) return;
    try {
      this.ask({ name: null, text: 'ROLLBACK', values: [] });
    } catch {
      // The connection is gone, and the transaction with it.
    }
  }

  #backTo(place: string): void {
    this.#depth -= 1;
    const at = this.#waiting.findIndex(({ query }) => query.text === `SAVEPOINT ${place}`);
    // What was never sent need not be undone.
    if (at === -1) this.ask({ name: null, text: `ROLLBACK TO ${place}`, values: [] });
    else this.#waiting.length = at;
  }

  #askAll(question: Question): readonly Answered[] {
    try {
      return this.#calls.ask(question);
    } catch (error) {
      // Numbers that were taken by a transaction that is lost in a crash of the server are given out again.
      if (error instanceof DatabaseAway) this.#numbers.clear();
      throw error;
    }
  }

  /** Sends what waits and these; returns the answer to the last one. */
  #send(more: readonly Sent[]): Answered | null {
    const leaving = rowsTogether([...this.#waiting, ...more]);
    this.#waiting.length = 0;
    const goesOn = this.#isBegun;
    this.#isBegun = this.inTransaction;
    const answers = this.#askAll({ queries: leaving.map(({ query }) => query), goesOn });
    takeAnswers(leaving, answers);
    return answers.at(-1) ?? null;
  }
}

/** The smallest is the last. */
function numbersOf({ rows }: Answered): readonly number[] {
  return rows.map((row) => (row as { number: number }).number).toReversed();
}

/** The words of SQLite for a temporary table, as PostgreSQL has them. */
function asPostgres(sql: string): string {
  return sql
    .replaceAll('WITHOUT ROWID', '')
    .replaceAll('INTEGER PRIMARY KEY', 'INTEGER GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY')
    .replaceAll('INTEGER', 'BIGINT')
    .replaceAll(/\bTEXT\b/g, 'TEXT COLLATE "C"');
}

class PostgresStatement implements Statement {
  readonly #connection: PostgresConnection;
  readonly #placed: Placed;
  readonly #name: string;
  readonly #numbered: RegExpExecArray | null;
  #shape: (row: unknown) => unknown = (row) => row;

  constructor(connection: PostgresConnection, sql: string) {
    this.#connection = connection;
    this.#placed = numbered(sql);
    this.#numbered = NUMBERED.exec(sql);
    this.#name = hash('sha1', this.#placed.text, 'base64url');
  }

  get(...values: unknown[]): unknown {
    return this.all(...values)[0];
  }

  all(...values: unknown[]): unknown[] {
    return this.#connection.ask(this.#query(values)).rows.map(this.#shape);
  }

  later(...values: unknown[]): () => unknown[] {
    const answer = this.#connection.change(this.#query(values));
    return () => answer().rows.map(this.#shape);
  }

  *iterate(...values: unknown[]): Generator<unknown, void, undefined> {
    for (const row of this.#connection.rowsOf(this.#query(values))) yield this.#shape(row);
  }

  run(...values: unknown[]): Changed {
    let lastInsertRowid = 0;
    if (this.#numbered !== null && values[0] === null) {
      const [, table = '', column = ''] = this.#numbered;
      lastInsertRowid = this.#connection.numberOf(table, column);
      values[0] = lastInsertRowid;
    }
    const answer = this.#connection.change(this.#query(values));
    return {
      get changes() {
        return answer().changes;
      },
      lastInsertRowid,
    };
  }

  pluck(): this {
    this.#shape = (row) => Object.values(row as object)[0] as unknown;
    return this;
  }

  #query(values: readonly unknown[]): Query {
    const { text, order } = this.#placed;
    const named = values[0] as Readonly<Record<string, unknown>>;
    const ordered = order.map((place) => (typeof place === 'number' ? values[place] : named[place]));
    return { name: this.#name, text, values: ordered.map((value) => (typeof value === 'string' ? value.replace(NUL, '\uFFFD') : value)) };
  }
}
