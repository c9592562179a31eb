import { AsyncLocalStorage } from 'node:async_hooks';
import type { z } from 'zod';
import type { CrossedExpression, HouseSession, PackPort } from '#core/packs/crossing.ts';
import { CrossingErrors } from '#core/packs/crossing-errors.ts';
import { claimsForm, hostsForm, ownForm, pageForm, startForm } from '#core/packs/crossed-forms.ts';
import { formed, houseSession } from '#core/packs/house-session.ts';
import { PackFault } from '#core/packs/pack-fault.ts';
import type { Json, Next, Page, PastedUrl, PlatformDefinition, PlatformFacts, TargetFacts } from '#core/platform-api/define.ts';
import type { SiteWalls } from '#core/platform-api/wall-sign.ts';
import type { Session } from '#core/platform-api/session.ts';

/** Turns of the event loop in which nothing happens. */
const TURNS = 2;

/** Set while the code of a pack runs, and in all that follows from it. */
const running = new AsyncLocalStorage<string>();

/** The id of the platform whose code left a failed promise behind, from within a handler of such; null where it is our own. */
export function packBehindRejection(): string | null {
  return running.getStore() ?? null;
}

interface OpenedPlatform {
  readonly platform: PlatformDefinition;
  /** As its code gets it. */
  houseOf(session: Session): HouseSession;
  /** `fetchPage`, over such a session. */
  readPage(cursor: Json, house: HouseSession): Promise<Page>;
}

/**
 * A platform of a pack as all others are: what its code gives is read once, checked, and made of the house's own objects.
 * @param facts of the manifest
 * @throws PackFault where what it says is of unknown form
 */
export function packPlatform(port: PackPort, facts: PlatformFacts): OpenedPlatform {
  const errors = new CrossingErrors();
  const call = <T>(work: () => T): T => {
    try {
      return running.run(facts.id, work);
    } catch (error) {
      throw errors.inwards(error);
    }
  };
  const checkedCall = <S extends z.ZodType>(form: S, work: () => unknown): z.output<S> => call(() => formed(form, work()));
  const { hosts, staticHosts, walls } = checkedCall(ownForm, () => port.own);
  const { pastedHosts, domainsOf } = port;
  const standstill = new Standstill();
  const houseOf = (session: Session): HouseSession => houseSession(session, errors, (waited) => standstill.during(waited));
  const readPage = async (cursor: Json, house: HouseSession): Promise<Page> => {
    try {
      const given = running.run(facts.id, async () => port.fetchPage(cursor, harden(house)));
      return formed(pageForm, await standstill.watch(given)) as Page;
    } catch (error) {
      throw errors.inwards(error);
    }
  };
  const platform: PlatformDefinition = {
    ...facts,
    targets: facts.targets.map((target) => targetOf(target, (url) => checkedCall(claimsForm, () => port.claims(crossedUrl(url))))),
    hosts,
    ...(staticHosts === undefined ? {} : { staticHosts }),
    ...(walls === undefined ? {} : { walls: revived(walls) as SiteWalls }),
    ...(pastedHosts === null ? {} : { pastedHosts: (params) => checkedCall(hostsForm, () => pastedHosts(params)) }),
    cookies: {
      ...facts.cookies,
      ...(domainsOf === null ? {} : { domainsOf: (params) => checkedCall(hostsForm, () => domainsOf(params)) }),
    },
    start: (target, options) => checkedCall(startForm, () => port.start(target, options)) as readonly Next[],
    fetchPage: (cursor, session) => readPage(cursor, houseOf(session)),
  };
  return { platform, houseOf, readPage };
}

function targetOf(facts: TargetFacts, claims: (url: PastedUrl) => z.output<typeof claimsForm>): PlatformDefinition['targets'][number] {
  return { ...facts, match: (url) => claims(url).find(({ target }) => target === facts.name)?.params ?? null };
}

function crossedUrl({ query: _query, ...url }: PastedUrl): Omit<PastedUrl, 'query'> {
  return url;
}

/** Expressions of their texts again. */
function revived(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(revived);
  if (typeof value !== 'object' || value === null) return value;
  if ('flags' in value) return expression(value as CrossedExpression);
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, revived(part)]));
}

function expression({ source, flags }: CrossedExpression): RegExp {
  try {
    return new RegExp(source, flags);
  } catch (error) {
    throw new PackFault('names a sign that is no expression', error);
  }
}

/** Code without timers that waits for nothing of the house waits for ever. Seen over all pages of a platform, since one may wait for another. */
class Standstill {
  readonly #pages = new Set<(fault: PackFault) => void>();
  #waiting = 0;
  #look: NodeJS.Immediate | undefined;

  /** The code waits for something of the house. */
  async during<T>(waited: () => Promise<T>): Promise<T> {
    this.#waiting += 1;
    try {
      return await waited();
    } finally {
      this.#waiting -= 1;
      this.#lookSoon();
    }
  }

  /** @throws PackFault where the page comes to nothing any more */
  async watch<T>(page: Promise<T>): Promise<T> {
    const { promise, reject } = Promise.withResolvers<never>();
    this.#pages.add(reject);
    this.#lookSoon();
    try {
      return await Promise.race([page, promise]);
    } finally {
      this.#pages.delete(reject);
      this.#lookSoon();
    }
  }

  /** What follows from an answer has been done after a turn of the event loop. */
  #lookSoon(turns = TURNS): void {
    clearImmediate(this.#look);
    if (this.#waiting > 0 || this.#pages.size === 0) return;
    this.#look = setImmediate(() => {
      if (turns > 0) return this.#lookSoon(turns - 1);
      for (const reject of this.#pages) reject(new PackFault('waits for nothing, and would do so for ever'));
    });
  }
}
