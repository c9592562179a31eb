import type { Item } from '#core/contract/item.ts';
import type { AboutSheet } from '#core/writers/about.ts';
import { gapOf } from '#test/engine/gap-of.ts';

const WORDS = (
  'the a this video is really great and I love it so much thanks for sharing what about next time please make more like you me best song ' +
  'ever heard wow 2024 amazing content keep going "quoted" x<y R&B never expected that ending, honestly'
).split(' ');
const ENDINGS = ['こんにちは、素晴らしい動画', 'مرحبا بك', '😂😂😂', 'Grüße aus Köln', 'Очень круто', '\nsecond line'];
const TEXTS = 5_000;
const PEOPLE = 60_000;
/** One top-level comment, then its replies. */
const THREAD = 5;
const START_MS = Date.UTC(2021, 0, 1);

/** Numbers in [0, 1) that are the same on every run. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state / 2 ** 32;
  };
}

function sentences(random: () => number): readonly string[] {
  return Array.from({ length: TEXTS }, () => {
    const words = Array.from({ length: 1 + Math.floor(random() * random() * 60) }, () => WORDS[Math.floor(random() * WORDS.length)]);
    const ending = random() < 0.25 ? ` ${ENDINGS[Math.floor(random() * ENDINGS.length)]}` : '';
    return words.join(' ') + ending;
  });
}

/** Items that are made; a longer dataset has them again and again, so that giving its rows takes no time. */
const BLOCK = 10_000;

/**
 * Made-up comments in chunks, the same on every call, that fill 20 columns: a thread of one comment and four replies
 * after the other, a quarter of the texts with emoji, other scripts or a second line.
 */
export function* generatedItems(count: number, chunkSize = 100): Generator<readonly Item[]> {
  const random = seededRandom(7);
  const texts = sentences(random);
  const block = Array.from({ length: Math.min(BLOCK, count) }, (_, index) => itemAt(index, texts, random));
  for (let start = 0; start < count; start += chunkSize) {
    const chunk: Item[] = [];
    for (let index = start; index < Math.min(start + chunkSize, count); index += 1) chunk.push(block[index % BLOCK] as Item);
    yield chunk;
  }
}

function itemAt(index: number, texts: readonly string[], random: () => number): Item {
  const idOf = (number: number): string => `Ugx${(Math.imul(number, 2_654_435_761) >>> 0).toString(36)}Ag${number}`;
  const person = (index * 7_919) % PEOPLE;
  const isReply = index % THREAD !== 0;
  const id = idOf(index);
  return {
    id,
    parentId: isReply ? idOf(index - (index % THREAD)) : null,
    kind: isReply ? 'reply' : 'comment',
    author: {
      name: `${WORDS[person % WORDS.length]} ${person}`,
      username: `@viewer${person}`,
      id: `UC${(Math.imul(person, 40_503) >>> 0).toString(36)}AbCdEfGhIj`,
      url: `https://video.example/@viewer${person}`,
      avatarUrl: null,
      verified: person % 50 === 0,
    },
    text: texts[(index * 31) % TEXTS] ?? null,
    createdAt: new Date(START_MS + index * 61_000).toISOString(),
    createdAtPrecision: 'second',
    relativeTime: null,
    likes: Math.floor(random() * random() * 5_000),
    dislikes: null,
    replyCount: isReply ? 0 : THREAD - 1,
    approximate: null,
    rating: null,
    ratingScale: null,
    title: null,
    language: 'en',
    url: `https://video.example/watch?v=dQw4w9WgXcQ&lc=${id}`,
    media: [],
    isPinned: false,
    isEdited: index % 9 === 0,
    isAuthorPost: false,
    ownerReply: null,
    extra: { heartedByCreator: index % 40 === 0, channelTier: `level ${index % 7}` },
  };
}

/** An `About` sheet as the engine would hand it over. */
export function aboutOf(exported: number): AboutSheet {
  return {
    url: 'https://video.example/watch?v=dQw4w9WgXcQ',
    platform: 'Video Example',
    createdAt: '2026-01-02T03:04:05.678Z',
    finishedAt: '2026-01-02T03:09:59.000Z',
    options: 'replies: yes, limit: 250,000',
    completeness: {
      platform_total: exported + 30,
      exported,
      missing: 30,
      gap: gapOf({ deleted: 12, blocked: 18 }),
      complete: false,
      summary: `${exported} of ${exported + 30} are here; 12 are gone on the platform, 18 were refused.`,
      pages: Math.ceil(exported / 20),
      requests: Math.ceil(exported / 20) + 3,
      retries: 3,
      waits: { count: 2, total_ms: 12_345 },
      doors: ['in-page API', 'public API'],
      routes: ['proxy 1 of the pool "Mine": BLOCKED', 'proxy 2 of the pool "Mine"'],
      notes: ['Thread Ugx1: given up after 3 tries (HTTP 500).', 'The list of replies ended early.'],
    },
  };
}
