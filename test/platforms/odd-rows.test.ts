import { describe, expect, it } from 'vitest';
import type { ExportOptions } from '#core/platform-api/define.ts';
import { loadPlatforms } from '#core/platforms/registry.ts';
import { engineRuns, type EngineRunPlan } from '#test/platforms/engine-run.ts';
import { isTested, nameOf, SIMULATED_EXPORTS } from '#test/platforms/simulated-exports.ts';
import type { SimulatedExport } from '#test/world/simulated-export.ts';
import { FEWEST_ROWS, listsIn, type Marks, marksOf, withSpoiltRow } from '#test/platforms/spoilt-row.ts';
import type { SimulatedAnswer, Simulator } from '#test/world/simulator.ts';

const engineRun = engineRuns();

const registry = await loadPlatforms();

const OPTIONS: ExportOptions = { replies: false, sort: null, limit: 1_000_000, minTimestamp: null, maxTimestamp: null, countries: [] };

const ONE_ITEM = 'no list: one item, which its address names';
const TWO_FORMS = 'two doors give each row, each in a form of its own: an odd one is counted at both';

/** Exports without a list of rows that could be spoilt from outside, or whose rows stand in two. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'ao3: https://archiveofourown.org/comments/1040': ONE_ITEM,
  'ao3: https://archiveofourown.org/works/424242 (likes)':
    'a row is a link alone, of which the words are all that another form could change',
  'appstore: https://itunes.apple.com/us/app/full-feed/id123456789': TWO_FORMS,
  'dailymotion: https://www.dailymotion.com/video/x8abcde': 'no answer has more than two comments beside each other',
  'disqus: https://blog.example.org/a-post/#disqus_thread': TWO_FORMS,
  'facebook: https://www.facebook.com/example.page': 'each post comes in a line of the answer of its own',
  'goodreads: https://www.goodreads.com/book/show/7-x': TWO_FORMS,
  'goodreads: https://www.goodreads.com/book/isbn/9780132350884': TWO_FORMS,
  'google_search: https://www.google.com/search?q=two+words': 'a result has no id but its place: the last one is missing, whichever is odd',
  'hackernews: https://news.ycombinator.com/item?id=1000000': 'each comment is an answer of its own at the last door',
  'imdb: https://www.imdb.com/review/rw5000003/': ONE_ITEM,
  'itch_io: https://itch.io/post/7999900': ONE_ITEM,
  'lemmy: https://lemmy.example/comment/5000002': 'no answer has more than two comments beside each other',
  'letterboxd: https://letterboxd.com/somebody/': 'the row stands in a box beside a poster, and is known by its own marks alone',
  'linkedin: https://www.linkedin.com/posts/owner_words-activity-7123456789012345678-AbCd (visitor)':
    'each comment stands in two forms, and comes from the other one where one is odd',
  'myanimelist: https://myanimelist.net/reviews.php?id=1003': ONE_ITEM,
  'odysee: https://odysee.com/@Somebody:c/a-video:d (live)': 'said over a line, and not again',
  'quora: https://www.quora.com/What-is-it': 'each answer stands in a script of its own',
  'rumble: https://rumble.com/v4abcde-some-words.html': 'replies stand within the row, and the total is counted by rows',
  'target: https://tgt.biz/thing': 'no answer has more than two reviews beside each other',
  'twitch: https://www.twitch.tv/somebody (live)': 'said over a line, and not again',
  'weibo: https://weibo.cn/repost/J5cVGuUNq (shares)': 'a row is known by the account and the time in it, and is none without',
};

function planOf({ url, selector, cookies, world }: SimulatedExport): EngineRunPlan {
  const { platform, target } = registry.choose(url, selector === undefined ? {} : { [selector]: true });
  return { platform, target, world, options: OPTIONS, ...(cookies === undefined ? {} : { cookies }) };
}

function textOf({ body }: SimulatedAnswer): string {
  if (body === undefined) return '';
  return typeof body === 'string' || Buffer.isBuffer(body) ? body.toString() : JSON.stringify(body);
}

/** Every answer of an export, in the order in which they came. */
async function answersOf(plan: EngineRunPlan) {
  const answers: string[] = [];
  const world = (): Simulator => {
    const simulator = plan.world();
    return async (request) => {
      const answer = await simulator(request);
      if (isAnswer(answer)) answers.push(textOf(answer));
      return answer;
    };
  };
  return { usual: await engineRun({ ...plan, world }), answers };
}

function isAnswer(answer: SimulatedAnswer | null): answer is SimulatedAnswer {
  return answer !== null && (answer.status ?? 200) === 200 && answer.line === undefined;
}

/** A row in the midst of the first answer that has three: rather one that stands in no other answer. */
function rowToSpoil(answers: readonly string[], marks: Marks): string | null {
  const standing = answers.map((text) => listsIn(text, marks).filter(({ length }) => length >= FEWEST_ROWS));
  const [list] = standing.find((lists) => lists.length > 0) ?? [];
  if (list === undefined) return null;
  const answersWith = (itemId: string): number =>
    standing.filter((lists) => lists.some(({ rows }) => rows.some((row) => row.itemId === itemId))).length;
  const rows = list.rows.toSorted((one, other) => answersWith(one.itemId) - answersWith(other.itemId));
  const rarest = rows.filter(({ itemId }) => answersWith(itemId) === answersWith(rows[0]?.itemId ?? ''));
  return rarest[Math.floor(rarest.length / 2)]?.itemId ?? null;
}

function spoiltWorld(plan: EngineRunPlan, marks: Marks, itemId: string): () => Simulator {
  return () => {
    const simulator = plan.world();
    return async (request) => {
      const answer = await simulator(request);
      if (!isAnswer(answer)) return answer;
      const text = textOf(answer);
      const spoilt = withSpoiltRow(text, marks, itemId);
      return spoilt === text ? answer : { ...answer, body: spoilt };
    };
  };
}

const EXPORTS = SIMULATED_EXPORTS.map((simulated): [string, SimulatedExport] => [nameOf(simulated), simulated]);

it('leaves out no export that is not there', () => {
  const names = new Set(EXPORTS.map(([name]) => name));
  expect(Object.keys(LEFT_OUT).filter((name) => isTested(name.split(':', 1)[0] ?? '') && !names.has(name))).toEqual([]);
});

describe.each(EXPORTS.filter(([name]) => !(name in LEFT_OUT)))('%s', (_, simulated) => {
  it('loses one row where one is odd, and says so', async () => {
    const plan = planOf(simulated);
    const { usual, answers } = await answersOf(plan);
    const marks = marksOf(usual.items);
    const itemId = rowToSpoil(answers, marks);
    expect(itemId, 'a list of rows in an answer').not.toBeNull();
    const odd = await engineRun({ ...plan, world: spoiltWorld(plan, marks, itemId as string) });
    const kept = new Set(odd.items.map(({ id }) => id));
    expect(usual.items.filter(({ id }) => !kept.has(id)).map(({ id }) => id)).toEqual([itemId]);
    expect(odd.items).toHaveLength(usual.items.length - 1);
    expect(odd.completeness.gap.unreadable).toBe(1);
    expect(odd.completeness.notes).toContainEqual(expect.stringMatching(/^A row had an unknown form \(at .+\)\.$/));
    expect(odd.completeness.exported + odd.completeness.missing).toBe(usual.completeness.exported + usual.completeness.missing);
  });
});
