/** Times of a connection, in milliseconds. Tests shorten them. */
export interface RealtimeTimes {
  /** Between two pings of the server. */
  readonly pingMs: number;
  /** From a ping to its pong. */
  readonly pongMs: number;
  /** From the opening of a socket to its connect command. */
  readonly staleMs: number;
  /** From the end of a token to the end of its connection: time for the client to bring another one. */
  readonly expiryGraceMs: number;
  /** For the other side to answer a close frame; then the socket is cut. */
  readonly closeMs: number;
  /**
   * For how long events are kept. A minute more than the five in which a client may come back: it notices a dead line only
   * when a ping is missing.
   */
  readonly historyMs: number;
}

export const REALTIME_TIMES: RealtimeTimes = {
  pingMs: 25_000,
  pongMs: 8_000,
  staleMs: 25_000,
  expiryGraceMs: 25_000,
  closeMs: 5_000,
  historyMs: 6 * 60_000,
};

/** How much history one channel keeps at most: the oldest goes first. */
export interface HistoryLimit {
  readonly events: number;
  /** Of JSON in UTF-8. */
  readonly bytes: number;
}

export const OWNER_HISTORY: HistoryLimit = { events: 10_000, bytes: 8 * 1024 * 1024 };
export const JOB_HISTORY: HistoryLimit = { events: 1_000, bytes: 512 * 1024 };

/** Channels of single exports that keep a history; those without subscribers that were quiet longest go first. */
export const MAX_JOB_CHANNELS = 1_000;

/** Of one frame from a client. */
export const MAX_FRAME_BYTES = 64 * 1024;

/** What may wait for a client that reads too slowly, besides the reply it is being sent. */
export const MAX_WAITING_BYTES = 1024 * 1024;

/** Subscriptions of one connection that it asked for itself. */
export const MAX_SUBSCRIPTIONS = 128;

export const MAX_CHANNEL_LENGTH = 255;
