import { readdirSync, readFileSync } from 'node:fs';
import { rssMb } from '#test/fuzz/service-memory.ts';

/** What a process holds. */
export interface Held {
  readonly rssMb: number;
  readonly handles: number;
  readonly threads: number;
}

/** A process that is there, or has ended and waits for its parent to look (`isZombie`). */
export interface SeenProcess {
  readonly pid: number;
  readonly parent: number;
  readonly isZombie: boolean;
  /** Of the moment of its start: another process may get its number. */
  readonly startedAt: string;
  readonly name: string;
}

/** All processes of this machine. */
function seenProcesses(): readonly SeenProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        const end = stat.lastIndexOf(')');
        const fields = stat.slice(end + 2).split(' ');
        const [state, parent] = fields;
        const isZombie = state === 'Z';
        return [
          {
            pid: Number(name),
            parent: Number(parent),
            isZombie,
            startedAt: fields[19] ?? '',
            name: stat.slice(stat.indexOf('(') + 1, end),
          },
        ];
      } catch {
        // It ended while we looked.
        return [];
      }
    });
}

/** What stands below a process, zombies with it. */
export function processesBelow(pid: number): readonly SeenProcess[] {
  const all = seenProcesses();
  const below = new Set([pid]);
  for (let grew = true; grew;) {
    grew = false;
    for (const { pid: each, parent } of all) {
      if (!below.has(parent) || below.has(each)) continue;
      below.add(each);
      grew = true;
    }
  }
  return all.filter(({ pid: each }) => below.has(each) && each !== pid);
}

/** Of these, those that still live. */
export function stillThere(processes: readonly SeenProcess[]): readonly SeenProcess[] {
  const alive = new Set(seenProcesses().flatMap(({ pid, startedAt, isZombie }) => (isZombie ? [] : [`${pid} ${startedAt}`])));
  return processes.filter(({ pid, startedAt }) => alive.has(`${pid} ${startedAt}`));
}

/** What a process holds at the moment. @throws Error where it is gone */
export function heldBy(pid: number): Held {
  return {
    rssMb: rssMb(pid),
    handles: readdirSync(`/proc/${pid}/fd`).length,
    threads: readdirSync(`/proc/${pid}/task`).length,
  };
}
