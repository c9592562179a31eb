import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { wait } from '#core/engine/backoff.ts';
import { listen, type Listening } from '#core/team/listening.ts';

const CHANNEL = 'commentdock_news';
/** What realtime clients of all machines are told. */
export const ANNOUNCEMENTS = 'commentdock_announcements';
const AGAIN_AFTER_MS = 500;
/** What could not be told is kept, the last of it. */
const UNTOLD_KEPT = 1_000;

/** What the numbers of announcements are kept under, among the settings. */
const NUMBER = 'announced';
const EPOCH = 'announcing_since';
/** Whoever is given a number holds its row until the announcement is in the queue of the server: all hear them in the order of their numbers. */
const NEXT_NUMBER = `INSERT INTO settings (name, value) VALUES ('${NUMBER}', '1')
  ON CONFLICT (name) DO UPDATE SET value = (settings.value::bigint + 1)::text RETURNING value::bigint AS number`;
const ANNOUNCED = `pg_notify('${ANNOUNCEMENTS}', json_build_object('number', number, 'news', $1::json)::text)`;

const numberSchema = z.number().int().positive();
const newsSchema = z.object({ node: z.string().optional(), number: numberSchema.optional(), news: z.unknown() });

/** Of the last announcement, in a numbering that all machines of a team share. */
export interface AnnouncedPosition {
  /** Tells this numbering from that of another database. */
  readonly epoch: string;
  /** Its number; 0 before the first. */
  readonly offset: number;
}

/** What the machines of a team tell each other: small things, since what they are about is in the database. */
export interface TeamNews {
  /** Tells all others, as soon as they can be told. Whoever is not there then does not hear of it: it is news, and no record. */
  tell(news: unknown): void;
  /** Tells those who hear announcements, this machine too, under the next number. `others` is told in the same breath, as by `tell`. */
  announce(news: unknown, others?: unknown): void;
  close(): Promise<void>;
}

interface TeamNewsOptions {
  readonly databaseUrl: string;
  /** Left out: that of engines. */
  readonly channel?: string;
  /** Of what others told, and of announcements of this machine too. `number` is that of an announcement, else null. */
  hear(news: unknown, number: number | null): void;
  /** Called whenever it begins to hear, before `onGap`, with the position after which nothing is missed; with null when it hears no more. Left out: nobody asks. */
  onPosition?(position: AnnouncedPosition | null): void;
  /** Called when it is heard again after a time in which news may have been missed. */
  onGap(): void;
  onFault(error: unknown): void;
}

/** SQL that tells something, and what it is given. */
interface Telling {
  readonly sql: string;
  readonly values: readonly string[];
}

/** Says one thing after the other, as the driver asks to be asked, and keeps the last of what could not be said. */
class Speaker {
  readonly #say: (telling: Telling) => Promise<boolean>;
  readonly #untold: Telling[] = [];
  #speaking = Promise.resolve();

  /** @param say whether it was said */
  constructor(say: (telling: Telling) => Promise<boolean>) {
    this.#say = say;
  }

  tell(telling: Telling): void {
    this.#speaking = this.#speaking.then(async () => {
      if (await this.#say(telling)) return;
      this.#untold.push(telling);
      if (this.#untold.length > UNTOLD_KEPT) this.#untold.shift();
    });
  }

  /** Once it can be said again, and what is under way has failed. */
  repeat(): void {
    this.#speaking = this.#speaking.then(() => {
      for (const telling of this.#untold.splice(0)) this.tell(telling);
    });
  }
}

/** Tells and hears by LISTEN and NOTIFY of PostgreSQL, over one connection that is made anew whenever it breaks. */
export async function openTeamNews(options: TeamNewsOptions): Promise<TeamNews> {
  const { databaseUrl, channel = CHANNEL, hear, onPosition, onGap, onFault } = options;
  const node = randomUUID();
  const closing = new AbortController();
  let listening: Listening | null = null;
  const onFaultOfOpen = (error: unknown): void => {
    if (!closing.signal.aborted) onFault(error);
  };
  const speaker = new Speaker(async ({ sql, values }) => {
    const said = listening?.client.query(sql, [...values]);
    const answer = await said?.catch(onFaultOfOpen);
    return answer !== undefined;
  });

  const connect = async (): Promise<void> => {
    const onPayload = hearingOthers(node, hear);
    const fresh = await listen(databaseUrl, { onPayload, channel, onFault: onFaultOfOpen, signal: closing.signal });
    const lost = (): void => {
      if (listening !== fresh) return;
      listening = null;
      onPosition?.(null);
      void reconnect();
    };
    const position = onPosition === undefined ? null : await positionOf(fresh);
    // Closed meanwhile: nobody else would end this one, and it would hold up the end of the process.
    if (closing.signal.aborted) return fresh.leave();
    listening = fresh;
    fresh.client.on('error', lost).on('end', lost);
    if (position !== null) onPosition?.(position);
    speaker.repeat();
  };
  const untilDone = async (work: () => Promise<void> | void): Promise<void> => {
    while (!closing.signal.aborted) {
      try {
        return await work();
      } catch (error) {
        onFaultOfOpen(error);
        await wait(AGAIN_AFTER_MS, closing.signal).catch(() => undefined);
      }
    }
  };
  const reconnect = async (): Promise<void> => {
    await untilDone(connect);
    // It looks into the database over another connection, which may be broken still.
    if (!closing.signal.aborted) await untilDone(onGap);
  };

  await connect();
  return {
    tell: (news) => speaker.tell({ sql: 'SELECT pg_notify($1, $2)', values: [channel, JSON.stringify({ node, news })] }),
    announce: (news, others) =>
      speaker.tell(announcing(news, others === undefined ? null : [channel, JSON.stringify({ node, news: others })])),
    async close() {
      closing.abort(new Error('the news are closed'));
      await listening?.leave();
    },
  };
}

/** Takes what is told as text, but for what `node` told itself. */
function hearingOthers(node: string, hear: TeamNewsOptions['hear']): (payload: string) => void {
  return (payload) => {
    const told = newsSchema.parse(JSON.parse(payload));
    if (told.node !== node) hear(told.news, told.number ?? null);
  };
}

/** @param others the channel on which they hear, and what they are told */
function announcing(news: unknown, others: readonly [string, string] | null): Telling {
  const announced = `WITH next AS (${NEXT_NUMBER}) SELECT ${ANNOUNCED}`;
  return {
    sql: `${announced}${others === null ? '' : ', pg_notify($2, $3)'} FROM next`,
    values: [JSON.stringify(news), ...(others ?? [])],
  };
}

/**
 * Asked by whoever listens already: of all that is announced after it, nothing is missed. One that cannot say it is ended: whoever asks begins
 * anew with another.
 */
async function positionOf({ client, leave }: Listening): Promise<AnnouncedPosition> {
  try {
    await client.query('INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING', [
      EPOCH,
      randomUUID().slice(0, 8),
    ]);
    const { rows } = await client.query<{ name: string; value: string }>('SELECT name, value FROM settings WHERE name IN ($1, $2)', [
      EPOCH,
      NUMBER,
    ]);
    const values = new Map(rows.map(({ name, value }) => [name, value]));
    return { epoch: values.get(EPOCH) ?? '', offset: Number(values.get(NUMBER) ?? 0) };
  } catch (error) {
    await leave();
    throw error;
  }
}
