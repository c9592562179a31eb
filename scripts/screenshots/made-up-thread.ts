import { FAMILY_NAMES, GIVEN_NAMES } from '#core/sandbox/words.ts';
import { seededRandom, type SeededRandom } from '#core/sandbox/random.ts';
import type { SimulatedAnswer, Simulator } from '#test/world/simulator.ts';

const OWNER = { did: 'did:plc:owner', handle: 'hillside.example', displayName: 'Hillside Bikes' };
const MINUTE_MS = 60_000;
/** All share the time between them, most of them soon after the post. */
const DAYS = 21;
const REPLIES_AT_MOST = 4;
const POPULAR = 12;
/** Replies that the platform counts and does not hand out. */
const NOT_SERVED = 7;
const OPENING = { key: 'root', author: OWNER, text: 'Spring is near. Reply to win a bike!', language: 'en' };

type Saying = readonly [language: string, text: string];
type Sayings = readonly [Saying, ...Saying[]];

/** What people might say of a bicycle, by language. */
const WORDS: Sayings = [
  ['en', 'This is exactly what I was hoping for. Love the colour!'],
  ['en', 'Great work. Ordered one on Monday, it arrived on Wednesday.'],
  ['en', 'Does the rack fit the older frame as well?'],
  ['en', 'Sadly the brakes squeal after a week. Quite disappointing for the price.'],
  ['en', 'Mine has done 4,000 km through two winters and still feels new.'],
  ['en', 'Support answered within an hour and sent a new bell. Wonderful people.'],
  ['en', 'Will there be a smaller size? Asking for my daughter.'],
  ['en', 'Too expensive for what it is, and the manual is terrible.'],
  ['en', 'The range is honest: 72 km with luggage and a lot of wind.'],
  ['en', 'Entering the draw! Fingers crossed.'],
  ['de', 'Sehr schönes Rad, die Schaltung ist wunderbar leise.'],
  ['de', 'Leider schon nach drei Wochen kaputt. Schade.'],
  ['de', 'Passt der Gepäckträger auch an das alte Modell?'],
  ['fr', 'Magnifique ! Je l’utilise tous les jours pour aller au travail.'],
  ['fr', 'Livraison trop lente, je suis déçu.'],
  ['es', 'Me encanta, la mejor compra del año.'],
  ['es', '¿Cuánto pesa con la batería?'],
  ['pt', 'Muito bom, recomendo a todos os amigos.'],
  ['ja', 'とても乗りやすくて、毎日使っています。'],
  ['ja', '色がきれいで気に入りました。'],
];
const ANSWERS: Sayings = [
  ['en', 'Same here, and I am very happy with it.'],
  ['en', 'Thank you! I wondered about that, too.'],
  ['en', 'Write to support, they helped me at once.'],
  ['de', 'Bei mir genauso, keine Probleme.'],
  ['es', 'Gracias, muy útil.'],
];

/** Where the thread stands, as one pastes it. */
export const MADE_UP_POST = `https://bsky.app/profile/${OWNER.handle}/post/root`;
/** Another address of it, for exports that come back. */
export const WATCHED_POST = `https://bsky.app/profile/${OWNER.handle}/post/watched`;
/** Of the last ones, how many are still to come at each look. */
const STILL_TO_COME = [160, 70, 0];
/** Of the first ones, where those stand that are gone, and written anew, at the last look. */
const CHANGED_LAST = { gone: [2, 5], edited: [1, 3, 6] };

/** How often somebody has come back to the thread; null: it stands as it is. */
export interface Looks {
  count: number | null;
}

interface ThreadParts {
  readonly threads: number;
  readonly newestMs: number;
  readonly looks: Looks;
}

