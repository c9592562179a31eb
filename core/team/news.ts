import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { z } from 'zod';
import { wait } from '#core/engine/backoff.ts';

const CHANNEL = 'commentdock_news';
const CONNECT_TIMEOUT_MS = 10_000;
const AGAIN_AFTER_MS = 500;
/** What could not be told is kept, the last of it. */
const UNTOLD_KEPT = 1_000;

const newsSchema = z.object({ node: z.string(), news: z.unknown() });

/** What the machines of a team tell each other: small things, since what they are about is in the database. */
interface TeamNews {
  /** Tells all others, as soon as they can be told. Whoever is not there then does not hear of it: it is news, and no record. */
  tell(news: unknown): void;
  close(): Promise<void>;
}

interface TeamNewsOptions {
  readonly databaseUrl: string;
  /** Left out: that of engines. */
  readonly channel?: string;
  /** Of what others told. */
  hear(news: unknown): void;
  /** Called when it is heard again after a time in which news may have been missed. */
  onGap(): void;
  onFault(error: unknown): void;
}

/** Says one thing after the other, as the driver asks to be asked, and keeps the last of what could not be said. */
class Speaker {
  readonly #say: (news: unknown) => Promise<boolean>;
  readonly #untold: unknown[] = [];
  #speaking = Promise.resolve();

  /** @param say whether it was said */
  constructor(say: (news: unknown) => Promise<boolean>) {
    this.#say = say;
  }

  tell(news: unknown): void {
    this.#speaking = this.#speaking.then(async () => {
      if (await this.#say(news)) return;
      this.#untold.push(news);
      if (this.#untold.length > UNTOLD_KEPT) this.#untold.shift();
    });
  }

  /** Once it can be said again, and what is under way has failed. */
  repeat(): void {
    this.#speaking = this.#speaking.then(() => {
      for (const news of this.#untold.splice(0)) this.tell(news);
    });
  }
}

/** Tells and hears by LISTEN and NOTIFY of PostgreSQL, over one connection that is made anew whenever it breaks. */
export async function openTeamNews({ databaseUrl, channel = CHANNEL, hear, onGap, onFault }: TeamNewsOptions): Promise<TeamNews> {
  const node = randomUUID();
  const closing = new AbortController();
  let client: Client | null = null;
  const onFaultOfOpen = (error: unknown): void => {
    if (!closing.signal.aborted) onFault(error);
  };
  const speaker = new Speaker(async (news) => {
    const said = client?.query('SELECT pg_notify($1, $2)', [channel, JSON.stringify({ node, news })]);
    const answer = await said?.catch(onFaultOfOpen);
    return answer !== undefined;
  });

  const connect = async (): Promise<void> => {
    const fresh = await listeningClient(databaseUrl, {
      onPayload(payload) {
        const told = newsSchema.parse(JSON.parse(payload));
        if (told.node !== node) hear(told.news);
      },
      channel,
      onFault: onFaultOfOpen,
    });
    const lost = (): void => {
      if (client !== fresh) return;
      client = null;
      void reconnect();
    };
    client = fresh.on('error', lost).on('end', lost);
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
    tell: (news) => speaker.tell(news),
    async close() {
      closing.abort(new Error('the news are closed'));
      await client?.end();
    },
  };
}

interface Listener {
  readonly channel: string;
  onPayload(payload: string): void;
  onFault(error: unknown): void;
}

async function listeningClient(databaseUrl: string, { channel, onPayload, onFault }: Listener): Promise<Client> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, keepAlive: true });
  client.on('error', onFault);
  client.on('notification', ({ payload = '' }) => {
    try {
      onPayload(payload);
    } catch (error) {
      // Whoever hears it looks into the database, which may be away again.
      onFault(error);
    }
  });
  await client.connect();
  await client.query(`LISTEN ${channel}`);
  return client;
}
