/**
 * Answers of all platforms, recorded and simulated, changed in every way that a site or a stranger may change them, under exports of a running
 * service: `npm run fuzz:answers -- --count 20000 --seed 1`, or one export again by `--only 17`, or
 * all from one on by `--from 17`. Many are divided among as many processes as there are cores (`--beside 2`): 100,000 take about an hour.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { exportedItemSchema } from '#core/contract/exported-item-schema.ts';
import { wordsOfIssues } from '#core/contract/issue-words.ts';
import { readRunFile } from '#core/config/run-file.ts';
import { startServiceProcess } from '#test/clients/rest/service-process.ts';
import type { RestClient } from '#test/clients/rest/rest-client.ts';
import { type ApiProbe, startApiProbe } from '#test/fuzz/api-probe.ts';
import { type KnownExport, knownExports } from '#test/fuzz/answers-corpus.ts';
import { chanceOf, mutated } from '#test/fuzz/mutations.ts';
import { startWorld, type World } from '#test/world/world.ts';

const MOST_WAIT_MS = 100;
/** Where others keep all cores busy. */
const MOST_WAIT_BESIDE_MS = 2_000;
/** From so many answers on all cores are used. */
const DIVIDED_FROM = 50_000;
const MOST_RSS_MB = 600;
const MOST_EXPORT_MS = 60_000;
const POLL_EVERY_MS = 10;
/** How often an export during which a call waited too long is run again: what an answer did comes again, what else the machine did does not. */
const LOOKS_AGAIN = 2;
/** So that an export meets its first change on its first page or on a later one. */
const PART_CHANGED = 0.6;
const SHOWN_EVERY = 500;

const rowsSchema = z.array(exportedItemSchema);

interface AnswersFinding {
  /** `--only` runs it again. */
  readonly number: number;
  readonly name: string;
  readonly fault: string;
  /** What was done to its answers. */
  readonly by: readonly string[];
}

interface AnswersReport {
  readonly exports: number;
  readonly changed: number;
  readonly seconds: number;
  /** Of all, those too that did not come again. */
  readonly longestWaitMs: number;
  /** Exports during which a call waited too long once, and not with the same answers again. */
  readonly waitedOnce: number;
  readonly largestRssMb: number;
  /** How exports ended, by their code. */
  readonly ends: Readonly<Record<string, number>>;
  readonly findings: readonly AnswersFinding[];
}

interface AnswersPlan {
  /** Answers to be changed. */
  readonly count: number;
  readonly seed: number;
  /** The number of one export, to run it alone. */
  readonly only?: number;
  /** The number of the first export. Default 0. */
  readonly from?: number;
  /** Only each so-manieth export from there on. Default 1. */
  readonly every?: number;
  /** The longest that a call of the API may wait. Default 100. */
  readonly mostWaitMs?: number;
  readonly tell?: (line: string) => void;
}

/** Runs exports one after the other until so many answers were changed. The same seed changes the same ones. */
export async function fuzzAnswers({
  count,
  seed,
  only,
  from = 0,
  every = 1,
  mostWaitMs = MOST_WAIT_MS,
  tell = () => undefined,
}: AnswersPlan): Promise<AnswersReport> {
  await using world = await startWorld();
  // No browser: its pages are another matter, and it is slow.
  const env = { COMMENTDOCK_LOG: 'silent', COMMENTDOCK_BROWSER: '/nonexistent/browser' };
  await using service = await startServiceProcess({ world: world.env, env });
  const { pid } = readRunFile(service.dataDir) ?? { pid: 0 };
  await using probe = startApiProbe({ baseUrl: service.baseUrl, pid });
  const run = new Run({ world, client: service.client(), probe, seed, mostWaitMs });
  const known = knownExports();
  for (let number = only ?? from; only === undefined ? run.changed < count && isThere(pid) : number === only; number += every) {
    await run.export(known[number % known.length] as KnownExport, number);
    if (number % SHOWN_EVERY < every) tell(`up to export ${number}, ${run.changed} answers changed`);
  }
  if (!isThere(pid)) run.note({ number: -1, name: 'the service', fault: 'is gone', by: [] });
  return run.report();
}

