import { factsOf, type PlatformFacts } from '#core/platform-api/define.ts';
import { sealPack } from '#core/packs/pack-file.ts';
import { makeKeyPair } from '#core/packs/signature.ts';
import type { Sample } from '#core/packs/samples.ts';
import { API_VERSION, rangeOf } from '#core/platform-api/version.ts';
import { makeItem } from '#core/platform-api/item.ts';

const MAKER = makeKeyPair();
export const EXAMPLE = 'https://gazette.press/story/7';
const AT_MS = Date.UTC(2026, 0, 1);

/** What the made-up platform says about itself. */
export const FACTS: PlatformFacts = factsOf({
  id: 'gazette',
  name: 'Gazette',
  homepage: 'https://gazette.press',
  description: 'Comments below a story.',
  category: 'forum',
  tier: 'all',
  recorded: null,
  comparedWith: [],
  targets: [
    {
      name: 'story',
      patterns: ['gazette.press/story/<id>'],
      examples: [EXAMPLE],
      exports: { own: { type: 'comments' } },
      match: () => null,
    },
  ],
  options: ['replies'],
  hosts: [],
  cookies: { need: 'none', domains: [] },
  transport: 'http',
  pace: { perSecond: 100, concurrency: 1 },
  start: () => [],
  fetchPage: async () => ({ items: [] }),
});

/** What its code does, as the texts of functions; left out: what an honest one does. */
interface Deeds {
  /** Run when the code is loaded. */
  readonly load?: string;
  /** `(url) => claims`. */
  readonly claims?: string;
  /** `async (cursor, session) => page`. */
  readonly fetchPage?: string;
  readonly samples?: readonly Sample[];
  readonly facts?: PlatformFacts;
}

export const ITEM = makeItem({ id: '1', kind: 'comment', text: 'Hello.' });
const ANSWER = {
  status: 200,
  headers: {},
  url: 'https://gazette.press/api/7',
  text: '{}',
  fetchedAtMs: AT_MS,
  isPart: false,
  refusal: null,
};
const SAMPLE: Sample = {
  url: EXAMPLE,
  selector: 'own',
  atMs: AT_MS,
  calls: [{ asked: `fetch ${JSON.stringify([{ url: 'https://gazette.press/api/7' }])}`, answer: ANSWER }],
  items: [ITEM],
};

const HONEST = {
  claims: `(url) => url.host === 'gazette.press' && url.segments[0] === 'story' ? [{ target: 'story', params: { id: url.segments[1] ?? '' } }] : []`,
  fetchPage: `async ({ id }, session) => { await session.fetch({ url: 'https://gazette.press/api/' + id }); return { items: [${JSON.stringify(ITEM)}] }; }`,
};

/** A pack of one platform, signed by `MAKER`. */
export function madePack({
  load = '',
  claims = HONEST.claims,
  fetchPage = HONEST.fetchPage,
  samples = [SAMPLE],
  facts = FACTS,
}: Deeds = {}): Uint8Array {
  const code = `(house) => {
  ${load}
  return {
    own: { facts: ${JSON.stringify(facts)}, hosts: ['gazette.press'] },
    claims: ${claims},
    start: ({ params }) => [{ cursor: { id: params.id }, role: 'page' }],
    fetchPage: ${fetchPage},
    pastedHosts: null,
    domainsOf: null,
  };
}`;
  const about = { version: '2026.11.26.2', date: '2026-11-26T10:00:00.000Z', api: rangeOf(API_VERSION) };
  return sealPack(about, [{ facts, code, samples: JSON.stringify(samples) }], MAKER.privateKey);
}
