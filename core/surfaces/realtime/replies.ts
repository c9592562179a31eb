import type { SocketGrant } from '#core/auth/socket-token.ts';
import { VERSION } from '#core/config/version.ts';
import { ownerChannels, refusalOf } from '#core/surfaces/realtime/channels.ts';
import { DISCONNECTS, EndedConnection, PROTOCOL_ERRORS, RefusedCommand } from '#core/surfaces/realtime/codes.ts';
import { type Command, type CommandName, type CommandRequest, rejectsUnrecovered, requestOf } from '#core/surfaces/realtime/commands.ts';
import type { Connection } from '#core/surfaces/realtime/connection.ts';
import { MAX_SUBSCRIPTIONS } from '#core/surfaces/realtime/limits.ts';
import type { Publication } from '#core/surfaces/realtime/stream.ts';

/**
 * JSON. What has to be waited for comes first; the rest runs when the reply is sent, so that no event slips in between
 * the position that a reply names and the reply.
 */
type Answer = string | Promise<() => string>;

/** How a command is answered: with the value of its field in the reply. */
type Answers = { readonly [N in CommandName]: (connection: Connection, request: CommandRequest<N>) => Answer };

const EMPTY = '{}';

const ANSWERS: Answers = {
  connect,
  subscribe,
  unsubscribe,
  refresh,
  history,
  ping: () => EMPTY,
  // Subscriptions need no token and never expire.
  sub_refresh(connection, { channel }) {
    expectSubscribed(connection, channel);
    return JSON.stringify({ expires: false });
  },
  presence(connection, { channel }) {
    expectSubscribed(connection, channel);
    return JSON.stringify({ presence: connection.parts.hub.presence(channel) });
  },
  presence_stats(connection, { channel }) {
    expectSubscribed(connection, channel);
    const there = connection.parts.hub.subscribers(channel);
    return JSON.stringify({ num_clients: there.length, num_users: new Set(there.map(({ userUuid }) => userUuid)).size });
  },
};

/**
 * Carries a command out. Returns the field of its reply with its value, as JSON.
 * @throws RefusedCommand, EndedConnection
 */
export function answerCommand(connection: Connection, { name, fields }: Extract<Command, { readonly kind: 'command' }>): Answer {
  if (name === null) throw new RefusedCommand(PROTOCOL_ERRORS.notAvailable);
  const answer = answerNamed(name, connection, fields);
  return typeof answer === 'string' ? `"${name}":${answer}` : answer.then((finish) => () => `"${name}":${finish()}`);
}

function answerNamed<N extends CommandName>(name: N, connection: Connection, fields: unknown): Answer {
  return ANSWERS[name](connection, requestOf(name, fields));
}

async function connect(connection: Connection, { token, subs }: CommandRequest<'connect'>): Promise<() => string> {
  if (token === '') throw new RefusedCommand(PROTOCOL_ERRORS.unauthorized);
  const grant = await connection.parts.grantOf(token);
  if (grant === null) throw new RefusedCommand(PROTOCOL_ERRORS.tokenExpired);
  return () => welcome(connection, grant, subs);
}

function welcome(connection: Connection, grant: SocketGrant, subs: CommandRequest<'connect'>['subs']): string {
  const { now, times } = connection.parts;
  connection.welcome(grant);
  const entered = ownerChannels(grant.userUuid).map((channel) => {
    const entry = enter(connection, channel, 'server', subs[channel] ?? null);
    return `${JSON.stringify(channel)}:${entry.json}`;
  });
  const result = {
    client: connection.clientId,
    version: VERSION,
    ...expiry(grant.expiresAtMs, now()),
    ping: Math.max(1, Math.round(times.pingMs / 1000)),
    pong: true,
  };
  return `${JSON.stringify(result).slice(0, -1)},"subs":{${entered.join(',')}}}`;
}

