import { describe, expect, it } from 'vitest';
import { CommentdockError, type ErrorCode } from '#core/contract/error.ts';
import type { ChosenTarget, Json, Next, PlatformDefinition } from '#core/platform-api/define.ts';
import { loadPlatforms } from '#core/platforms/registry.ts';
import { cookiesFor, FakeSession } from '#test/platforms/fake-session.ts';
import { nameOf, SIMULATED_EXPORTS } from '#test/platforms/simulated-exports.ts';
import type { SimulatedExport } from '#test/world/simulated-export.ts';
import type { SimulatedAnswer, SimulatedRequest, Simulator } from '#test/world/simulator.ts';
import { jsonIn } from '#test/platforms/json-in.ts';

const registry = await loadPlatforms();

/** What begins at a page of nobody's form, or needs a browser with cookies. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  disqus: 'any page of the web may embed it: one that does not is no changed form',
  google_search: 'the browser of these tests holds no cookies, and is asked for its consent',
};

/** More pages before the first item than any platform needs. */
const MOST_PAGES = 12;

/** The attributes and elements that a page is read by. */
const MARKS =
  /(?<=\s)(class|id|itemprop|property|rel|type|name|href|datetime|(?:data|aria)-[\w-]+)=|<(\/?)(script|article|time|li|section|table|tr|td)\b/gi;

/** How an export begins: what it asks for until the first items are there, or until it fails. */
interface Beginning {
  readonly doors: ReadonlySet<string>;
  /** True where a door says that there is no such thing, and another one is asked: it is believed where that fails. */
  readonly isDenied: boolean;
  readonly items: number;
  /** What it says of itself beside items: gaps and remarks. */
  readonly says: readonly string[];
  readonly error: ErrorCode | null;
}

/** One door of a site: its addresses differ in the query alone. */
function doorOf({ method, url }: SimulatedRequest): string {
  return `${method} ${url.origin}${url.pathname}`;
}

function sessionOf(plan: ReturnType<typeof planOf>, world: Simulator): FakeSession {
  return new FakeSession([{ match: /./, simulator: world }], { cookies: { ...plan.cookies } });
}

function planOf({ url, selector, cookies }: SimulatedExport) {
  const { platform, target } = registry.choose(url, selector === undefined ? {} : { [selector]: true });
  return { platform, target, cookies: cookies ?? cookiesFor(platform) } satisfies {
    platform: PlatformDefinition;
    target: ChosenTarget;
    cookies: Readonly<Record<string, string>>;
  };
}

async function beginningOf(simulated: SimulatedExport, world: Simulator): Promise<Beginning> {
  const plan = planOf(simulated);
  const doors = new Set<string>();
  let isDenied = false;
  const session = sessionOf(plan, async (request) => {
    doors.add(doorOf(request));
    const answer = await world(request);
    isDenied ||= answer?.status === 404 || answer?.status === 410;
    return answer;
  });
  const says: string[] = [];
  let waiting: readonly Next<Json>[] = plan.platform.start(plan.target, session.options);
  try {
    for (let pages = 0; pages < MOST_PAGES && waiting.length > 0; pages += 1) {
      const [first, ...rest] = waiting as [Next<Json>, ...Next<Json>[]];
      const page = await plan.platform.fetchPage(first.cursor, session);
      says.push(...(page.notes ?? []), ...(page.gaps ?? []).map(({ cause, note }) => note ?? cause));
      if (page.items.length > 0) return { doors, isDenied, items: page.items.length, says, error: null };
      waiting = [...(page.next ?? []), ...rest];
    }
    return { doors, isDenied, items: 0, says, error: null };
  } catch (error) {
    if (!(error instanceof CommentdockError)) throw error;
    return { doors, isDenied, items: 0, says: [...says, error.message], error: error.code };
  }
}

/** The same answer after the site was rebuilt: everything that it says, under other names. */
function rebuilt(answer: SimulatedAnswer | null): SimulatedAnswer | null {
  if (answer === null || (answer.status ?? 200) >= 300 || answer.body === undefined) return answer;
  const { body } = answer;
  if (typeof body === 'object' && !Buffer.isBuffer(body)) return { ...answer, body: renamed(body) as object };
  const text = body.toString();
  const json = jsonIn(text);
  return { ...answer, body: json === undefined ? remarked(text) : JSON.stringify(renamed(json)) };
}

function renamed(value: unknown): unknown {
  if (Array.isArray(value)) return { list: value.map(renamed) };
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [`${key}_2027`, renamed(inner)]));
}

function remarked(text: string): string {
  return text.replace(MARKS, (mark, attribute?: string, closing = '', element?: string) =>
    attribute === undefined ? `<${String(closing)}x-${String(element)}` : `x-${mark}`,
  );
}

describe.each(
  SIMULATED_EXPORTS.filter(({ platform }) => !(platform in LEFT_OUT)).map((simulated): [string, SimulatedExport] => [
    nameOf(simulated),
    simulated,
  ]),
)('%s', (_, simulated) => {
  it('never takes a door of a changed form for a thing that is not there', async () => {
    const usual = await beginningOf(simulated, simulated.world());
    expect(usual.error).toBeNull();
    for (const door of usual.doors) {
      const world = simulated.world();
      const spoilt = await beginningOf(simulated, async (request) => {
        const asked = doorOf(request);
        if (!usual.doors.has(asked)) return { status: 404, body: '' };
        const answer = await world(request);
        return asked === door ? rebuilt(answer) : answer;
      });
      if (!usual.isDenied) expect(spoilt.error, `${door}: ${spoilt.says.join(' ')}`).not.toBe('NOT_FOUND');
      const isSilent = spoilt.error === null && spoilt.items === 0 && spoilt.says.length === 0;
      expect(isSilent, `${door}: an empty list`).toBe(false);
    }
  });
});
