import { setTimeout as delay } from 'node:timers/promises';
import type { TeamMachine } from '#test/crash/team-machine.ts';

const ASK_EVERY_MS = 40;
/** So long after the database is back a machine may still say that it is away. */
const BACK_MS = 500;
/** An answer that takes longer has been forgotten. */
const ANSWER_TIMEOUT_MS = 45_000;

/** Asks the machines that serve all the time, as their users do. */
export interface Watch {
  /** Runs what takes the database away. */
  away<T>(work: () => Promise<T>): Promise<T>;
  /** What was answered as it must not be. */
  end(): Promise<readonly string[]>;
}

interface Bad {
  readonly words: string;
  readonly fromMs: number;
  readonly untilMs: number;
}

/** @param guids of exports, which are asked for in turn */
export function watchAnswers(machines: readonly TeamMachine[], guids: readonly string[]): Watch {
  const ending = new AbortController();
  const away: { readonly fromMs: number; untilMs: number }[] = [];
  const bad: Bad[] = [];
  /** What is done to the database, one after the other: who starts it while another does finds it locked. */
  let turn: Promise<unknown> = Promise.resolve();
  const asking = machines.map(async (machine) => {
    for (let turn = 0; !ending.signal.aborted; turn += 1) {
      const fromMs = Date.now();
      const words = await complaint(machine, `/api/v3/job/${guids[turn % guids.length]}`);
      if (words !== null) bad.push({ words: `${machine.name} ${words}`, fromMs, untilMs: Date.now() });
      await delay(ASK_EVERY_MS);
    }
  });
  return {
    async away(work) {
      const time = { fromMs: Date.now(), untilMs: Infinity };
      away.push(time);
      const done = turn.then(work);
      turn = done.catch(() => undefined);
      try {
        return await done;
      } finally {
        time.untilMs = Date.now() + BACK_MS;
      }
    },
    async end() {
      ending.abort();
      await Promise.all(asking);
      const isExcused = ({ words, fromMs, untilMs }: Bad): boolean =>
        words.includes(' answered 5') && away.some((time) => fromMs <= time.untilMs && untilMs >= time.fromMs);
      return [...new Set(bad.filter((each) => !isExcused(each)).map(({ words }) => words))];
    },
  };
}

/** Null: it answers as it should. */
async function complaint(machine: TeamMachine, path: string): Promise<string | null> {
  try {
    const answer = await machine.ask(path, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
    const text = await answer?.text().catch(() => '');
    return answer === null || answer.status < 500 ? null : `answered ${answer.status} ${text}`;
  } catch (error) {
    return `did not answer: ${String((error as Error).cause ?? error)}`;
  }
}
