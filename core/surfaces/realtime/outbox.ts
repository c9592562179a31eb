import type { WebSocket } from 'ws';
import type { Disconnect } from '#core/surfaces/realtime/codes.ts';
import { MAX_WAITING_BYTES } from '#core/surfaces/realtime/limits.ts';

/** What goes to one client: lines of one turn of the event loop travel in one frame. Bounded: see `push`. */
export class Outbox {
  readonly #socket: WebSocket;
  readonly #onSlow: () => void;
  #lines: string[] = [];
  #waitingBytes = 0;
  /** Of the last reply, until all is sent: what a client asked for is not held against it. */
  #repliedBytes = 0;
  #isClosed = false;

  /** `onSlow`: more waits than may. */
  constructor(socket: WebSocket, onSlow: () => void) {
    this.#socket = socket;
    this.#onSlow = onSlow;
  }

  /** Sends the answer to a command. */
  reply(line: string): void {
    this.#repliedBytes += line.length;
    this.#add(line);
  }

  /** Sends what was not asked for. A client for which too much waits is slow. */
  push(line: string): void {
    if (this.#isClosed) return;
    const buffered = this.#socket.bufferedAmount;
    if (buffered + this.#waitingBytes === 0) this.#repliedBytes = 0;
    if (buffered + this.#waitingBytes > MAX_WAITING_BYTES + this.#repliedBytes) this.#onSlow();
    else this.#add(line);
  }

  /** Sends what waits, then the close frame; nothing after it. */
  close({ code, reason }: Disconnect, waiting: 'send' | 'drop'): void {
    if (waiting === 'send') this.#flush();
    this.#isClosed = true;
    this.#lines = [];
    this.#socket.close(code, reason);
  }

  #add(line: string): void {
    if (this.#isClosed) return;
    if (this.#lines.length === 0) setImmediate(() => this.#flush());
    this.#lines.push(line);
    this.#waitingBytes += line.length;
  }

  #flush(): void {
    if (this.#lines.length === 0) return;
    const frame = this.#lines.join('\n');
    this.#lines = [];
    this.#waitingBytes = 0;
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(frame);
  }
}
