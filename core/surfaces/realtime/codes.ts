/** Numbers and words of the Centrifugo client protocol: https://centrifugal.dev/docs/server/codes */

/** Errors in replies. A `temporary` one is worth another try. */
export const PROTOCOL_ERRORS = {
  internal: { code: 100, message: 'internal server error', temporary: true },
  unauthorized: { code: 101, message: 'unauthorized' },
  unknownChannel: { code: 102, message: 'unknown channel' },
  permissionDenied: { code: 103, message: 'permission denied' },
  alreadySubscribed: { code: 105, message: 'already subscribed' },
  limitExceeded: { code: 106, message: 'limit exceeded' },
  badRequest: { code: 107, message: 'bad request' },
  notAvailable: { code: 108, message: 'not available' },
  tokenExpired: { code: 109, message: 'token expired' },
  unrecoverablePosition: { code: 112, message: 'unrecoverable position' },
} as const;

export type ProtocolError = (typeof PROTOCOL_ERRORS)[keyof typeof PROTOCOL_ERRORS];

/**
 * Codes and reasons of close frames. After 3000 to 3499 a client connects again by itself; 3500 to 3999 are final. A final
 * one without a reason would be taken for a lost connection.
 */
export const DISCONNECTS = {
  shutdown: { code: 3001, reason: 'shutdown' },
  serverError: { code: 3004, reason: 'internal server error' },
  expired: { code: 3005, reason: 'connection expired' },
  slow: { code: 3008, reason: 'slow' },
  noPong: { code: 3012, reason: 'no pong' },
  invalidToken: { code: 3500, reason: 'invalid token' },
  badRequest: { code: 3501, reason: 'bad request' },
  stale: { code: 3502, reason: 'stale' },
  inappropriateProtocol: { code: 3506, reason: 'inappropriate protocol' },
  notAvailable: { code: 3508, reason: 'not available' },
} as const;

export type Disconnect = (typeof DISCONNECTS)[keyof typeof DISCONNECTS];

/** Why a subscription ended that its client did not end. Below 2500 the client does not subscribe again. */
export const UNSUBSCRIBED_BY_SERVER = { code: 2000, reason: 'server unsubscribe' } as const;

/** What a command handler throws to be answered with an error. */
export class RefusedCommand extends Error {
  readonly error: ProtocolError;

  constructor(error: ProtocolError) {
    super(error.message);
    this.error = error;
  }
}

/** What a command handler throws to end the connection. */
export class EndedConnection extends Error {
  readonly disconnect: Disconnect;

  constructor(disconnect: Disconnect) {
    super(disconnect.reason);
    this.disconnect = disconnect;
  }
}
