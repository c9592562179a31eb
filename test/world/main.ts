/**
 * A world as its own process, so that it runs on another core than what is measured:
 *
 *     node test/world/main.ts --simulator youtube:'{"comments":10000}' --latency 100 --json
 *
 * Prints one line when ready (with `--json` one JSON line: `{proxy_url, ca_file, env, pid}`) and runs until stdin ends or
 * a SIGTERM comes. Meanwhile `GET <proxy_url>/statistics` gives the counts and `POST <proxy_url>/reset` forgets them.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import type { FaultRule } from '#test/world/fault.ts';
import type { Simulator, SimulatorFactory } from '#test/world/simulator.ts';
import { startWorld } from '#test/world/world.ts';

const USAGE = `Usage: node test/world/main.ts [options]
  --simulator NAME[:JSON]   a platform, a module of test/world/simulators (or a path ending in .ts) and its parameters; repeatable
  --case FOLDER             a folder with an exchanges.har; repeatable
  --har FILE                a HAR 1.2 file; repeatable
  --fault JSON              {"match": "REGEXP", "times", "every", "after", "fault": {"kind": ...}}; repeatable
  --latency MS              time between a request and its answer
  --json                    one JSON line when ready`;

const OPTIONS = {
  simulator: { type: 'string', multiple: true, default: [] as string[] },
  case: { type: 'string', multiple: true, default: [] as string[] },
  har: { type: 'string', multiple: true, default: [] as string[] },
  fault: { type: 'string', multiple: true, default: [] as string[] },
  latency: { type: 'string', default: '0' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

/** What a module of simulators exports, as far as we look. */
const moduleSchema = z.record(z.string(), z.unknown());

const faultSchema = z.object({
  match: z
    .string()
    .transform((source) => new RegExp(source))
    .optional(),
  after: z.int().optional(),
  every: z.int().optional(),
  times: z.int().optional(),
  fault: z.object({ kind: z.string() }).loose(),
});

const { values } = parseArgs({ options: OPTIONS });
if (values.help) process.stdout.write(`${USAGE}\n`);
else await run();

async function run(): Promise<void> {
  const world = await startWorld({
    cases: values.case,
    har: values.har,
    simulators: await Promise.all(values.simulator.map(loadSimulator)),
    faults: values.fault.map((text) => faultSchema.parse(JSON.parse(text)) as FaultRule),
    latencyMs: z.coerce.number().min(0).parse(values.latency),
  });
  const ready = { proxy_url: world.url, ca_file: world.caFile, env: world.env, pid: process.pid };
  process.stdout.write(values.json ? `${JSON.stringify(ready)}\n` : `The world is at ${world.url}; its authority is ${world.caFile}\n`);
  await endOfInput();
  await world.close();
  process.exit(0);
}

/** @throws Error naming the module where it exports no factory */
async function loadSimulator(text: string): Promise<Simulator> {
  const [, name = '', json] = /^(.*?)(?::(\{.*\}))?$/s.exec(text) ?? [];
  const file = name.endsWith('.ts') ? pathToFileURL(resolve(name)) : moduleOf(name);
  const exported = moduleSchema.parse({ ...((await import(file.href)) as object) });
  const found = Object.entries(exported).find(([key]) => key === 'default' || key.endsWith('Simulator'));
  if (typeof found?.[1] !== 'function') throw new Error(`${file.pathname} exports no function named default or ...Simulator`);
  return (found[1] as SimulatorFactory<unknown>)(json === undefined ? undefined : JSON.parse(json));
}

function moduleOf(name: string): URL {
  const ofPlatform = new URL(`../../core/platforms/${name}/simulator.ts`, import.meta.url);
  return existsSync(ofPlatform) ? ofPlatform : new URL(`./simulators/${name}.ts`, import.meta.url);
}

function endOfInput(): Promise<void> {
  return new Promise((done) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => done());
    process.stdin.once('end', () => done()).resume();
  });
}
