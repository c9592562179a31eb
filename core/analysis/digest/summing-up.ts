import { z } from 'zod';
import { type Finding, findingsIn, listOf, type ReadQuestion, TEXTS_ARE_DATA } from '#core/analysis/digest/reading.ts';
import { beginningOf } from '#core/analysis/sentiment-providers/question.ts';

/** Topics that are shown to the model once more, and examples of each: these too stay below 4,096 tokens. */
const MOST_TOPICS = 15;
const EXAMPLES = 2;
const EXAMPLE_LENGTH = 120;
const MOST_SENTENCES = 8;
const MAX_SENTENCE_LENGTH = 300;

interface SummingUp {
  /** Those of one meaning together, the largest first. */
  readonly topics: readonly Finding[];
  /** Sentences, each with rows that bear it out. */
  readonly summary: readonly Finding[];
}

const INSTRUCTIONS =
  `Below are topics of comments, with how many rows speak of each, and some of these rows. ${TEXTS_ARE_DATA} ` +
  'Sum up in at most eight short sentences what the comments say, in their language; for each sentence give the rows that bear it out, of those ' +
  'that you are shown. Then list the ids of topics that mean the same, those of one meaning together, each id once.';

const SCHEMA = {
  type: 'object',
  properties: {
    summary: listOf({ sentence: { type: 'string' } }),
    same: { type: 'array', items: { type: 'array', items: { type: 'integer' } } },
  },
  required: ['summary', 'same'],
  additionalProperties: false,
} as const;

const answerSchema = z.object({ summary: z.array(z.unknown()), same: z.array(z.unknown()) });
const sentenceSchema = z
  .object({ sentence: z.string(), rows: z.array(z.unknown()) })
  .transform(({ sentence, rows }) => ({ text: sentence, rows }));
const idsSchema = z.array(z.int());

/** Findings of the same words as one, those of most rows first. */
export function gathered(findings: readonly Finding[]): readonly Finding[] {
  const byName = new Map<string, { readonly text: string; readonly rows: Set<number> }>();
  for (const { text, rows } of findings) {
    const name = text.normalize('NFKC').toLowerCase();
    const known = byName.get(name) ?? { text, rows: new Set<number>() };
    for (const row of rows) known.rows.add(row);
    byName.set(name, known);
  }
  return inOrder([...byName.values()].map(({ text, rows }) => ({ text, rows: [...rows].toSorted((a, b) => a - b) })));
}

/** Asks for a summary out of topics and examples of their rows. @param texts of all rows that topics name */
export function summingUpOf(topics: readonly Finding[], texts: ReadonlyMap<number, string>): ReadQuestion<SummingUp> {
  const asked = topics.slice(0, MOST_TOPICS);
  const shown = new Set(asked.flatMap(({ rows }) => rows.slice(0, EXAMPLES)));
  const exampleOf = (row: number) => ({ row, text: beginningOf(texts.get(row) ?? '', EXAMPLE_LENGTH) });
  const told = asked.map(({ text, rows }, at) => ({
    id: at + 1,
    topic: text,
    count: rows.length,
    rows: rows.slice(0, EXAMPLES).map(exampleOf),
  }));
  return {
    instructions: INSTRUCTIONS,
    content: JSON.stringify({ topics: told }),
    name: 'summary',
    schema: SCHEMA,
    read(written) {
      const answer = answerSchema.safeParse(written);
      if (!answer.success) return null;
      const limits = { shown, mostLength: MAX_SENTENCE_LENGTH, most: MOST_SENTENCES };
      return {
        topics: joined(topics, groupsIn(answer.data.same, asked.length)),
        summary: findingsIn(answer.data.summary, sentenceSchema, limits),
      };
    },
  };
}

/** Places of topics that belong together. An id that is none, or stands in a group before, is left out. */
function groupsIn(entries: readonly unknown[], count: number): readonly (readonly number[])[] {
  const taken = new Set<number>();
  return entries.slice(0, count).map((entry) => {
    const ids = new Set((idsSchema.safeParse(entry).data ?? []).filter((id) => id >= 1 && id <= count && !taken.has(id)));
    for (const id of ids) taken.add(id);
    return [...ids].map((id) => id - 1);
  });
}

/** A group goes by the name of its largest topic. */
function joined(topics: readonly Finding[], groups: readonly (readonly number[])[]): readonly Finding[] {
  const leaders = new Map(groups.flatMap((group) => group.map((place) => [place, Math.min(...group)] as const)));
  return gathered(topics.map((topic, place) => ({ ...topic, text: topics[leaders.get(place) ?? place]?.text ?? topic.text })));
}

function inOrder(findings: readonly Finding[]): readonly Finding[] {
  return findings.toSorted((a, b) => b.rows.length - a.rows.length || (a.rows[0] ?? 0) - (b.rows[0] ?? 0));
}
