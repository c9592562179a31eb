/**
 * Requests made from the served OpenAPI document, against a service that knows no network but this machine:
 * `npm run fuzz -- --requests 20000 --seed 1`.
 */
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { readRunFile } from '#core/config/run-file.ts';
import { withPartsInPlace } from '#core/surfaces/rest/openapi-parts.ts';
import { RestClient } from '#test/clients/rest/rest-client.ts';
import { type ServiceProcess, startServiceProcess } from '#test/clients/rest/service-process.ts';
import { type RawAnswer, sendRaw } from '#test/fuzz/raw-http.ts';
import { type FuzzedRequest, kindOf, type OpenApi, requestsTo, routesOf } from '#test/fuzz/requests.ts';
import { freePort, heldMb, rssMb } from '#test/fuzz/service-memory.ts';
import { startWorld } from '#test/world/world.ts';

const BATCH = 50;
const AT_ONCE = 4;
/** Says by 503 that the engine keeps it waiting: on a busy machine that is true. */
const READINESS = '/ready';
/** Other protocols, and pages in the browser: their errors have a shape of their own. */
const OWN_ERRORS = /^\/(?:mcp|oauth|login|logout|open|invitation|\.well-known)\b/;
/** A run of at least so many requests is held to a flat resident set. */
const LONG_RUN = 20_000;
const MOST_GROWTH = 1.1;
const ANSWER_WITHIN_MS = 20_000;
const KEPT_IDS = 20;
const SHOWN_BYTES = 300;
const EXAMPLES_PER_PLATFORM = 2;

interface Finding {
  /** What is wrong with the answer. */
  readonly fault: string;
  readonly route: string;
  readonly request: string;
  readonly answer: string;
}

interface FuzzReport {
  readonly requests: number;
  readonly seconds: number;
  /** How many answers had each status. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly findings: readonly Finding[];
  readonly routes: number;
  /** Those without any answer below 400. */
  readonly routesNeverAccepted: readonly string[];
  /** Median resident set of the service in each tenth of the run, in megabytes, with the garbage that waits to be collected. */
  readonly rssTenthsMb: readonly number[];
  /** The last tenth over the second: in the first one everything is used for the first time. */
  readonly rssGrowth: number;
  /** What the main thread holds on to after the run, in megabytes: its heap after a collection. */
  readonly heldMb: number;
}

/** Runs so many requests. The same seed sends nearly the same ones: ids come from the answers. */
export async function fuzz({ requests, seed }: { readonly requests: number; readonly seed: number }): Promise<FuzzReport> {
  await using world = await startWorld();
  const inspectPort = await freePort();
  const env = { COMMENTDOCK_LOG: 'silent', COMMENTDOCK_ALLOW_HTTP_WEBHOOKS: '1', NODE_OPTIONS: `--inspect-port=${inspectPort}` };
  await using service = await startServiceProcess({ world: world.env, env });
  const client = service.client();
  const document = withPartsInPlace((await client.get('/openapi.json')).body as unknown as OpenApi);
  const run = new Run(service, client, document, await exampleUrls(client), inspectPort);
  const startedMs = performance.now();
  for (let sent = 0; sent < requests; sent += BATCH) await run.batch(Math.min(BATCH, requests - sent), seed + sent);
  return await run.report((performance.now() - startedMs) / 1_000);
}

class Run {
  readonly #service: ServiceProcess;
  readonly #owner: RestClient;
  readonly #document: OpenApi;
  readonly #urls: readonly string[];
  readonly #port: number;
  readonly #pid: number;
  readonly #inspectPort: number;
  readonly #ids = new Map<string, string[]>();
  readonly #statuses = new Map<number, number>();
  readonly #accepted = new Set<string>();
  readonly #findings: Finding[] = [];
  readonly #rssMb: number[] = [];
  #sent = 0;

  constructor(service: ServiceProcess, client: RestClient, document: OpenApi, urls: readonly string[], inspectPort: number) {
    const runFile = readRunFile(service.dataDir);
    if (runFile === null) throw new Error('the service wrote no run.json');
    this.#service = service;
    this.#owner = client;
    this.#document = document;
    this.#urls = urls;
    this.#inspectPort = inspectPort;
    this.#pid = runFile.pid;
    this.#port = Number(new URL(service.baseUrl).port);
  }

