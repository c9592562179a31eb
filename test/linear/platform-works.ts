import { CommentdockError } from '#core/contract/error.ts';
import type { Json, Next } from '#core/platform-api/define.ts';
import { loadPlatforms, type PlatformRegistry } from '#core/platforms/registry.ts';
import { type Blow, withChain, withRefs, withRows, withTail, withTexts } from '#test/linear/blown-answers.ts';
import type { Work } from '#test/linear/growth.ts';
import { type TextShape, together } from '#test/linear/hostile-texts.ts';
import { cookiesFor, FakeSession } from '#test/platforms/fake-session.ts';
import { nameOf, SIMULATED_EXPORTS } from '#test/platforms/simulated-exports.ts';
import type { SimulatedExport } from '#test/world/simulated-export.ts';
import type { SimulatedAnswer, SimulatedRequest, Simulator } from '#test/world/simulator.ts';

/** Of the hostile texts those that differ for what reads whole answers; the others are for single functions. */
const IN_TEXTS: Readonly<Record<string, TextShape>> = {
  'blanks, digits and brackets': together('blanks', 'line ends', 'digits', 'opening brackets', 'square brackets'),
  'unfinished tags': together('unfinished tags', 'unfinished breaks', 'ampersands'),
  'nested tags': together('nested tags', 'nested links'),
};
const BEHIND_PAGES: Readonly<Record<string, TextShape>> = {
  'unfinished tags': together('blanks', 'unfinished tags', 'unfinished scripts'),
  'unfinished values': together('backslashes', 'unfinished values'),
  'nested blocks': together('nested blocks', 'nested links'),
  'open scripts': together('open scripts', 'escaped quotes'),
};

/** Enough for the answers below the first one: replies, further lists. */
const MOST_PAGES = 4;

interface PlatformParser {
  readonly name: string;
  readonly works: readonly Work[];
  readonly hasNoSize: false;
}

/** Every platform, with what its parsers read in all its simulated exports. */
export async function platformParsers(): Promise<readonly PlatformParser[]> {
  const registry = await loadPlatforms();
  const byPlatform = Map.groupBy(SIMULATED_EXPORTS, ({ platform }) => platform);
  return [...byPlatform].map(([name, exports]) => ({
    name,
    hasNoSize: false,
    works: exports.flatMap((simulated) => worksOf(simulated, registry)),
  }));
}

function worksOf(simulated: SimulatedExport, registry: PlatformRegistry): Work[] {
  const work = (shape: string, sizes: Pick<Work, 'from' | 'upTo'>, blow: (size: number) => Blow): Work => ({
    name: `${nameOf(simulated)}, ${shape}`,
    ...sizes,
    prepare: (size) => {
      const answers = new Map<string, Promise<SimulatedAnswer | null>>();
      const world = blown(simulated.world(), blow(size), answers);
      return () => beginningOf(simulated, registry, world);
    },
  });
  const ofTexts = { from: 4_096, upTo: 65_536 };
  return [
    ...Object.entries(IN_TEXTS).map(([name, shape]) => work(`${name} in texts`, ofTexts, (size) => withTexts(shape, size))),
    ...Object.entries(BEHIND_PAGES).map(([name, shape]) => work(`${name} behind pages`, ofTexts, (size) => withTail(shape, size))),
    work('rows', { from: 1_024, upTo: 8_192 }, withRows),
    work('a chain of replies', { from: 2_048, upTo: 8_192 }, withChain),
    work('many refs to one list', { from: 256, upTo: 8_192 }, withRefs),
  ];
}

/** Answers every request with the same text as the first time: blowing it up is no part of what is measured. */
function blown(world: Simulator, blow: Blow, answers: Map<string, Promise<SimulatedAnswer | null>>): Simulator {
  return (request) => {
    const key = `${request.method} ${request.url.href} ${String(request.body)}`;
    const known = answers.get(key) ?? blownAnswer(world, request, blow);
    answers.set(key, known);
    return known;
  };
}

async function blownAnswer(world: Simulator, request: SimulatedRequest, blow: Blow): Promise<SimulatedAnswer | null> {
  const answer = await world(request);
  if (answer === null || (answer.status ?? 200) >= 300 || answer.body === undefined) return answer;
  const { body } = answer;
  const text = typeof body === 'object' && !Buffer.isBuffer(body) ? JSON.stringify(body) : body.toString();
  return { ...answer, body: blow(text) };
}

async function beginningOf(simulated: SimulatedExport, registry: PlatformRegistry, world: Simulator): Promise<void> {
  const { url, selector, cookies } = simulated;
  const { platform, target } = registry.choose(url, selector === undefined ? {} : { [selector]: true });
  const session = new FakeSession([{ match: /./, simulator: world }], {
    cookies: { ...(cookies ?? cookiesFor(platform)) },
    options: { replies: true },
  });
  const waiting: Next<Json>[] = [...platform.start(target, session.options)];
  try {
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const next = waiting.shift();
      if (next === undefined) return;
      const { next: opened = [] } = await platform.fetchPage(next.cursor, session);
      waiting.unshift(...opened.slice(0, MOST_PAGES));
    }
  } catch (error) {
    if (!(error instanceof CommentdockError)) throw error;
  }
}