/** False where the service has died. */
function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

interface RunGround {
  readonly world: World;
  readonly client: RestClient;
  readonly probe: ApiProbe;
  readonly seed: number;
  readonly mostWaitMs: number;
}

class Run {
  readonly #ground: RunGround;
  readonly #ends = new Map<string, number>();
  readonly #findings: AnswersFinding[] = [];
  readonly #startedMs = performance.now();
  #exports = 0;
  #longestWaitMs = 0;
  #waitedOnce = 0;
  #largestRssMb = 0;
  changed = 0;

  constructor(ground: RunGround) {
    this.#ground = ground;
  }

  note(finding: AnswersFinding): void {
    this.#findings.push(finding);
  }

  /** One export; again, with the same changes, where a call waited too long. */
  async export(known: KnownExport, number: number): Promise<void> {
    const by: string[] = [];
    this.#exports += 1;
    const note = (fault: string): void => this.note({ number, name: known.name, fault, by: [...by] });
    for (let looks = 0; ; looks += 1) {
      const waitedMs = await this.#changedExport(known, number, by, note);
      if (waitedMs <= this.#ground.mostWaitMs) {
        this.#waitedOnce += Math.min(looks, 1);
        return;
      }
      if (looks === LOOKS_AGAIN) return note(`a call of the API waited ${Math.round(waitedMs)} ms, as in the ${LOOKS_AGAIN} runs before`);
    }
  }

