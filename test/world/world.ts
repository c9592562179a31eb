import type { IncomingMessage, ServerResponse } from 'node:http';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { SecureContext } from 'node:tls';
import {
  answerOfFault,
  NOT_RECORDED,
  prepareSimulated,
  writeEndless,
  writeThenReset,
  writeTruncated,
  writeWhole,
} from '#test/world/answer.ts';
import { createAuthority } from '#test/world/authority.ts';
import { createFaultPlan, type Fault, type FaultRule } from '#test/world/fault.ts';
import { createJournal, type Journal, type LoggedRequest, type WorldStatistics } from '#test/world/journal.ts';
import { openSimulatedLine } from '#test/world/simulated-line.ts';
import { type InterceptedCall, startProxy, type InterceptedRequest } from '#test/world/proxy.ts';
import { readRecorded, type PreparedAnswer, type Recorded } from '#test/world/recorded.ts';
import type { SimulatedRequest, Simulator } from '#test/world/simulator.ts';

/** What answers: simulators first, in order, then recordings. */
export interface WorldContent {
  /** Folders that hold an `exchanges.har` each. */
  readonly cases?: readonly string[];
  /** HAR 1.2 files. */
  readonly har?: readonly string[];
  readonly simulators?: readonly Simulator[];
  /** What becomes of every answer of these before it is written. */
  readonly mutate?: (answer: PreparedAnswer, request: SimulatedRequest) => PreparedAnswer;
}

export interface WorldOptions extends WorldContent {
  readonly faults?: readonly FaultRule[];
  /** Time between a request and its answer. Default 0. */
  readonly latencyMs?: number;
}

/** A simulated internet: an intercepting proxy and all that lies behind it. Nothing ever leaves the machine. */
export interface World extends AsyncDisposable {
  /** The proxy's address. */
  readonly url: string;
  /** PEM file of the authority that signed every host's certificate. */
  readonly caFile: string;
  /** The server side of TLS for a host, by that authority. */
  contextFor(host: string): SecureContext;
  /** What a child process needs in its environment to live in this world. */
  readonly env: Readonly<Record<string, string>>;
  readonly requests: readonly LoggedRequest[];
  readonly connections: number;
  readonly concurrentMax: number;
  /** Requests so far, of one host or of all. */
  count(host?: string): number;
  statistics(): WorldStatistics;
  addFault(rule: FaultRule): void;
  clearFaults(): void;
  setLatency(latencyMs: number): void;
  /** Puts other content in place, forgets faults and counts. The address and the certificates stay. */
  replace(content: WorldContent): void;
  /** Forgets what was counted. */
  reset(): void;
  close(): Promise<void>;
}

/** Everything a request needs to be answered. */
interface Answering {
  readonly journal: Journal;
  readonly faults: ReturnType<typeof createFaultPlan>;
  readonly closing: AbortSignal;
  simulators: readonly Simulator[];
  recorded: Recorded;
  mutate: NonNullable<WorldContent['mutate']>;
  latencyMs: number;
}

/** Starts a world on a free loopback port. Close it, or bind it with `await using`. */
export async function startWorld(options: WorldOptions = {}): Promise<World> {
  const closing = new AbortController();
  const answering: Answering = {
    journal: createJournal(),
    faults: createFaultPlan(options.faults ?? []),
    closing: closing.signal,
    simulators: options.simulators ?? [],
    recorded: recordedOf(options),
    mutate: options.mutate ?? asItIs,
    latencyMs: options.latencyMs ?? 0,
  };
  const authority = await createAuthority();
  const folder = await mkdtemp(join(tmpdir(), 'commentdock-world-'));
  const caFile = join(folder, 'ca.pem');
  await writeFile(caFile, authority.certificatePem);
  const proxy = await startProxy({
    authority,
    onConnection: () => answering.journal.connected(),
    onRouted: (route) => answering.journal.routed(route),
    onCall: (call) => void takeCall(answering, call).catch(() => call.socket.destroy()),
    onRequest: (intercepted) => void serve(answering, intercepted).catch((error: unknown) => refuse(intercepted.response, error)),
  });
  const close = async (): Promise<void> => {
    closing.abort();
    await proxy.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  };
  return worldOf(answering, { url: proxy.url, caFile, contextFor: authority.contextFor, close });
}

function worldOf(answering: Answering, place: Pick<World, 'url' | 'caFile' | 'contextFor' | 'close'>): World {
  const { journal, faults } = answering;
  return {
    url: place.url,
    caFile: place.caFile,
    contextFor: place.contextFor,
    env: environmentOf(place.url, place.caFile),
    get requests() {
      return journal.requests;
    },
    get connections() {
      return journal.connections;
    },
    get concurrentMax() {
      return journal.concurrentMax;
    },
    count: (host) => (host === undefined ? journal.requests.length : journal.requests.filter((request) => request.host === host).length),
    statistics: () => journal.statistics(),
    addFault: (rule) => faults.add(rule),
    clearFaults: () => faults.clear(),
    setLatency(latencyMs) {
      answering.latencyMs = latencyMs;
    },
    replace(content) {
      answering.simulators = content.simulators ?? [];
      answering.recorded = recordedOf(content);
      answering.mutate = content.mutate ?? asItIs;
      faults.clear();
      journal.reset();
    },
    reset: () => journal.reset(),
    close: place.close,
    [Symbol.asyncDispose]: place.close,
  };
}

/** Proxy variables in both spellings, so that those of the machine running the tests do not shine through. */
function environmentOf(url: string, caFile: string): Record<string, string> {
  const noProxy = '127.0.0.1,localhost';
  return {
    HTTPS_PROXY: url,
    https_proxy: url,
    HTTP_PROXY: url,
    http_proxy: url,
    NO_PROXY: noProxy,
    no_proxy: noProxy,
    NODE_EXTRA_CA_CERTS: caFile,
    COMMENTDOCK_RETRY_SCALE: '0.01',
    COMMENTDOCK_PACE: 'off',
  };
}

