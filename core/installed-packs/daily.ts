import type { Config } from '#core/config/config.ts';
import { asCommentdockError } from '#core/contract/error.ts';
import type { PackServices } from '#core/installed-packs/context.ts';
import type { InstalledPacks } from '#core/installed-packs/installed-packs.ts';
import { readPack } from '#core/packs/pack-file.ts';
import { tickEveryMinute } from '#core/schedules/minute-tick.ts';

const DAY_MS = 24 * 3_600_000;

interface DailyParts {
  readonly packs: InstalledPacks;
  readonly config: Pick<Config, 'packUpdates' | 'packAddress'>;
  readonly downloadPack: PackServices['downloadPack'];
  warn(words: string): void;
  now(): number;
}

/** Whether new packs are looked for, and where: what the environment says goes before what the owner chose. */
export function updateChoice({ packs, config }: Pick<DailyParts, 'packs' | 'config'>): {
  readonly daily: boolean;
  readonly address: string | null;
} {
  const { daily, address } = packs.state.updates;
  return { daily: config.packUpdates === null ? daily : config.packUpdates === 'daily', address: config.packAddress ?? address };
}

/** Asks the one address for a pack, once a day, where the owner wants it: at no other time and nobody else. */
export class DailyUpdates {
  readonly #parts: DailyParts;
  readonly #closing = new AbortController();
  #ticking: Disposable | null = null;
  #asking: Promise<void> | null = null;

  constructor(parts: DailyParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#ticking ??= tickEveryMinute(() => this.tick());
    this.tick();
  }

  /** After another choice: where it looks by itself at all. */
  look(): void {
    if (this.#ticking !== null) this.tick();
  }

  /** Asks if it is time to. */
  tick(): void {
    const { packs, now } = this.#parts;
    const { daily, address } = updateChoice(this.#parts);
    const { askedAtMs } = packs.state.updates;
    const isDue = askedAtMs === null || Math.abs(now() - askedAtMs) >= DAY_MS;
    if (!daily || address === null || !isDue || this.#asking !== null || this.#closing.signal.aborted) return;
    this.#asking = this.#ask(address)
      .catch((error: unknown) => this.#parts.warn(`The daily look for a pack could not be noted: ${asCommentdockError(error).message}`))
      .finally(() => (this.#asking = null));
  }

  /** Once nothing is under way. */
  async idle(): Promise<void> {
    await this.#asking;
  }

  /** Waits for what is under way, which ends at once. */
  async close(): Promise<void> {
    this.#ticking?.[Symbol.dispose]();
    this.#closing.abort(new Error('the core is closing'));
    await this.idle();
  }

  async #ask(address: string): Promise<void> {
    const { packs, downloadPack, warn, now } = this.#parts;
    const { signal } = this.#closing;
    try {
      // Before it is asked: whoever dies over the answer does not ask again and again.
      packs.chooseUpdates({ askedAtMs: now(), failure: null });
      const file = await downloadPack(address, signal);
      if (!packs.wasPutAside(readPack(file).sha256)) await packs.take(file, 'newer', signal);
    } catch (error) {
      if (signal.aborted) return;
      const { message } = asCommentdockError(error);
      packs.chooseUpdates({ failure: message });
      warn(`The daily look for a pack came to nothing: ${message}`);
    }
  }
}