  async batch(count: number, seed: number): Promise<void> {
    const around = { schemas: this.#document.components.schemas, ids: this.#ids, urls: this.#urls };
    const made = fc.sample(requestsTo(routesOf(this.#document), around, this.#service.token), { numRuns: count, seed });
    const waiting = made.values();
    const lane = async (): Promise<void> => {
      for (const request of waiting) await this.#send(request);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
    this.#rssMb.push(rssMb(this.#pid));
    // A request may have switched the plan; most routes want the highest one.
    await this.#owner.ask('PATCH', '/api/v1/user/profile', { plan: 'business' });
  }

  async #send(request: FuzzedRequest): Promise<void> {
    this.#sent += 1;
    try {
      const answer = await sendRaw(this.#port, request, ANSWER_WITHIN_MS);
      this.#statuses.set(answer.status, (this.#statuses.get(answer.status) ?? 0) + 1);
      if (answer.status < 400) this.#accept(request, answer);
      const fault = faultOf(request, answer);
      if (fault !== null) this.#note(request, fault, answer.body.toString('utf8'));
    } catch (error) {
      this.#note(request, (error as Error).message, '');
    }
  }

  #accept({ route }: FuzzedRequest, { body, contentType }: RawAnswer): void {
    this.#accepted.add(`${route.method} ${route.path}`);
    // The token in use must live on.
    if (!contentType.startsWith('application/json') || route.path.includes('api_tokens')) return;
    const text = body.toString('utf8');
    this.#keep('guid', text.matchAll(/"guid":"([^"]+)"/g));
    this.#keep('/exports', text.matchAll(/\/exports\/([^"]+)"/g));
    this.#keep(kindOf(route.path), text.matchAll(/"(?:uuid|batch_id|id)":"([^"]+)"/g));
  }

  #keep(kind: string, found: Iterable<RegExpMatchArray>): void {
    const ids = [...(this.#ids.get(kind) ?? []), ...[...found].map(([, id = '']) => id)];
    if (ids.length > 0) this.#ids.set(kind, ids.slice(-KEPT_IDS));
  }

  #note({ route, kind, method, target, headers, body }: FuzzedRequest, fault: string, answer: string): void {
    const shownHeaders = headers.filter(([name]) => name !== 'X-AUTH-TOKEN').map(([name, value]) => `${name}: ${value.slice(0, 60)}`);
    const request = `${kind} ${method} ${target.slice(0, SHOWN_BYTES)} [${shownHeaders.join(' | ')}] ${body?.toString('utf8', 0, SHOWN_BYTES) ?? ''} (${body?.length ?? 0} bytes)`;
    this.#findings.push({ fault, route: `${route.method} ${route.path}`, request, answer: answer.slice(0, SHOWN_BYTES) });
  }

  async report(seconds: number): Promise<FuzzReport> {
    const rssTenthsMb = tenths(this.#rssMb);
    const routes = routesOf(this.#document).map(({ method, path }) => `${method} ${path}`);
    return {
      requests: this.#sent,
      seconds: Math.round(seconds),
      statuses: Object.fromEntries([...this.#statuses].toSorted(([a], [b]) => a - b)),
      findings: this.#findings,
      routes: routes.length,
      routesNeverAccepted: routes.filter((route) => !this.#accepted.has(route)),
      rssTenthsMb,
      rssGrowth: Number(((rssTenthsMb[9] ?? 0) / (rssTenthsMb[1] ?? 1)).toFixed(3)),
      heldMb: Math.round(await heldMb(this.#pid, this.#inspectPort)),
    };
  }
}

/** A server's error, an error that does not explain itself, or a body that is not what it says. */
function faultOf({ method, route }: FuzzedRequest, { status, contentType, body }: RawAnswer): string | null {
  if (status === 503 && route.path === READINESS) return null;
  if (status >= 500) return `status ${status}`;
  if (status < 400 || method === 'HEAD' || OWN_ERRORS.test(route.path)) return null;
  if (!contentType.startsWith('application/json')) return `error ${status} as ${contentType || 'nothing'}`;
  try {
    const { status_code: code, error_code: name, detail, error } = JSON.parse(body.toString('utf8')) as Record<string, unknown>;
    const explains = code === status && typeof name === 'string' && typeof detail === 'string' && detail !== '' && error === detail;
    return explains ? null : `error ${status} of another shape`;
  } catch {
    return `error ${status} that is no JSON`;
  }
}

async function exampleUrls(client: RestClient): Promise<readonly string[]> {
  const { list } = await client.get('/api/public/platforms');
  return list.flatMap(({ example_urls: urls }) => (urls as string[]).slice(0, EXAMPLES_PER_PLATFORM));
}

function tenths(values: readonly number[]): number[] {
  const length = Math.max(1, Math.floor(values.length / 10));
  return Array.from({ length: 10 }, (_, index) => median(values.slice(index * length, (index + 1) * length)));
}

function median(values: readonly number[]): number {
  return Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0);
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { requests: { type: 'string', default: '20000' }, seed: { type: 'string', default: '1' } } });
  const { findings, ...numbers } = await fuzz({ requests: Number(values.requests), seed: Number(values.seed) });
  console.log(JSON.stringify(numbers, null, 2));
  const byFault = Map.groupBy(findings, ({ fault, route }) => `${fault}: ${route}`);
  for (const [title, [first, ...others]] of byFault)
    console.log(`\n${title} (${others.length + 1})\n  ${first?.request}\n  ${first?.answer}`);
  const isFlat = numbers.requests < LONG_RUN || numbers.rssGrowth <= MOST_GROWTH;
  if (!isFlat) console.log(`\nmemory is not flat: ${numbers.rssGrowth} times, of at most ${MOST_GROWTH}`);
  process.exitCode = findings.length === 0 && isFlat ? 0 : 1;
}