function subscribe(connection: Connection, request: CommandRequest<'subscribe'>): string {
  const { channel, recover } = request;
  const { userUuid } = connection;
  const { knowsJob, hub } = connection.parts;
  if (connection.channels.has(channel)) throw new RefusedCommand(PROTOCOL_ERRORS.alreadySubscribed);
  const refusal = refusalOf(channel, userUuid, (guid) => knowsJob(guid, userUuid));
  if (refusal !== null) throw new RefusedCommand(refusal);
  const own = [...connection.channels.values()].filter((by) => by === 'client');
  if (own.length >= MAX_SUBSCRIPTIONS) throw new RefusedCommand(PROTOCOL_ERRORS.limitExceeded);
  const entry = enter(connection, channel, 'client', recover ? request : null, request.join_leave);
  if (recover && !entry.recovered && rejectsUnrecovered(request)) {
    connection.drop(channel);
    throw new RefusedCommand(PROTOCOL_ERRORS.unrecoverablePosition);
  }
  // After the reply: the client takes nothing from a channel it does not know it is in.
  queueMicrotask(() => hub.tell(channel, 'join', connection));
  return entry.json;
}

function unsubscribe(connection: Connection, { channel }: CommandRequest<'unsubscribe'>): string {
  const by = connection.channels.get(channel);
  connection.drop(channel);
  if (by === 'client') connection.parts.hub.tell(channel, 'leave', connection);
  return EMPTY;
}

async function refresh(connection: Connection, { token }: CommandRequest<'refresh'>): Promise<() => string> {
  const { grantOf, now } = connection.parts;
  const grant = await grantOf(token);
  // An error in this reply would be final for the client; so it connects anew and gets another token.
  if (grant === null) throw new EndedConnection(DISCONNECTS.expired);
  return () => {
    connection.renew(grant);
    return JSON.stringify({ client: connection.clientId, version: VERSION, ...expiry(grant.expiresAtMs, now()) });
  };
}

function history(connection: Connection, { channel, limit, since, reverse }: CommandRequest<'history'>): string {
  expectSubscribed(connection, channel);
  const { hub, now } = connection.parts;
  const stream = hub.stream(channel);
  if (since !== undefined && since.epoch !== '' && since.epoch !== stream.epoch)
    throw new RefusedCommand(PROTOCOL_ERRORS.unrecoverablePosition);
  const request = { sinceOffset: since?.offset ?? null, direction: reverse ? 'backward' : 'forward', limit } as const;
  return `{"publications":${listOf(stream.history(request, now()))},"epoch":"${stream.epoch}","offset":${stream.offset}}`;
}

/** Subscribes, with what was missed since a position. */
function enter(
  connection: Connection,
  channel: string,
  by: 'client' | 'server',
  position: { readonly recover: boolean; readonly offset: number; readonly epoch: string } | null,
  hearsOthers = false,
): { readonly json: string; readonly recovered: boolean } {
  const { hub, now } = connection.parts;
  const stream = hub.stream(channel);
  const { epoch, offset } = stream;
  const state = { recoverable: true, positioned: true, epoch, offset };
  const recovery = position?.recover === true ? stream.recover(position, now()) : null;
  hub.subscribe(channel, connection, hearsOthers);
  connection.channels.set(channel, by);
  if (recovery === null) return { json: JSON.stringify(state), recovered: false };
  const { recovered, publications } = recovery;
  const json = JSON.stringify({ ...state, was_recovering: true, recovered });
  return { json: `${json.slice(0, -1)},"publications":${listOf(publications)}}`, recovered };
}

function expectSubscribed({ channels }: Connection, channel: string): void {
  if (!channels.has(channel)) throw new RefusedCommand(PROTOCOL_ERRORS.permissionDenied);
}

/** `ttl` is in seconds. */
function expiry(expiresAtMs: number, nowMs: number): { readonly expires: true; readonly ttl: number } {
  return { expires: true, ttl: Math.max(1, Math.ceil((expiresAtMs - nowMs) / 1000)) };
}

function listOf(publications: readonly Publication[]): string {
  return `[${publications.map(({ json }) => json).join(',')}]`;
}