/** Bluesky with one post and a few hundred made-up replies to it, the same ones each time. */
export function madeUpThread({ threads, newestMs, looks }: ThreadParts): Simulator {
  const random = seededRandom('a bicycle');
  const replies = Array.from({ length: threads }, (_, index) => threadOf(random, index, newestMs));
  const stated = NOT_SERVED + replies.reduce((sum, { replies: kids }) => sum + 1 + kids.length, 0);
  const opening = viewOf(postOf({ ...OPENING, atMs: newestMs - DAYS * 24 * 60 * MINUTE_MS, replies: stated }));
  return ({ url }): SimulatedAnswer | null => {
    if (url.hostname !== 'public.api.bsky.app') return null;
    if (url.pathname.endsWith('resolveHandle')) return { body: { did: OWNER.did } };
    return url.pathname.endsWith('getPostThread')
      ? { body: { thread: { ...opening, replies: repliesAt(replies, looks.count) } } }
      : { status: 404, body: { error: 'XRPCNotSupported' } };
  };
}

/** The replies as somebody finds them who comes back. */
function repliesAt(replies: readonly ThreadView[], look: number | null): readonly ThreadView[] {
  if (look === null) return replies;
  const here = replies.slice(0, replies.length - (STILL_TO_COME[look] ?? 0));
  if (look < STILL_TO_COME.length - 1) return here;
  const { gone, edited } = CHANGED_LAST;
  return here.flatMap((thread, at) => (gone.includes(at) ? [] : [edited.includes(at) ? rewritten(thread) : thread]));
}

function rewritten({ post, ...thread }: ThreadView): ThreadView {
  const { record } = post as { readonly record: { readonly text: string } };
  return { ...thread, post: { ...post, record: { ...record, text: `${record.text} Edit: thanks for all the answers!` } } };
}

function threadOf(random: SeededRandom, index: number, newestMs: number): ThreadView {
  const minutes = DAYS * 24 * 60;
  const atMs = newestMs - Math.floor((random.below(minutes) * random.below(minutes)) / minutes) * MINUTE_MS;
  const [language, text] = random.pick(WORDS);
  const kids = Array.from({ length: random.below(3) === 0 ? 1 + random.below(REPLIES_AT_MOST) : 0 }, (_, place) => {
    const [spoken, answer] = random.pick(ANSWERS);
    const key = `c${index}r${place}`;
    return viewOf(
      postOf({
        key,
        author: someone(random),
        text: answer,
        language: spoken,
        atMs: atMs + (place + 1) * MINUTE_MS,
        likes: random.below(9),
      }),
    );
  });
  const likes = index % POPULAR === 0 ? 40 + random.below(400) : random.below(24);
  const own = postOf({ key: `c${index}`, author: someone(random), text, language, atMs, likes, replies: kids.length });
  return { ...viewOf(own), replies: kids };
}

function someone(random: SeededRandom): typeof OWNER {
  const [given, family] = [random.pick(GIVEN_NAMES), random.pick(FAMILY_NAMES)];
  const handle = `${given}-${family}.example`.toLowerCase();
  return { did: `did:plc:${handle}`, handle, displayName: `${given} ${family}` };
}

interface MadeUpPost {
  readonly key: string;
  readonly author: typeof OWNER;
  readonly text: string;
  readonly language: string;
  readonly atMs: number;
  readonly likes?: number;
  readonly replies?: number;
}

function postOf({ key, author, text, language, atMs, likes = 0, replies = 0 }: MadeUpPost): object {
  const createdAt = new Date(atMs).toISOString();
  return {
    uri: `at://${OWNER.did}/app.bsky.feed.post/${key}`,
    cid: key,
    author,
    record: { $type: 'app.bsky.feed.post', text, createdAt, langs: [language] },
    replyCount: replies,
    likeCount: likes,
    repostCount: 0,
    quoteCount: 0,
    indexedAt: createdAt,
  };
}

interface ThreadView {
  readonly post: object;
  readonly replies: readonly object[];
}

function viewOf(post: object): { readonly $type: string; readonly post: object } {
  return { $type: 'app.bsky.feed.defs#threadViewPost', post };
}
