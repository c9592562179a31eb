import type { Item } from '#core/contract/item.ts';
import { type Selector, SELECTORS } from '#core/contract/options.ts';
import type { ChosenTarget, ExportOptions, Gap, Json, Next, Page, PlatformDefinition, TargetParams } from '#core/platform-api/define.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import { cookiesFor, type FakeExchange, FakeSession } from '#test/platforms/fake-session.ts';

export interface WholeRun {
  readonly items: readonly Item[];
  readonly total: number | null;
  readonly gaps: readonly Gap[];
  readonly notes: readonly string[];
  readonly doors: readonly string[];
  readonly session: FakeSession;
}

export type RunOptions = Partial<ExportOptions> & Partial<Record<Selector, boolean>>;

/** The target of the platform that claims a pasted URL, with its parameters; null where there is none. */
export function claimIn(platform: Pick<PlatformDefinition, 'targets' | 'written'>, url: string): [string, TargetParams] | null {
  const pasted = parsePastedUrl(url, [platform]);
  for (const target of platform.targets) {
    const params = target.match(pasted);
    if (params !== null) return [target.name, params];
  }
  return null;
}

/** The target and row that a pasted URL and the selectors choose. Throws where there is none. */
export function chooseFor<C extends Json>(platform: PlatformDefinition<C>, url: string, options: RunOptions = {}): ChosenTarget {
  const pasted = parsePastedUrl(url, [platform]);
  for (const target of platform.targets) {
    const params = target.match(pasted);
    if (!params) continue;
    const selector = SELECTORS.find((name) => options[name] === true && target.exports[name]) ?? 'own';
    const row = target.exports[selector];
    if (!row) throw new Error(`${url} has no row for ${selector}`);
    return { target: target.name, params, type: row.type, selector, url };
  }
  throw new Error(`no target of ${platform.id} claims ${url}`);
}

/**
 * A whole export, one request at a time in the order of the platform's walk, without the engine: items unique by id,
 * `limit` applied, a failing page of role `replies` or an optional one becomes a gap. With a made-up login where the platform
 * needs one, unless `cookies` says otherwise.
 */
export async function readAll<C extends Json>(
  platform: PlatformDefinition<C>,
  url: string,
  exchanges: readonly FakeExchange[],
  options: RunOptions = {},
  cookies: Record<string, string> = cookiesFor(platform),
): Promise<WholeRun> {
  const session = new FakeSession(exchanges, { options, cookies });
  const run = {
    items: new Map<string, Item>(),
    total: null as number | null,
    gaps: [] as Gap[],
    notes: [] as string[],
    doors: new Set<string>(),
  };
  let waiting: readonly Next<C>[] = platform.start(chooseFor(platform, url, options), session.options);
  while (waiting.length > 0 && run.items.size < session.options.limit) {
    const [first, ...rest] = waiting as [Next<C>, ...Next<C>[]];
    const page = await platform.fetchPage(JSON.parse(JSON.stringify(first.cursor)) as C, session).catch((error: unknown): Page<C> => {
      if (first.role !== 'replies' && !first.optional) throw error;
      return { items: [], gaps: [{ cause: 'blocked', count: 0, note: String(error) }] };
    });
    for (const item of page.items) if (!run.items.has(item.id)) run.items.set(item.id, item);
    run.total = page.total ?? run.total;
    run.gaps.push(...(page.gaps ?? []));
    run.notes.push(...(page.notes ?? []));
    if (page.door) run.doors.add(page.door);
    waiting = inOrder(platform.walk ?? 'lists', page.next ?? [], rest);
  }
  const items = [...run.items.values()].slice(0, session.options.limit);
  return { items, total: run.total, gaps: run.gaps, notes: run.notes, doors: [...run.doors], session };
}

/** What the engine's frontier does: where the cursors of an answer stand among those still waiting. */
function inOrder<C extends Json>(
  walk: 'lists' | 'queue' | 'depthFirst',
  opened: readonly Next<C>[],
  waiting: readonly Next<C>[],
): Next<C>[] {
  if (walk === 'queue') return [...waiting, ...opened];
  if (walk === 'depthFirst') return [...opened, ...waiting];
  const rank = (next: Next<C>) => ['replies', 'page', 'list'].indexOf(next.role);
  const replies = opened.filter((next) => rank(next) === 0);
  const others = opened.filter((next) => rank(next) > 0).sort((one, other) => rank(one) - rank(other));
  const waitingReplies = waiting.filter((next) => rank(next) === 0);
  const waitingOthers = waiting.filter((next) => rank(next) > 0);
  return [...waitingReplies, ...replies, ...others, ...waitingOthers];
}
