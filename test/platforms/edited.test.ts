import { describe, expect, it } from 'vitest';
import type { Item } from '#core/contract/item.ts';
import { loadPlatforms } from '#core/platforms/registry.ts';
import { readAll } from '#test/platforms/read-all.ts';
import { isTested, SIMULATED_EXPORTS } from '#test/platforms/simulated-exports.ts';
import type { SimulatedAnswer, Simulator } from '#test/world/simulator.ts';

/** Names of the moments of writing and of the last change, by platform. */
const MOMENTS: Readonly<Record<string, readonly (readonly [written: string, changed: string])[]>> = {
  discord: [['timestamp', 'edited_timestamp']],
  etsy: [['created_timestamp', 'updated_timestamp']],
  github: [
    ['created_at', 'updated_at'],
    ['createdAt', 'lastEditedAt'],
  ],
  gitlab: [['createdAt', 'lastEditedAt']],
  lemmy: [
    ['published', 'updated'],
    ['published_at', 'updated_at'],
  ],
  mastodon: [['created_at', 'edited_at']],
  medium: [['firstPublishedAt', 'latestPublishedAt']],
  quora: [['creationTime', 'updatedTime']],
  reddit: [['created_utc', 'edited']],
  stackexchange: [['creation_date', 'last_edit_date']],
  steam: [['timestamp_created', 'timestamp_updated']],
  substack: [['date', 'edited_at']],
  trendyol: [['createdAt', 'lastModifiedAt']],
  truth_social: [['created_at', 'edited_at']],
  trustpilot: [['publishedDate', 'updatedDate']],
  vimeo: [['created_on', 'last_edited_on']],
  vk: [['date', 'edited']],
};

type Moment = number | string;
/** The moment of the last change that a platform states for what was written at `written`. */
type Change = (written: Moment) => unknown;

const atOnce: Change = (written) => written;
const later: Change = (written) =>
  typeof written === 'number' ? written + 60_000_000 : new Date(Date.parse(written) + 86_400_000).toISOString();
const zero: Change = (written) => (typeof written === 'number' ? 0 : '');
const nothing: Change = () => null;

const SCRIPT = /(<script\b[^<>]*>)(\{[\s\S]*?\})(<\/script>)/g;
/** A string of JavaScript that holds JSON. */
const PUSHED = /(\.push\()("(?:[^"\\]|\\.)*")/g;
const registry = await loadPlatforms();

/** The same site, on which everything was last changed at such a moment. */
function changedAt(simulator: Simulator, platform: string, change: Change): Simulator {
  const restamp = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(restamp);
    if (typeof value !== 'object' || value === null) return value;
    const copy: Record<string, unknown> = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, restamp(part)]));
    // A flag of the same meaning, which has no moment.
    if (copy['edited'] === true) copy['edited'] = false;
    for (const [written, changed] of MOMENTS[platform] ?? []) {
      const moment = copy[written];
      if (typeof moment === 'number' || typeof moment === 'string') copy[changed] = change(moment);
    }
    return copy;
  };
  return async (request) => {
    const answer = await simulator(request);
    return answer === null ? null : { ...answer, ...(answer.body === undefined ? {} : { body: restamped(answer.body, restamp) }) };
  };
}

function restamped(body: NonNullable<SimulatedAnswer['body']>, restamp: (value: unknown) => unknown): string | object {
  if (typeof body === 'object' && !Buffer.isBuffer(body)) return restamp(JSON.parse(JSON.stringify(body))) as object;
  const text = body.toString();
  if (/^\s*[[{]/.test(text)) return JSON.stringify(restamp(JSON.parse(text)));
  const within = (json: string): string => JSON.stringify(restamp(JSON.parse(json)));
  const spelt = (literal: string): string => JSON.stringify(within(String(JSON.parse(literal.replaceAll(String.raw`\x3C`, '<')))));
  return text
    .replace(SCRIPT, (_whole, open: string, json: string, close: string) => open + within(json) + close)
    .replace(PUSHED, (_whole, open: string, literal: string) => open + spelt(literal));
}

async function itemsOf(platform: string, change: Change): Promise<readonly Item[]> {
  const definition = registry.find(platform);
  if (definition === null || definition === undefined) throw new Error(`there is no ${platform}`);
  const exports = SIMULATED_EXPORTS.filter((each) => each.platform === platform && (each.selector ?? 'own') === 'own');
  const runs = exports.map(({ url, world, cookies }) =>
    readAll(
      definition,
      url,
      [{ match: '', simulator: changedAt(world(), platform, change) }],
      { replies: true },
      cookies && { ...cookies },
    ),
  );
  return (await Promise.all(runs)).flatMap(({ items }) => items);
}

describe.each(Object.keys(MOMENTS).filter(isTested))('%s', (platform) => {
  it.each([
    ['the moment of writing', atOnce],
    ['0, or an empty text', zero],
    ['null', nothing],
  ])('is never edited where the last change is at %s', async (_words, change) => {
    const items = await itemsOf(platform, change);
    expect(items.filter(({ isEdited }) => isEdited === true).map(({ id }) => id)).toEqual([]);
    expect(items.length).toBeGreaterThan(0);
  });

  it('is edited where the last change came later', async () => {
    expect((await itemsOf(platform, later)).filter(({ isEdited }) => isEdited === true).length).toBeGreaterThan(0);
  });
});
