import { randomUUID } from 'node:crypto';
import type { RawData, WebSocket } from 'ws';
import type { SocketGrant } from '#core/auth/socket-token.ts';
import { type Disconnect, DISCONNECTS, EndedConnection, PROTOCOL_ERRORS, RefusedCommand } from '#core/surfaces/realtime/codes.ts';
import { type Command, commandsOf } from '#core/surfaces/realtime/commands.ts';
import type { Hub, Subscriber } from '#core/surfaces/realtime/hub.ts';
import type { RealtimeTimes } from '#core/surfaces/realtime/limits.ts';
import { Outbox } from '#core/surfaces/realtime/outbox.ts';
import { answerCommand } from '#core/surfaces/realtime/replies.ts';

/** What all connections share. */
export interface ConnectionParts {
  readonly hub: Hub;
  readonly times: RealtimeTimes;
  /** Of the owner. */
  readonly userUuid: string;
  /** Null where a token is expired, forged or was fetched with an API token that is revoked by now, or by a window that is signed out. */
  grantOf(token: string): Promise<SocketGrant | null>;
  /** False where the API token that it was fetched with is revoked by now, or its window signed out. */
  isStanding(grant: SocketGrant): boolean;
  /** Whether there is such an export that this user sees. */
  knowsJob(guid: string, userUuid: string): boolean;
  now(): number;
  onFault(error: unknown): void;
}

type NamedCommand = Extract<Command, { readonly kind: 'command' }>;
type TimerName = 'stale' | 'ping' | 'pong' | 'expiry';

/**
 * One client, from its open socket to its end. Commands are answered in their order; those that come while one is
 * answered wait.
 */
export class Connection implements Subscriber {
  readonly clientId = randomUUID();
  /** Channels it is subscribed to, and whether it asked for that itself. */
  readonly channels = new Map<string, 'client' | 'server'>();
  readonly parts: ConnectionParts;
  readonly #socket: WebSocket;
  readonly #outbox: Outbox;
  readonly #timers = new Map<TimerName, NodeJS.Timeout>();
  #waiting: Command[] = [];
  #isAnswering = false;
  #state: 'opened' | 'connected' | 'refused' | 'closed' = 'opened';
  #grant: SocketGrant | null = null;

