import { asCommentdockError } from '#core/contract/error.ts';
import type { CheckFinding } from '#core/contract/platform-check.ts';
import type { CheckPort } from '#core/engine/platform-check.ts';

/** Platforms asked side by side. Each has hosts of its own, and at most 50 s (`core/engine/platform-check.ts`): all of them end within three minutes. */
const LANES = 24;

/** A finding as it is kept: the last one of each platform. Instants are milliseconds since 1970. */
export interface CheckRecord extends CheckFinding {
  readonly platform: string;
  readonly checkedAtMs: number;
  /** Of the last check that found it working; null where none did. */
  readonly workedAtMs: number | null;
}

export interface CheckStore {
  all(): readonly CheckRecord[];
  /** In place of what was kept of this platform. */
  note(record: CheckRecord): void;
}

interface CheckDeskParts {
  readonly checks: CheckPort;
  readonly checkRecords: CheckStore;
  now(): number;
  /** Told where a finding cannot be kept. */
  onFault(error: unknown): void;
}

/** Lets platforms be checked, some at a time, and keeps what was found. */
export class CheckDesk {
  readonly #parts: CheckDeskParts;
  #waiting: string[] = [];
  readonly #asking = new Map<string, Promise<void>>();
  #endedAtMs: number | null = null;

  constructor(parts: CheckDeskParts) {
    this.#parts = parts;
  }

  /** Those that are not done yet, in their order. */
  get open(): readonly string[] {
    return [...this.#asking.keys(), ...this.#waiting];
  }

  /** When what ran was ended, or could not be kept; null where neither was since the start. Milliseconds since 1970. */
  get endedAtMs(): number | null {
    return this.#endedAtMs;
  }

  /** What is open already is not asked twice. */
  begin(ids: readonly string[]): void {
    const open = new Set(this.open);
    this.#waiting.push(...new Set(ids.filter((id) => !open.has(id))));
    this.#fill();
  }

  /** Nothing of what is open is asked any more; what was found by then is kept. */
  async end(): Promise<void> {
    this.#waiting = [];
    if (this.#asking.size === 0) return;
    this.#endedAtMs = this.#parts.now();
    await this.#parts.checks.endChecks();
    await Promise.all(this.#asking.values());
  }

  #fill(): void {
    while (this.#asking.size < LANES) {
      const id = this.#waiting.shift();
      if (id === undefined) return;
      this.#asking.set(id, this.#check(id));
    }
  }

  async #check(id: string): Promise<void> {
    try {
      const finding = await this.#parts.checks.checkPlatform(id).catch(faultOf);
      if (finding !== null) this.#note(id, finding);
    } catch (error) {
      // Nobody begins again by themselves while findings cannot be kept.
      this.#endedAtMs = this.#parts.now();
      this.#parts.onFault(error);
    } finally {
      this.#asking.delete(id);
      this.#fill();
    }
  }

  #note(id: string, finding: CheckFinding): void {
    const { checkRecords, now } = this.#parts;
    const former = checkRecords.all().find(({ platform }) => platform === id);
    const checkedAtMs = now();
    const workedAtMs = finding.outcome === 'works' ? checkedAtMs : (former?.workedAtMs ?? null);
    checkRecords.note({ ...finding, platform: id, checkedAtMs, workedAtMs });
  }
}

/** Null where it was ended: that found nothing. */
function faultOf(error: unknown): CheckFinding | null {
  const { code, message } = asCommentdockError(error);
  if (code === 'STOPPED') return null;
  return { outcome: 'refuses', url: null, items: 0, door: null, seconds: 0, code: 'INTERNAL', path: null, detail: message };
}