function recordedOf(content: WorldContent): Recorded {
  const ofCases = (content.cases ?? []).map((folder) => join(folder, 'exchanges.har'));
  return readRecorded([...ofCases, ...(content.har ?? [])]);
}

async function serve(answering: Answering, intercepted: InterceptedRequest): Promise<void> {
  const { message, response, url, route } = intercepted;
  if (url === null) return serveItself(answering.journal, message, response);
  const logged = loggedOf(message, url, route);
  const { headers } = logged;
  response.once('close', answering.journal.begin(logged));
  logged.body = await readBody(message);
  const request: SimulatedRequest = { method: logged.method, url, headers, body: logged.body, route };
  const fault = answering.faults.next(request);
  logged.fault = fault?.kind ?? null;
  if (answering.latencyMs > 0) await delay(answering.latencyMs, undefined, { signal: answering.closing });
  if (fault?.kind === 'hang') return;
  if (fault?.kind === 'resetBefore') return intercepted.reset();
  const answer = misdirected(request) ?? (fault && answerOfFault(fault)) ?? (await answerOf(answering, request, logged));
  if (fault) logged.answeredBy = 'fault';
  logged.status = answer.status;
  write(intercepted, answer, fault);
}

/** A call for a WebSocket: taken where a simulator takes it. Faults are those of the request that asks for it. */
async function takeCall(answering: Answering, { message, socket, head, url, route }: InterceptedCall): Promise<void> {
  if (url === null) return void socket.destroy();
  const logged = loggedOf(message, url, route);
  socket.once('close', answering.journal.begin(logged));
  const request: SimulatedRequest = { method: logged.method, url, headers: logged.headers, body: '', route };
  const fault = answering.faults.next(request);
  logged.fault = fault?.kind ?? null;
  if (fault?.kind === 'hang') return;
  if (fault) return void socket.destroy();
  if (misdirected(request) !== null) return openSimulatedLine({ message, socket, head }, { status: 421 });
  for (const simulator of answering.simulators) {
    const answer = await simulator(request);
    if (answer === null) continue;
    logged.answeredBy = 'simulator';
    logged.status = answer.line ? 101 : (answer.status ?? 200);
    return openSimulatedLine({ message, socket, head }, answer);
  }
  logged.answeredBy = 'nobody';
  openSimulatedLine({ message, socket, head }, { status: 404 });
}

/** Sites answer by the Host header: one that names another host than the connection leads to is refused, whatever is simulated. */
function misdirected({ headers, url }: SimulatedRequest): PreparedAnswer | null {
  const host = headers['host'] ?? '';
  if (host.toLowerCase() === url.host) return null;
  const words = `The Host header says "${host}", and the connection leads to ${url.host}.`;
  process.stderr.write(`test world: ${words}\n`);
  return prepareSimulated({ status: 421, headers: { 'content-type': 'text/plain' }, body: words });
}

function loggedOf(message: IncomingMessage, url: URL, route: string | null): LoggedRequest {
  return {
    atMs: performance.timeOrigin + performance.now(),
    method: message.method ?? 'GET',
    url: url.href,
    host: url.host,
    path: url.pathname,
    route,
    headers: headersOf(message),
    body: '',
    answeredBy: null,
    status: null,
    fault: null,
  };
}

async function answerOf(answering: Answering, request: SimulatedRequest, logged: LoggedRequest): Promise<PreparedAnswer> {
  for (const simulator of answering.simulators) {
    const answer = await simulator(request);
    if (answer === null) continue;
    logged.answeredBy = 'simulator';
    return answering.mutate(prepareSimulated(answer), request);
  }
  const recorded = answering.recorded.answer(request);
  logged.answeredBy = recorded ? 'recording' : 'nobody';
  return recorded === null ? NOT_RECORDED : answering.mutate(recorded, request);
}

function asItIs(answer: PreparedAnswer): PreparedAnswer {
  return answer;
}

function write(intercepted: InterceptedRequest, answer: PreparedAnswer, fault: Fault | null): void {
  const { response } = intercepted;
  if (response.destroyed) return;
  if (fault?.kind === 'truncated') writeTruncated(response, answer);
  else if (fault?.kind === 'resetMidway') writeThenReset(response, answer, intercepted.reset);
  else if (answer.isEndless === true) writeEndless(response, answer);
  else writeWhole(response, answer);
}

/** Requests meant for the proxy itself: `GET /statistics`, `POST /reset`. */
function serveItself(journal: Journal, message: IncomingMessage, response: ServerResponse): void {
  message.resume();
  const call = `${message.method} ${message.url}`;
  if (call === 'POST /reset') journal.reset();
  else if (call !== 'GET /statistics') {
    response.writeHead(404).end();
    return;
  }
  writeWhole(response, prepareSimulated({ body: journal.statistics() }));
}

/** A simulator that throws is a fault of the test: the client sees a 500 that says so, and so does stderr. */
function refuse(response: ServerResponse, error: unknown): void {
  // The client went away, or the world is closing.
  if (response.destroyed || response.socket?.destroyed || (error instanceof Error && error.name === 'AbortError')) return;
  const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`test world: ${words}\n`);
  if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' }).end(words);
}

function headersOf(message: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(message.headers)) {
    if (value !== undefined) headers[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return headers;
}

async function readBody(message: IncomingMessage): Promise<string> {
  if (message.method === 'GET' || message.method === 'HEAD') {
    message.resume();
    return '';
  }
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