  /** How long a call of the API waited meanwhile, in milliseconds. What was done to the answers is put into `by`. */
  async #changedExport(known: KnownExport, number: number, by: string[], note: (fault: string) => void): Promise<number> {
    by.length = 0;
    const chance = chanceOf(this.#ground.seed * 1_000_003 + number);
    this.#ground.world.replace({
      ...known.content(),
      mutate: (answer) => {
        if (chance() > PART_CHANGED) return answer;
        const change = mutated(answer, chance);
        by.push(change.by.join('+'));
        this.changed += 1;
        return change.answer;
      },
    });
    try {
      await this.#untilEnded(known, note);
    } catch (error) {
      note(error instanceof Error ? error.message : String(error));
    }
    return await this.#look(note);
  }

  async #untilEnded({ url, options }: KnownExport, note: (fault: string) => void): Promise<void> {
    const created = await this.#ground.client.post('/api/v3/job', { url, options, formats: ['json'] });
    if (created.status !== 201) return note(`not taken: ${JSON.stringify(created.body)}`);
    const path = `/api/v3/job/${String(created.body['guid'])}`;
    const untilMs = performance.now() + MOST_EXPORT_MS;
    let job = (await this.#ground.client.get(path)).body;
    while (isOpen(job) && performance.now() < untilMs) {
      await delay(POLL_EVERY_MS);
      job = (await this.#ground.client.get(path)).body;
    }
    const end = String(job['status'] === 'error' ? job['error_code'] : job['status']);
    this.#ends.set(end, (this.#ends.get(end) ?? 0) + 1);
    if (isOpen(job)) note(`does not end: ${end} after ${MOST_EXPORT_MS / 1_000} s`);
    if (end === 'INTERNAL') note(`ends with INTERNAL: ${String(job['error'])}`);
    if (end === 'done') await this.#expectRows(path, note);
    await this.#ground.client.ask('DELETE', path);
  }

  /** Whatever was answered, rows are of the contract. */
  async #expectRows(path: string, note: (fault: string) => void): Promise<void> {
    const { list } = await this.#ground.client.get(`${path}/json`);
    const { error } = rowsSchema.safeParse(list);
    if (error !== undefined) note(`a row breaks the schema: ${wordsOfIssues(error.issues)}`);
  }

  async #look(note: (fault: string) => void): Promise<number> {
    const { longestMs, largestRssMb, failed } = await this.#ground.probe.look();
    this.#longestWaitMs = Math.max(this.#longestWaitMs, longestMs);
    this.#largestRssMb = Math.max(this.#largestRssMb, largestRssMb);
    if (largestRssMb > MOST_RSS_MB) note(`resident set of ${Math.round(largestRssMb)} MB`);
    if (failed > 0) note(`${failed} calls of the API without an answer`);
    return longestMs;
  }

  report(): AnswersReport {
    return {
      exports: this.#exports,
      changed: this.changed,
      seconds: Math.round((performance.now() - this.#startedMs) / 1_000),
      longestWaitMs: Math.round(this.#longestWaitMs),
      waitedOnce: this.#waitedOnce,
      largestRssMb: Math.round(this.#largestRssMb),
      ends: Object.fromEntries([...this.#ends].toSorted(([one], [other]) => one.localeCompare(other))),
      findings: this.#findings,
    };
  }
}

function isOpen(job: Readonly<Record<string, unknown>>): boolean {
  return job['status'] === 'queueing' || job['status'] === 'progress';
}

const text = { type: 'string' } as const;

/** The same command in as many processes, each with its part of the exports; how many exports held and did not. */
async function divided(
  beside: number,
  { count, seed, from }: Readonly<Record<'count' | 'seed' | 'from', number>>,
): Promise<readonly [number, number]> {
  const parts = Array.from({ length: beside }, async (_, part): Promise<readonly [number, number]> => {
    const words = { count: Math.ceil(count / beside), seed, from: from + part, every: beside, beside: 1, wait: MOST_WAIT_BESIDE_MS };
    const args = Object.entries(words).flatMap(([name, value]) => [`--${name}`, String(value)]);
    const child = spawn(process.execPath, [...process.execArgv, import.meta.filename, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(child, 'close');
    let counts = [0, 0];
    for await (const line of createInterface({ input: child.stdout })) {
      console.log(`${part + 1}| ${line}`);
      counts = /^(\d+) passed, (\d+) failed$/.exec(line)?.slice(1).map(Number) ?? counts;
    }
    const [code] = (await ended) as [number | null];
    const [passed = 0, failed = 0] = counts;
    return [passed, failed === 0 && code !== 0 ? 1 : failed];
  });
  const all = await Promise.all(parts);
  return [all.reduce((sum, [passed]) => sum + passed, 0), all.reduce((sum, [, failed]) => sum + failed, 0)];
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      count: { ...text, default: '20000' },
      seed: { ...text, default: '1' },
      only: text,
      from: { ...text, default: '0' },
      every: { ...text, default: '1' },
      beside: text,
      wait: { ...text, default: String(MOST_WAIT_MS) },
    },
  });
  const numbers = { count: Number(values.count), seed: Number(values.seed), from: Number(values.from) };
  const beside = values.only !== undefined ? 1 : Number(values.beside ?? (numbers.count >= DIVIDED_FROM ? availableParallelism() : 1));
  console.log(`seed ${numbers.seed}`);
  const [passed, failed] =
    beside > 1
      ? await divided(beside, numbers)
      : await alone({
          ...numbers,
          every: Number(values.every),
          mostWaitMs: Number(values.wait),
          ...(values.only === undefined ? {} : { only: Number(values.only) }),
        });
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

async function alone(plan: AnswersPlan): Promise<readonly [number, number]> {
  const { findings, ...numbers } = await fuzzAnswers({ ...plan, tell: console.log });
  console.log(JSON.stringify(numbers, null, 2));
  for (const { number, name, fault, by } of findings) console.log(`\n--only ${number}  ${name}\n  ${fault}\n  ${by.join(', ')}`);
  const failed = new Set(findings.map(({ number }) => number)).size;
  return [numbers.exports - failed, failed];
}

if (import.meta.main) process.exitCode = await main();
