import { diffArrays } from 'diff';

/** Words that stayed, went or came, one after the other. */
interface WordRun {
  readonly fate: 'kept' | 'gone' | 'come';
  readonly text: string;
}

/** Beyond these a text went as a whole and another came: the work grows with the words times those that differ. */
const MOST_LETTERS = 20_000;
const MOST_DIFFERENCES = 1_000;

/** What became of one text in another, word by word. Empty texts have no words. */
export function wordRuns(before: string, after: string): readonly WordRun[] {
  const changes =
    before.length + after.length > MOST_LETTERS
      ? undefined
      : diffArrays(wordsOf(before), wordsOf(after), { maxEditLength: MOST_DIFFERENCES });
  if (changes === undefined)
    return [
      { fate: 'gone', text: before },
      { fate: 'come', text: after },
    ];
  return changes.map(({ value, added, removed }) => ({ fate: removed ? 'gone' : added ? 'come' : 'kept', text: value.join('') }));
}

/** Words and what stands between them, in languages without blanks, too. */
function wordsOf(text: string): string[] {
  return Array.from(new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text), ({ segment }) => segment);
}
