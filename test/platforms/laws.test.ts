import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ItemKind, itemSchema } from '#core/contract/item.ts';
import { type ExportType, SELECTORS, SORTS } from '#core/contract/options.ts';
import { platformInfoSchema } from '#core/contract/platform.ts';
import { platformInfo } from '#core/service/platforms.ts';
import type { ChosenTarget, ExportOptions, PlatformDefinition, Target } from '#core/platform-api/define.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';
import { loadPlatforms } from '#core/platforms/registry.ts';
import { lookAlikes, onHost } from '#core/packs/look-alikes.ts';
import { engineRuns, type EngineRunPlan } from '#test/platforms/engine-run.ts';
import { isTested, nameOf, SIMULATED_EXPORTS } from '#test/platforms/simulated-exports.ts';
import type { SimulatedExport } from '#test/world/simulated-export.ts';

/** Shorter where the day or the month is not known. */
const A_DATE = /^20\d\d(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?$/;
const engineRun = engineRuns();

const registry = await loadPlatforms();
const platforms = registry.all.filter(({ id }) => isTested(id)).map((platform): [string, PlatformDefinition] => [platform.id, platform]);

const FOLDER = join(import.meta.dirname, '../../core/platforms');
const OPTIONS: ExportOptions = { replies: false, sort: null, limit: 1_000_000, minTimestamp: null, maxTimestamp: null, countries: [] };

const KINDS: Readonly<Partial<Record<ExportType, readonly ItemKind[]>>> = {
  comments: ['comment', 'reply'],
  // Comments under reviews, with `replies`.
  reviews: ['review', 'reply'],
  // What a person wrote may be comments, with `replies`.
  posts: ['post', 'tweet', 'comment', 'reply'],
  live_chat: ['chat'],
  followers: ['follower'],
  following: ['following'],
  likes: ['like'],
  shares: ['share'],
  messages: ['message'],
  results: ['result'],
  ads: ['ad'],
};

/** What stands at the top of a tree of replies. */
const TOP_KINDS: Readonly<Partial<Record<ExportType, ItemKind>>> = { comments: 'comment', reviews: 'review' };

function examplesOf(platform: PlatformDefinition): { readonly target: Target; readonly example: string }[] {
  return platform.targets.flatMap((target) => target.examples.map((example) => ({ target, example })));
}

/** True for a target that takes any host by the shape of the path alone. */
function goesByShape(target: Target): boolean {
  return target.examples.some((example) => target.match(parsePastedUrl(onHost(example, 'host-of-nobody.example'), registry.all)) !== null);
}

function chosenOf(target: Target, example: string): ChosenTarget[] {
  const params = target.match(parsePastedUrl(example, registry.all)) ?? {};
  return Object.entries(target.exports).map(([selector, row]) => ({
    target: target.name,
    params,
    type: row.type,
    selector: selector as ChosenTarget['selector'],
    url: example,
  }));
}

function deepFrozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(deepFrozen);
  return Object.freeze(value);
}

const throughJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('the registry', () => {
  it('holds every platform of the folder under the name of its own folder', async () => {
    const names = readdirSync(FOLDER, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    expect(registry.all.map(({ id }) => id)).toEqual(names.toSorted());
    for (const name of names) expect(registry.find(name)?.id).toBe(name);
  });
});

describe.each(platforms)('%s', (id, platform) => {
  it('says what it is', () => {
    const info = platformInfo(platform);
    expect(platformInfoSchema.parse(info)).toEqual(info);
    expect(id).toMatch(/^[a-z][a-z0-9_]*$/);
    expect(platform.homepage).toMatch(/^https:\/\/[^/]+/);
    expect(platform.description).toMatch(/^[A-Z].+\.$/);
    expect(info.export_types.length).toBeGreaterThan(0);
    expect(platform.pace.perSecond).toBeGreaterThan(0);
    expect(platform.pace.concurrency).toBeGreaterThanOrEqual(1);
    expect(new Set(platform.targets.map((target) => target.name)).size).toBe(platform.targets.length);
    for (const target of platform.targets) {
      expect(target.examples.length, target.name).toBeGreaterThan(0);
      if (Object.keys(target.exports).length > 0) expect(target.patterns.length, target.name).toBeGreaterThan(0);
    }
  });

  it('says what it was compared with, each client once, and when', () => {
    const { comparedWith } = platform;
    const said = comparedWith.map(({ client, date }) => `${client} ${date}`);
    expect(new Set(said).size).toBe(said.length);
    for (const { client, date } of comparedWith) {
      expect(client).toMatch(/^\w[\w.\- ]+$/);
      expect(date).toMatch(A_DATE);
    }
  });

  it('says when the answers were recorded that prove it, where any do', () => {
    expect(platform.recorded ?? '2026').toMatch(A_DATE);
    expect(platformInfo(platform).verified).toBe(platform.recorded !== null);
  });

  it('names cookies, sorts and ignored options that exist', () => {
    const { cookies, sorts = [], ignores = [] } = platform;
    if (cookies.need !== 'none') {
      expect(cookies.domains.length).toBeGreaterThan(0);
      expect(cookies.hint).toMatch(/.+\.$/);
    }
    for (const domain of cookies.domains) expect(domain).toMatch(/^\.[a-z0-9.-]+\.[a-z]+$/);
    expect(new Set(sorts).size).toBe(sorts.length);
    expect(sorts.filter((sort) => !SORTS.includes(sort))).toEqual([]);
    expect(ignores.filter((selector) => !SELECTORS.includes(selector))).toEqual([]);
    const given = platform.targets.flatMap((target) => Object.keys(target.exports));
    expect(ignores.filter((selector) => given.includes(selector))).toEqual([]);
  });

  it('says how its addresses are written, and no address of the web is written so', () => {
    const { schemes = [], forms = [] } = platform.written ?? {};
    const others = registry.all.filter((other) => other !== platform).flatMap(({ written }) => written?.schemes ?? []);
    for (const scheme of schemes) expect(scheme).toMatch(/^(?!https?:)[a-z][a-z0-9+.-]*:$/);
    expect(others.filter((scheme) => schemes.includes(scheme))).toEqual([]);
    const ofTheWeb = registry.all
      .flatMap(({ targets }) => targets.flatMap(({ examples }) => examples))
      .filter((url) => /^https?:/.test(url));
    for (const { pattern, address } of forms) {
      expect(ofTheWeb.filter((url) => new RegExp(pattern, 'i').test(url))).toEqual([]);
      expect(
        [...schemes, 'https:'].some((scheme) => address.startsWith(scheme)),
        address,
      ).toBe(true);
    }
  });

  it('names hosts of the public internet, or has them from the URL', () => {
    const { hosts, pastedHosts } = platform;
    expect(new Set(hosts).size).toBe(hosts.length);
    for (const host of hosts) expect(host).toMatch(/^\.?(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}(?::\d{2,5})?$/);
    if (hosts.length === 0) expect(pastedHosts).toBeDefined();
    for (const { target, example } of examplesOf(platform)) {
      const pasted = pastedHosts?.(target.match(parsePastedUrl(example, registry.all)) ?? {}) ?? [];
      for (const host of pasted) expect(URL.canParse(`https://${host}/`), host).toBe(true);
      expect(hosts.length + pasted.length, example).toBeGreaterThan(0);
    }
  });

  it.each(examplesOf(platform))('claims $example alone, by one target', ({ target, example }) => {
    const url = parsePastedUrl(example, registry.all);
    const own = platform.targets.filter((candidate) => candidate.match(url) !== null);
    expect(own).toEqual([target]);
    const isLater = ({ turn = 0 }: PlatformDefinition): boolean => goesByShape(target) && turn > (platform.turn ?? 0);
    const others = registry.all.filter((other) => other !== platform && !isLater(other)).flatMap((other) => other.targets);
    const rivals = others.filter((other) => other.match(url) !== null && (!goesByShape(other) || goesByShape(target)));
    expect(rivals.map((rival) => rival.name)).toEqual([]);
    if (target.whenAsked === true) {
      expect(() => registry.claim(example)).toThrow(expect.objectContaining({ code: 'INVALID_URL' }));
      for (const selector of Object.keys(target.exports)) {
        const choice = registry.choose(example, { [selector]: true });
        expect([choice.platform.id, choice.target.target]).toEqual([id, target.name]);
      }
      return;
    }
    const claimed = registry.claim(example);
    expect([claimed.platform.id, claimed.target.name]).toEqual([id, target.name]);
  });

  it('leaves look-alike addresses alone', () => {
    for (const { target, example } of examplesOf(platform)) {
      if (goesByShape(target) || !example.startsWith('http')) continue;
      for (const address of lookAlikes(example)) {
        const claims = platform.targets.filter(
          (candidate) => !goesByShape(candidate) && candidate.match(parsePastedUrl(address, registry.all)) !== null,
        );
        expect(
          claims.map((claim) => claim.name),
          address,
        ).toEqual([]);
      }
    }
  });

  it('starts with requests that are plain JSON, the same each time', () => {
    for (const { target, example } of examplesOf(platform)) {
      for (const chosen of chosenOf(target, example)) {
        for (const sort of [null, ...SORTS]) {
          for (const replies of [false, true]) {
            const options = deepFrozen({ ...OPTIONS, sort, replies });
            const first = platform.start(deepFrozen(chosen), options);
            const what = `${example} ${chosen.selector}`;
            expect(first.length, what).toBeGreaterThan(0);
            expect(throughJson(first), what).toStrictEqual(first);
            expect(platform.start(chosen, options), what).toStrictEqual(first);
            expect(
              first.filter((next) => next.role === 'replies'),
              what,
            ).toEqual([]);
          }
        }
      }
    }
  });

  it('says of which lists nothing states a total', async () => {
    const { withoutTotal = [] } = platform;
    const given = platform.targets.flatMap((target) => Object.values(target.exports).map(({ type }) => type));
    expect(withoutTotal.filter((type) => !given.includes(type))).toEqual([]);
    const stated = new Map<ExportType, boolean>();
    for (const simulated of SIMULATED_EXPORTS.filter((each) => each.platform === id)) {
      const { type } = planOf(simulated).target;
      stated.set(type, stated.get(type) === true || (await wholeRunOf(simulated)).job.platformTotal !== null);
    }
    expect(
      [...stated]
        .filter(([, isStated]) => !isStated)
        .map(([type]) => type)
        .toSorted(),
    ).toEqual(withoutTotal.toSorted());
  });

  it('has an export that a simulator answers', () => {
    expect(SIMULATED_EXPORTS.map((simulated) => simulated.platform)).toContain(id);
  });
});

function planOf({ url, selector, world, cookies }: SimulatedExport, options: Partial<ExportOptions> = {}): EngineRunPlan {
  const { platform, target } = registry.choose(url, selector === undefined ? {} : { [selector]: true });
  return { platform, target, world, options: { ...OPTIONS, ...options }, ...(cookies === undefined ? {} : { cookies }) };
}

const WHOLE: Partial<ExportOptions> = { replies: true };
const wholeRuns = new Map<SimulatedExport, ReturnType<typeof engineRun>>();

/** An export with replies, from its beginning to its end: once for all that looks at it. */
function wholeRunOf(simulated: SimulatedExport): ReturnType<typeof engineRun> {
  const run = wholeRuns.get(simulated) ?? engineRun(planOf(simulated, WHOLE));
  wholeRuns.set(simulated, run);
  return run;
}

describe.each(SIMULATED_EXPORTS.map((simulated): [string, SimulatedExport] => [nameOf(simulated), simulated]))('%s', (_, simulated) => {
  const plan = planOf(simulated, WHOLE);
  const wholeRun = () => wholeRunOf(simulated);

  it('gives items of the contract, and asks for nothing that is not there', async () => {
    const { items, job, unanswered, strayed } = await wholeRun();
    expect(unanswered).toEqual([]);
    expect(strayed).toEqual([]);
    expect(items.length).toBeGreaterThan(0);
    expect(job.exported).toBe(items.length);
    const kinds = KINDS[plan.target.type] ?? [];
    for (const item of items) {
      expect(itemSchema.strict().parse(item)).toStrictEqual(item);
      expect(kinds).toContain(item.kind);
      const topKind = TOP_KINDS[plan.target.type];
      if (topKind !== undefined) expect(item.kind).toBe(item.parentId === null ? topKind : 'reply');
      // Only a rating without words has an empty text.
      const texts = [item.title, item.author.name, item.language, item.url, ...(plan.target.type === 'reviews' ? [] : [item.text])];
      expect(texts.filter((text) => text?.trim() === '')).toEqual([]);
    }
    expect(new Set(items.map((item) => item.id)).size).toBe(items.length);
  });

  it('leaves further exports nothing that belongs to a visitor or an account', async () => {
    const { learnt, secrets } = await wholeRun();
    for (const { name, value, source } of learnt) {
      expect(value, name).toMatch(/^[\w.,-]+$/);
      expect(source, name).toMatch(/^https:\/\/[^?#]+$/);
      const own = [...secrets].filter((secret) => value.includes(secret) || secret.includes(value));
      expect(own, name).toEqual([]);
    }
  });

  it('has no total where its platform says that nothing states one', async () => {
    if (plan.platform.withoutTotal?.includes(plan.target.type)) expect((await wholeRun()).job.platformTotal).toBeNull();
  });

  it('goes on from any cut as if there had been none', async () => {
    const whole = await wholeRun();
    const cuts = [...new Set([1, 2, 3, 5, 8].filter((cut) => cut < whole.commits))];
    for (const cut of cuts) {
      const resumed = await engineRun({ ...plan, cutAfter: [cut] });
      expect(resumed.items, `cut after ${cut}`).toStrictEqual(whole.items);
      expect(resumed.job.platformTotal).toBe(whole.job.platformTotal);
    }
    const everyStep = await engineRun({ ...plan, cutAfter: Array.from({ length: whole.commits }, () => 1) });
    expect(everyStep.items).toStrictEqual(whole.items);
  });

  it('makes no request for replies that nobody wants', async () => {
    const [without, withReplies] = [await engineRun(planOf(simulated)), await wholeRun()];
    if (TOP_KINDS[plan.target.type] !== undefined) expect(without.items.filter((item) => item.kind === 'reply')).toEqual([]);
    expect(without.requests.length).toBeLessThanOrEqual(withReplies.requests.length);
    if (!plan.platform.options.includes('replies')) expect(without.items).toStrictEqual(withReplies.items);
  });

  it('keeps to the limit', async () => {
    const whole = await wholeRun();
    const limit = Math.ceil(whole.items.length / 3);
    const limited = await engineRun({ ...plan, options: { ...plan.options, limit } });
    expect(limited.items).toHaveLength(limit);
    expect(limited.requests.length).toBeLessThanOrEqual(whole.requests.length);
  });
});

describe.each(platforms.filter(([, { sorts = [] }]) => sorts.length > 0))('%s: sorts', (id, platform) => {
  it('gives its default sort without one, and otherwise each of them', async () => {
    const sorts = platform.sorts ?? [];
    const simulated = SIMULATED_EXPORTS.find((candidate) => candidate.platform === id);
    if (!simulated) throw new Error(`no simulated export of ${id}`);
    // What is sorted by us is asked for by the same requests.
    const orderedBy = async (sort: ExportOptions['sort']): Promise<readonly string[]> => {
      const { requests, items } = await engineRun(planOf(simulated, { sort }));
      return [...requests, ...items.map((item) => item.id)];
    };
    const bySort = await Promise.all(sorts.map(orderedBy));
    const own = await orderedBy(null);
    if (platform.hasOwnOrder) expect(bySort).not.toContainEqual(own);
    else expect(bySort[0]).toEqual(own);
    expect(new Set(bySort.map((requests) => JSON.stringify(requests))).size).toBe(sorts.length);
  });
});
