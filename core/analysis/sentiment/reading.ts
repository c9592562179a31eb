import type { Entry, Lexicon } from '#core/analysis/sentiment/lexicon.ts';
import type { Token } from '#core/analysis/sentiment/tokens.ts';

/** An entry of the lexicon, found in a text. */
export interface Mark {
  readonly entry: Entry;
  /** First and last token, counted from the start of the sentence. */
  readonly from: number;
  readonly to: number;
  /** Number of the clause in its sentence. */
  readonly clause: number;
  readonly emphatic: boolean;
  /** Between quotation marks of its own. */
  readonly quoted: boolean;
}

/** A sentence as far as it matters. */
export interface Sentence {
  readonly marks: readonly Mark[];
  /** The marks that ended it: `!!`, `?`, or empty. */
  readonly ending: string;
}

/** A text as sentences of what the lexicon knows. */
export function readingOf(tokens: Iterable<Token>, lexicon: Lexicon): Sentence[] {
  const sentences: Sentence[] = [];
  let sentence: Token[] = [];
  for (const token of tokens) {
    if (token.kind !== 'stop') sentence.push(token);
    else {
      sentences.push({ marks: marksOf(sentence, lexicon), ending: token.text });
      sentence = [];
    }
  }
  sentences.push({ marks: marksOf(sentence, lexicon), ending: '' });
  return sentences;
}

function marksOf(tokens: readonly Token[], lexicon: Lexicon): Mark[] {
  const marks: Mark[] = [];
  let clause = 0;
  for (let at = 0; at < tokens.length;) {
    const token = tokens[at];
    if (token === undefined) break;
    if (token.kind === 'pause') clause += 1;
    const found = token.kind === 'rating' ? { entry: ratingEntry(token.text), length: 1 } : lexicon.match(tokens, at);
    const { entry, length } = found ?? { entry: null, length: 1 };
    if (entry?.role === 'contrast') clause += 1;
    if (entry !== null) {
      const emphatic = tokens.slice(at, at + length).some((word) => word.emphatic);
      marks.push({ entry, from: at, to: at + length - 1, clause, emphatic, quoted: token.quoted });
    }
    at += length;
  }
  return marks;
}

/** `02/10` and `22/10` are days of October: nobody rates with a zero in front, and `20/10` is as far as praise goes. */
const DATE = /^(?:0\d|2[1-9]|3[01])\/(?:5|10)$/;

/** `9/10` is praise, `2/5` is not, the middle says nothing, and neither does a date. */
function ratingEntry(rating: string): Entry {
  const [got = 0, best = 1] = rating.split('/').map((part) => Number(part.replace(',', '.')));
  const share = DATE.test(rating) ? 0.5 : got / best;
  const value = share > 1 ? 2 : share >= 0.8 ? 3 : share >= 0.65 ? 1.5 : share > 0.45 ? 0 : -3;
  return {
    words: [{ text: rating, open: false, gap: 0, choices: null }],
    role: 'opinion',
    value,
    alone: 0,
    negated: null,
    ironic: false,
    settled: true,
    scope: null,
  };
}
