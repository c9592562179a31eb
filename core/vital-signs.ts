import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '#core/config/config.ts';
import type { Core } from '#core/index.ts';
import { openDatabaseProbe } from '#core/team/database-probe.ts';

/** An engine that is silent for longer is busy with something that does not end. */
const ANSWER_TIMEOUT_MS = 2_000;

/** How a process is, for those who look after many. */
interface VitalSigns extends AsyncDisposable {
  /** Why it can do none of its work now; null: it can. */
  trouble(): Promise<string | null>;
  /** Numbers in the text format of Prometheus; null: nothing is measured. */
  readonly metrics: (() => Promise<string>) | null;
  /** From now on it is about to end. */
  beginClosing(): void;
}

/** @param core null as long as it is not open */
export async function openVitalSigns(config: Config, core: () => Pick<Core, 'engineThread'> | null): Promise<VitalSigns> {
  const { databaseUrl, workLanes } = config;
  const probe = databaseUrl === null ? null : await openDatabaseProbe(databaseUrl);
  let isClosing = false;
  const asked = <T>(answer: Promise<T>): Promise<T | null> =>
    Promise.race([answer.catch(() => null), delay(ANSWER_TIMEOUT_MS, null, { ref: false })]);
  const engineTrouble = async ({ engineThread }: Pick<Core, 'engineThread'>): Promise<string | null> => {
    const vitals = await asked(engineThread.vitals());
    if (vitals === null) return 'The engine does not answer.';
    const isWorker = databaseUrl !== null && (workLanes ?? 0) > 0;
    return isWorker && !vitals.takesExports ? 'The queue gives it no exports.' : null;
  };
  const engine = async () => (await asked(core()?.engineThread.measured() ?? Promise.resolve([]))) ?? [];
  const measuring =
    config.metrics === 'on' ? await (await import('#core/metrics/process-metrics.ts')).measureProcess({ probe, engine }) : null;
  return {
    async trouble() {
      if (isClosing) return 'It is ending: what it runs goes to others.';
      const opened = core();
      if (opened === null) return 'It is starting.';
      return (await probe?.trouble()) ?? engineTrouble(opened);
    },
    metrics: measuring === null ? null : () => measuring.text(),
    beginClosing() {
      isClosing = true;
    },
    async [Symbol.asyncDispose]() {
      measuring?.[Symbol.dispose]();
      await probe?.[Symbol.asyncDispose]();
    },
  };
}
