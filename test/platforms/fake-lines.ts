import { TransientFailure } from '#core/contract/error.ts';
import type { Heard, LineMessage, LineRequest } from '#core/platform-api/session.ts';
import type { SimulatedAnswer, SimulatedLine } from '#test/world/simulator.ts';

interface OpenLine {
  readonly kept: { readonly data: LineMessage; readonly at: Date }[];
  readonly listeners: ((message: LineMessage) => void)[];
  readonly leavers: (() => void)[];
  isOpen: boolean;
}

/** WebSockets of a fake session: time does not pass, every call brings what the simulator has said by then. */
export class FakeLines {
  readonly #lines = new Map<string, OpenLine>();
  readonly #at: Date;

  constructor(at: Date) {
    this.#at = at;
  }

  /** @param call asks whoever plays the host */
  async listen(request: LineRequest, call: () => Promise<SimulatedAnswer | null>): Promise<Heard> {
    const known = this.#lines.get(request.url);
    const line = known ?? this.#opened(request, await call());
    // Its interval is over with each call.
    if (request.heartbeat) tell(line, request.heartbeat.message);
    // Simulators may answer in a later turn.
    await new Promise((resolve) => setImmediate(resolve));
    if (line.isOpen) this.#lines.set(request.url, line);
    else this.#lines.delete(request.url);
    return { messages: line.kept.splice(0), isNew: known === undefined, isOpen: line.isOpen };
  }

  #opened(request: LineRequest, answer: SimulatedAnswer | null): OpenLine {
    if (!answer?.line) throw new TransientFailure(`${new URL(request.url).host} did not open its live connection.`);
    const line: OpenLine = { kept: [], listeners: [], leavers: [], isOpen: true };
    answer.line(this.#peerOf(line, request));
    for (const message of request.greeting ?? []) tell(line, message);
    return line;
  }

  #peerOf(line: OpenLine, { reply }: LineRequest): SimulatedLine {
    return {
      say: (said) => {
        const answer = reply?.(said) ?? null;
        line.kept.push({ data: said, at: this.#at });
        if (answer !== null) tell(line, answer);
      },
      onHeard: (listener) => void line.listeners.push(listener),
      hangUp: () => {
        line.isOpen = false;
        for (const listener of line.leavers) listener();
      },
      onHangUp: (listener) => void line.leavers.push(listener),
    };
  }
}

function tell(line: OpenLine, message: LineMessage): void {
  if (!line.isOpen) return;
  for (const listener of line.listeners) listener(message);
}
