import { describe, expect, it } from 'vitest';
import { Stopped } from '#core/contract/error.ts';
import type { Json, Next } from '#core/platform-api/define.ts';
import { loadPlatforms } from '#core/platforms/registry.ts';
import { cookiesFor, FakeSession } from '#test/platforms/fake-session.ts';
import { nameOf, SIMULATED_EXPORTS } from '#test/platforms/simulated-exports.ts';
import type { SimulatedExport } from '#test/world/simulated-export.ts';
import type { SimulatedRequest } from '#test/world/simulator.ts';

const registry = await loadPlatforms();

/** Pages that are read: those of the further lists and replies that the first one opens come next. */
const PAGES = 4;
/** Addresses of one export that are tried: platforms with more ask many hosts or items for the same thing. */
const MOST_ADDRESSES = 6;

/** What happens to the requests of an export. */
interface Fate {
  /** The address at whose first request it is stopped. */
  readonly stopAt?: string;
  /** The address that refuses. */
  readonly shut?: string;
}

/** How an export begins: the addresses that it asked, in order, and what was thrown. */
interface Beginning {
  readonly asked: readonly string[];
  readonly thrown: unknown;
}

/** Addresses differ in the query alone. */
function addressOf({ method, url }: SimulatedRequest): string {
  return `${method} ${url.origin}${url.pathname}`;
}

function addressesIn({ asked }: Beginning): readonly string[] {
  return [...new Set(asked)].slice(0, MOST_ADDRESSES);
}

async function beginningOf({ url, selector, cookies, world }: SimulatedExport, { stopAt, shut }: Fate): Promise<Beginning> {
  const { platform, target } = registry.choose(url, selector === undefined ? {} : { [selector]: true });
  const simulator = world();
  const asked: string[] = [];
  const session = new FakeSession(
    [
      {
        match: /./,
        simulator: (request) => {
          const address = addressOf(request);
          const isFirst = !asked.includes(address);
          asked.push(address);
          if (address === stopAt && isFirst) throw new Stopped();
          return address === shut ? { status: 403, body: '' } : simulator(request);
        },
      },
    ],
    { cookies: { ...(cookies ?? cookiesFor(platform)) }, options: { replies: true, limit: 100 } },
  );
  let waiting: readonly Next<Json>[] = platform.start(target, session.options);
  try {
    for (let pages = 0; pages < PAGES && waiting.length > 0; pages += 1) {
      const [first, ...rest] = waiting as [Next<Json>, ...Next<Json>[]];
      const page = await platform.fetchPage(first.cursor, session);
      waiting = [...(page.next ?? []), ...rest];
    }
    return { asked, thrown: null };
  } catch (thrown) {
    return { asked, thrown };
  }
}

describe.each(SIMULATED_EXPORTS.map((simulated): [string, SimulatedExport] => [nameOf(simulated), simulated]))('%s', (_, simulated) => {
  it('ends as stopped wherever it is, and takes that for no refusal', async () => {
    const open = await beginningOf(simulated, {});
    for (const shut of [undefined, ...addressesIn(open)]) {
      const refused = shut === undefined ? {} : { shut };
      const beginning = shut === undefined ? open : await beginningOf(simulated, refused);
      expect(beginning.asked).not.toEqual([]);
      for (const address of addressesIn(beginning)) {
        const { thrown } = await beginningOf(simulated, { ...refused, stopAt: address });
        expect(thrown, `stopped at ${address}; shut: ${shut ?? 'none'}`).toBeInstanceOf(Stopped);
      }
    }
  });
});
