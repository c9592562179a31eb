import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import type { PackPort } from '#core/packs/crossing.ts';
import { ERROR_CLASSES } from '#core/packs/crossing-errors.ts';
import { ERROR_CATALOGUE } from '#core/contract/error.ts';

/** What the code of a pack is given instead of modules. */
interface House {
  readonly errors: object;
  readonly asyncHooks: object;
}

/**
 * Intrinsics that are the same for all of a thread are frozen, so that no code can change what the others work with. What would make errors of
 * the house less readable stays as it is: packs cannot see it.
 */
const LOCKDOWN = {
  errorTaming: 'unsafe',
  consoleTaming: 'unsafe',
  stackFiltering: 'verbose',
  domainTaming: 'unsafe',
  localeTaming: 'unsafe',
  regExpTaming: 'unsafe',
  evalTaming: 'unsafe-eval',
  // Packages assign names that an intrinsic has, and expect a property of their own.
  overrideTaming: 'severe',
  errorTrapping: 'none',
  unhandledRejectionTrapping: 'none',
  reporting: 'none',
} as const;

/** Of `crypto` what needs no key: ids of a run are made of it, and some sites want a digest. */
interface Chance {
  getRandomValues<T extends NodeJS.NonSharedTypedArray>(into: T): T;
  randomUUID(): string;
}
const CHANCE: Chance = { getRandomValues: (into) => crypto.getRandomValues(into), randomUUID: () => crypto.randomUUID() };
/** For samples: what is asked by chance is asked again in the same way. */
export const NO_CHANCE: Chance = {
  getRandomValues(into) {
    into.fill(7 as never);
    return into;
  },
  randomUUID: () => '00000000-0000-4000-8000-000000000000',
};
/** Made at once: who waits for another thread would pass for one who waits for nothing. */
const DIGESTS = {
  digest: async (name: string, data: Uint8Array): Promise<ArrayBuffer> =>
    Uint8Array.from(createHash(name.replace('-', '')).update(data).digest()).buffer,
};

/**
 * Freezes the intrinsics of this thread, for good: from then on it may run the code of packs. The built-in platforms of the thread go on with
 * them as they are.
 */
async function hardenThread(): Promise<void> {
  if (Object.isFrozen(Object.prototype)) return;
  await import('ses');
  lockdown(LOCKDOWN);
}

interface Surroundings {
  /** Milliseconds since 1970. */
  now(): number;
  /** Called before the code runs. */
  beforeCode?(): void;
  /** Left out: that of the machine. */
  readonly chance?: Chance;
}

/**
 * Runs the code of a pack in a compartment of its own: it has the language, addresses, the time, and what is handed in here.
 * @throws whatever the code throws; SyntaxError
 */
export async function runInCompartment(
  code: string,
  { now, beforeCode = () => undefined, chance = CHANCE }: Surroundings,
): Promise<PackPort> {
  await hardenThread();
  const { URL, URLSearchParams, TextEncoder, TextDecoder, atob, btoa, Intl } = globalThis;
  const globals = harden({
    URL,
    URLSearchParams,
    TextEncoder,
    TextDecoder,
    atob,
    btoa,
    Intl,
    Date: clockOf(now),
    crypto: { ...chance, subtle: DIGESTS },
  });
  const compartment = new Compartment({ __options__: true, globals });
  beforeCode();
  const made = compartment.evaluate(code) as (house: House) => PackPort;
  return made(
    harden({ errors: { ...ERROR_CLASSES, ERROR_CATALOGUE: { ...ERROR_CATALOGUE } }, asyncHooks: { AsyncLocalStorage: Reading } }),
  );
}

/** What `platform-api` needs of Node's: to know which page is being read. */
class Reading {
  readonly #storage = new AsyncLocalStorage<unknown>();
  getStore(): unknown {
    return this.#storage.getStore();
  }
  run<T>(value: unknown, work: () => T): T {
    return this.#storage.run(value, work);
  }
}

function clockOf(now: () => number): DateConstructor {
  const clock = function (this: unknown, ...given: [number]): Date | string {
    if (new.target === undefined) return new Date(now()).toString();
    return (given as readonly unknown[]).length === 0 ? new Date(now()) : new Date(...given);
  };
  const { parse, UTC, prototype } = Date;
  return Object.assign(clock, { now: () => now(), parse, UTC, prototype }) as unknown as DateConstructor;
}
