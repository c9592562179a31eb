import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BarResult, BenchSize } from '#test/bench/bar.ts';
import { browserBelow, descendants, LACKING, processes, startBrowserWorld } from '#test/network/browser/browser-world.ts';
import { startService, type ServiceProcess } from '#test/network/browser/service-process.ts';
import { signedSiteSimulator } from '#test/world/simulators/signed-site.ts';

const COMMENTS = 40;
const EXPORTS = 100;
const QUICK_EXPORTS = 30;
/** Exports at either end whose memory is compared. */
const ENDS = 10;
const MB = 1_000_000;

/** A hundred exports through the browser, one after the other, by one service: what its memory does, and what is left at the end. */
export async function browserExports({ manyComments }: BenchSize): Promise<readonly BarResult[]> {
  const what = 'exports through the browser in a row';
  if (LACKING !== null) return [{ what, found: `not measured: ${LACKING}`, bar: '', holds: true }];
  const count = manyComments < 100_000 ? QUICK_EXPORTS : EXPORTS;
  await using place = await startBrowserWorld([signedSiteSimulator({ comments: COMMENTS })]);
  const dataDir = mkdtempSync(join(tmpdir(), 'commentdock-bench-browser-'));
  const service = startService(dataDir, place.config);
  await service.ready;
  const idleMb = await memoryMb(service);
  const serviceMb: number[] = [];
  const hostMb: number[] = [];
  const started = performance.now();
  for (let index = 0; index < count; index += 1) {
    service.say(`run ${index % 2 === 0 ? 'post' : 'feed'} n${index}`);
    const { status, exported } = JSON.parse(await service.line()) as { status: string; exported: number };
    if (status !== 'done' || exported !== COMMENTS) throw new Error(`export ${index} ended as ${status} with ${exported} of ${COMMENTS}`);
    serviceMb.push(await memoryMb(service));
    hostMb.push(residentMb(browserBelow(service.child.pid ?? 0)?.parent ?? 0));
  }
  const seconds = (performance.now() - started) / 1_000;
  const below = descendants(service.child.pid ?? 0).map(({ pid }) => pid);
  service.say('close');
  await once(service.child, 'exit');
  const left = processes().filter(({ pid }) => below.includes(pid)).length;
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 });
  const [first, last] = [median(serviceMb.slice(0, ENDS)), median(serviceMb.slice(-ENDS))];
  const [hostFirst, hostLast] = [median(hostMb.slice(0, ENDS)), median(hostMb.slice(-ENDS))];
  return [
    {
      what: `memory of the service over ${count} ${what} (${seconds.toFixed(0)} s; idle ${idleMb.toFixed(0)} MB)`,
      found: `${first.toFixed(0)} MB at first, ${last.toFixed(0)} MB at last`,
      bar: 'within 10 %',
      holds: last <= first * 1.1,
    },
    {
      what: "memory of playwright's process over them",
      found: `${hostFirst.toFixed(0)} MB at first, ${hostLast.toFixed(0)} MB at last`,
      bar: 'within 25 %',
      holds: hostLast <= hostFirst * 1.25,
    },
    { what: 'processes left of them', found: String(left), bar: '0', holds: left === 0 },
  ];
}

async function memoryMb(service: ServiceProcess): Promise<number> {
  service.say('memory');
  return Number(await service.line()) / MB;
}

function residentMb(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return (Number(kilobytes) * 1_024) / MB;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