  constructor(socket: WebSocket, parts: ConnectionParts) {
    this.#socket = socket;
    this.parts = parts;
    this.#outbox = new Outbox(socket, () => this.end(DISCONNECTS.slow));
    this.#after('stale', parts.times.staleMs, () => this.end(DISCONNECTS.stale));
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary));
    // The close that follows says all there is to say.
    socket.on('error', () => undefined);
    socket.on('close', () => this.#left());
  }

  /** Of the owner until it has said whose it is. */
  get userUuid(): string {
    return this.#grant?.userUuid ?? this.parts.userUuid;
  }

  push(line: string): void {
    this.#outbox.push(line);
  }

  drop(channel: string): void {
    this.parts.hub.unsubscribe(channel, this);
    this.channels.delete(channel);
  }

  /** Takes the connection as that of the grant's user. */
  welcome(grant: SocketGrant): void {
    this.#state = 'connected';
    this.#cancel('stale');
    this.renew(grant);
    this.#schedulePing();
  }

  /** Its token was the first or a newer one. */
  renew(grant: SocketGrant): void {
    this.#grant = grant;
    const leftMs = grant.expiresAtMs + this.parts.times.expiryGraceMs - this.parts.now();
    this.#after('expiry', leftMs, () => this.end(DISCONNECTS.expired));
  }

  /** Says why and closes the socket, at the latest after a while by force. */
  end(disconnect: Disconnect): void {
    if (this.#state === 'closed') return;
    this.#outbox.close(disconnect, disconnect === DISCONNECTS.slow ? 'drop' : 'send');
    this.#left();
  }

  /** Cuts the line. */
  cut(): void {
    this.#socket.terminate();
  }

  #receive(data: RawData, isBinary: boolean): void {
    if (this.#state === 'closed') return;
    try {
      if (isBinary) throw new EndedConnection(DISCONNECTS.inappropriateProtocol);
      if (this.#state === 'refused') throw new EndedConnection(DISCONNECTS.badRequest);
      this.#waiting.push(...commandsOf(String(data)));
    } catch (error) {
      this.#fault(error);
      return;
    }
    if (!this.#isAnswering) void this.#answerAll();
  }

  async #answerAll(): Promise<void> {
    this.#isAnswering = true;
    for (let command = this.#waiting.shift(); command !== undefined; command = this.#waiting.shift()) {
      try {
        const pending = this.#answer(command);
        if (pending === null) continue;
        // Nothing more is read before it is answered, so that what waits is bounded.
        this.#socket.pause();
        await pending;
      } catch (error) {
        this.#fault(error);
      } finally {
        this.#socket.resume();
      }
    }
    this.#isAnswering = false;
  }

  /** Null: answered already. @throws EndedConnection */
  #answer(command: Command): Promise<void> | null {
    if (this.#state === 'closed' || this.#state === 'refused') return null;
    const isConnect = command.kind === 'command' && command.name === 'connect';
    if (isConnect === (this.#state === 'connected')) throw new EndedConnection(DISCONNECTS.badRequest);
    if (command.kind === 'message') throw new EndedConnection(DISCONNECTS.notAvailable);
    if (command.kind === 'pong') {
      this.#cancel('pong');
      return null;
    }
    const { id } = command;
    try {
      const answer = answerCommand(this, command);
      if (typeof answer !== 'string') return this.#finish(command, answer);
      this.#reply(id, answer);
      return null;
    } catch (error) {
      this.#refuse(command, error);
      return null;
    }
  }

  async #finish(command: NamedCommand, answer: Promise<() => string>): Promise<void> {
    try {
      const finish = await answer;
      if (!this.#isClosed()) this.#reply(command.id, finish());
    } catch (error) {
      this.#refuse(command, error);
    }
  }

  /** `field` is that of the reply with its value, as JSON. */
  #reply(id: number, field: string): void {
    this.#outbox.reply(`{"id":${id},${field}}`);
  }

  #refuse(command: NamedCommand, error: unknown): void {
    if (error instanceof EndedConnection) throw error;
    if (!(error instanceof RefusedCommand)) this.parts.onFault(error);
    const refusal = error instanceof RefusedCommand ? error.error : PROTOCOL_ERRORS.internal;
    this.#outbox.reply(JSON.stringify({ id: command.id, error: refusal }));
    // The client closes it and tries another token; what it sent with the first one is void.
    if (command.name === 'connect') this.#state = 'refused';
  }

  #fault(error: unknown): void {
    if (!(error instanceof EndedConnection)) this.parts.onFault(error);
    this.end(error instanceof EndedConnection ? error.disconnect : DISCONNECTS.serverError);
  }

  #schedulePing(): void {
    const { pingMs, pongMs } = this.parts.times;
    this.#after('ping', pingMs, () => {
      if (this.#grant !== null && !this.parts.isStanding(this.#grant)) return this.end(DISCONNECTS.invalidToken);
      this.push('{}');
      if (this.#isClosed()) return;
      this.#after('pong', pongMs, () => this.end(DISCONNECTS.noPong));
      this.#schedulePing();
    });
  }

  /** Nobody is there any more, or soon will be. */
  #left(): void {
    if (this.#state === 'closed') return;
    this.#state = 'closed';
    this.#waiting = [];
    for (const name of this.#timers.keys()) this.#cancel(name);
    for (const [channel, by] of this.channels) {
      this.parts.hub.unsubscribe(channel, this);
      if (by === 'client') this.parts.hub.tell(channel, 'leave', this);
    }
    this.channels.clear();
  }

  #isClosed(): boolean {
    return this.#state === 'closed';
  }

  #after(name: TimerName, ms: number, act: () => void): void {
    this.#cancel(name);
    const guarded = (): void => {
      try {
        act();
      } catch (error) {
        this.#fault(error);
      }
    };
    this.#timers.set(name, setTimeout(guarded, Math.max(0, ms)).unref());
  }

  #cancel(name: TimerName): void {
    clearTimeout(this.#timers.get(name));
    this.#timers.delete(name);
  }
}
