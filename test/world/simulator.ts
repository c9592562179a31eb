/** One request as a simulator sees it. */
export interface SimulatedRequest {
  /** Upper case. */
  readonly method: string;
  /** Absolute, as the client meant it: scheme, host, path, query. */
  readonly url: URL;
  /** Lower-case names; several values of one header are joined by ", ". */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as UTF-8 text, empty where there is none. */
  readonly body: string;
  /** Name of the route (routes.ts) that it came over; null or left out: straight from a client. */
  readonly route?: string | null;
}

/**
 * What a simulator answers. An object becomes JSON anew at each call, so that a simulator which must be fast builds its
 * Buffers once and hands the same one out again. Without a `content-type` header, an object is `application/json`
 * and anything else `text/html; charset=utf-8`.
 */
export interface SimulatedAnswer {
  /** Default 200. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Buffer | object;
  /** The body comes again and again, until the client hangs up. */
  readonly isEndless?: true;
  /** Of a page: what its script asks for by itself, in order, for tests in which no browser runs it. A string is a GET. */
  readonly asks?: readonly (string | { readonly url: string; readonly headers: Readonly<Record<string, string>> })[];
  /** Takes the call of a client that wants a WebSocket. Without it the client gets the answer as it stands. */
  readonly line?: (line: SimulatedLine) => void;
}

/** The platform's end of a WebSocket. */
export interface SimulatedLine {
  say(message: string | Uint8Array): void;
  /** Called for every message of the client; text is text. */
  onHeard(listener: (message: string | Uint8Array) => void): void;
  hangUp(): void;
  /** Called once, when the line is over, whoever hung up. */
  onHangUp(listener: () => void): void;
}

/**
 * A platform played by code. It looks at `request.url.hostname` itself and gives null where the request is not its own;
 * the next simulator is asked then, after the last one the recordings, and a request that nobody answers is a 404.
 */
export type Simulator = (request: SimulatedRequest) => SimulatedAnswer | null | Promise<SimulatedAnswer | null>;

/**
 * What the `simulator.ts` of a platform, or a module below test/world/simulators, exports, as default or under a name that ends in `Simulator`:
 * a function from plain JSON parameters to a simulator, so that `node test/world/main.ts` can build it by name.
 */
export type SimulatorFactory<P = undefined> = (params: P) => Simulator;

/** Sends the client on. */
export function redirect(location: string): SimulatedAnswer {
  return { status: 302, headers: { location } };
}

/** The indexes of what a page holds: as many as `size` from `first` on, out of `count` in all. */
export function indexesOf(first: number, size: number, count: number): number[] {
  return Array.from({ length: Math.max(0, Math.min(size, count - first)) }, (_, place) => first + place);
}
