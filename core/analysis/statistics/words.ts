import { EMOJI, plainEmoji } from '#core/analysis/emoji.ts';
import { CHARACTER, type Characters, createCharacters, UNSPACED_SCRIPTS } from '#core/analysis/statistics/characters.ts';
import { MostFrequent } from '#core/analysis/statistics/most-frequent.ts';
import { leans, type Side, tellingOf, ToneContrast } from '#core/analysis/statistics/tone-contrast.ts';
import type { StopWords } from '#core/analysis/statistics/stop-words.ts';
import { UnspacedSample } from '#core/analysis/statistics/unspaced-sample.ts';
import { joinedKey, KEY_FACTOR_HIGH, KEY_FACTOR_LOW, KEY_START_HIGH, KEY_START_LOW, textKey } from '#core/analysis/text-key.ts';
import type { Sentiment } from '#core/contract/sentiment.ts';
import type { ExportStatistics } from '#core/contract/statistics.ts';

/** Words beyond so many in one text are not counted. */
const MOST_WORDS_OF_TEXT = 4_096;
const SHORTEST_WORD = 2;
const ADDRESS = /(?:https?:\/\/|www\.)\S+/gi;
const EMOJI_PATTERN = new RegExp(EMOJI, 'gu');
/** The same runs of emoji come again and again: so many are remembered. */
const MOST_RUNS = 4_096;
const UNSPACED_RUN = new RegExp(`[${UNSPACED_SCRIPTS}]+`, 'gu');
/** Combining marks that a composed letter may hold already, and halves of letters beyond the first plane: other forms of plain ones mostly. */
const UNCOMMON = /[\u0300-\u036f\ud800-\ud83b]/;
/** Where a name goes on after a word of it. */
const INSIDE_NAME: ReadonlySet<string> = new Set(['.', '-', '_']);
const NO_RUNS: readonly string[] = [];
const KEYCAP = 0x20e3;
const SELECTOR = 0xfe0f;

/** What is known of an item besides its text. */
interface WordsOf {
  /** Its number, from 1 on. */
  readonly item: number;
  /** Its tag, or null where it is not known. */
  readonly language: string | null;
  readonly sentiment: Sentiment | null;
}

/** How long the lists are; `telling`: of what stands out by sentiment. */
type Sizes = Readonly<Record<'words' | 'emoji' | 'telling', number>>;

/**
 * Counts words and emoji: each once in an item. A word is a run of letters and digits of any script, in lower case; scripts
 * without blanks between words are cut by `Intl.Segmenter`. Left out: stop words, numbers, single letters, addresses, and
 * accounts that are mentioned.
 */
export class WordCount {
  readonly #stopWords: StopWords;
  readonly #characters: Characters = createCharacters();
  readonly #words = new MostFrequent<string>();
  readonly #emoji = new MostFrequent<string>();
  readonly #tones = { words: new ToneContrast(), emoji: new ToneContrast() };
  readonly #unspaced: UnspacedSample;
  readonly #keys = new Float64Array(MOST_WORDS_OF_TEXT);
  readonly #places = new Uint32Array(MOST_WORDS_OF_TEXT * 2);
  /** In which languages each is a stop word. */
  readonly #languages = new Int32Array(MOST_WORDS_OF_TEXT);
  readonly #hits = new Uint16Array(32);
  readonly #runs = new Map<string, readonly { readonly key: number; readonly emoji: string }[]>();
  #found = 0;
  #itemsWithEmoji = 0;

  constructor(stopWords: StopWords) {
    this.#stopWords = stopWords;
    this.#unspaced = new UnspacedSample(stopWords);
  }

  add(given: string, { item, language, sentiment }: WordsOf): void {
    const text = prepared(given);
    const { hasUnspaced, emojiRuns } = this.#scan(text);
    const side = leans(sentiment) ? sentiment : null;
    const stops = this.#stopWords.bitOf(language) || this.#likeliestLanguages();
    for (let at = 0; at < this.#found; at += 1) {
      const key = this.#keys[at] as number;
      if (((this.#languages[at] as number) & stops) !== 0) continue;
      if (side !== null) this.#tones.words.count(key, item, side);
      if (!this.#words.count(key, item)) continue;
      this.#words.keep(key, text.slice(this.#places[at * 2], this.#places[at * 2 + 1]).toLowerCase());
    }
    if (emojiRuns.length > 0) this.#addEmoji(emojiRuns, item, side);
    if (hasUnspaced) this.#unspaced.add(text.match(UNSPACED_RUN) ?? [], sentiment);
  }

  words({ words: size, telling }: Sizes): ExportStatistics['words'] {
    const spaced = this.#words.top(size, (word) => word).map(({ what, count }) => ({ word: what, count, estimated: false }));
    const unspaced = this.#unspaced.words({ words: size, telling });
    const all = [...spaced, ...unspaced.top].toSorted((a, b) => b.count - a.count || (a.word < b.word ? -1 : 1));
    const told = tellingOf(this.#tones.words, this.#words, telling);
    const both = (side: Side): ExportStatistics['words']['positive'] =>
      [...told[side].map(({ what, ...rest }) => ({ word: what, ...rest, estimated: false })), ...unspaced[side]]
        .toSorted((a, b) => b.z - a.z)
        .slice(0, telling);
    const distinct = this.#words.distinct + unspaced.distinct;
    return { distinct, top: all.slice(0, size), positive: both('positive'), negative: both('negative') };
  }

  emoji({ emoji: size, telling }: Sizes): ExportStatistics['emoji'] {
    const top = this.#emoji.top(size, (emoji) => emoji).map(({ what, count }) => ({ emoji: what, count }));
    const told = tellingOf(this.#tones.emoji, this.#emoji, telling);
    const side = (name: Side) => told[name].map(({ what, ...rest }) => ({ emoji: what, ...rest }));
    return { count: this.#itemsWithEmoji, distinct: this.#emoji.distinct, top, positive: side('positive'), negative: side('negative') };
  }

  /** Notes the keys and places of all words, so that the common case makes no strings. */
  #scan(text: string): { readonly hasUnspaced: boolean; readonly emojiRuns: readonly string[] } {
    const { classes } = this.#characters;
    let [emojiRuns, hasUnspaced, isMention]: [readonly string[], boolean, boolean] = [NO_RUNS, false, false];
    this.#found = 0;
    for (let at = 0; at < text.length;) {
      const kind = classes[text.charCodeAt(at)] as number;
      if (kind === CHARACTER.letter || kind === CHARACTER.digit) {
        at = this.#scanWord(text, at, isMention);
        isMention = isMention && INSIDE_NAME.has(text[at] ?? '');
      } else if (kind >= CHARACTER.pictograph) {
        const start = at;
        while (at < text.length && (classes[text.charCodeAt(at)] as number) >= CHARACTER.pictograph) at += 1;
        emojiRuns = [...emojiRuns, text.slice(isKeycap(text, start) ? start - 1 : start, at)];
        isMention = false;
        continue;
      } else {
        isMention = kind === CHARACTER.at || (isMention && text[at] === '_');
        hasUnspaced ||= kind === CHARACTER.unspaced;
        at += 1;
        continue;
      }
      if (isMention) at += 1;
    }
    return { hasUnspaced, emojiRuns };
  }

  /** Notes the word that begins at `start`, unless it names an account, and returns where it ends. */
  #scanWord(text: string, start: number, isMention: boolean): number {
    const { classes, lower } = this.#characters;
    let [low, high, letters, at] = [KEY_START_LOW, KEY_START_HIGH, 0, start];
    for (; at < text.length; at += 1) {
      const given = text.charCodeAt(at);
      const kind = classes[given] as number;
      if (kind < CHARACTER.letter || kind > CHARACTER.mark) break;
      const unit = lower[given] as number;
      low = Math.imul(low ^ unit, KEY_FACTOR_LOW);
      high = Math.imul(high ^ unit, KEY_FACTOR_HIGH);
      high ^= high >>> 17;
      if (kind === CHARACTER.letter) letters += 1;
    }
    if (letters > 0 && at - start >= SHORTEST_WORD && !isMention) this.#note(joinedKey(low, high), start, at);
    return at;
  }

  #note(key: number, start: number, end: number): void {
    if (this.#found >= MOST_WORDS_OF_TEXT) return;
    this.#keys[this.#found] = key;
    this.#languages[this.#found] = this.#stopWords.languagesOf(key);
    this.#places[this.#found * 2] = start;
    this.#places[this.#found * 2 + 1] = end;
    this.#found += 1;
  }

  /** Bits of the languages whose stop words the text has most of. */
  #likeliestLanguages(): number {
    const hits = this.#hits.fill(0);
    let most = 0;
    for (let at = 0; at < this.#found; at += 1) {
      for (let bits = this.#languages[at] as number; bits !== 0; bits &= bits - 1) {
        const place = 31 - Math.clz32(bits & -bits);
        most = Math.max(most, (hits[place] = (hits[place] as number) + 1));
      }
    }
    let likeliest = 0;
    if (most > 0) for (let place = 0; place < hits.length; place += 1) if (hits[place] === most) likeliest |= 1 << place;
    return likeliest;
  }

  #addEmoji(runs: readonly string[], item: number, side: Side | null): void {
    let count = 0;
    for (const run of runs) {
      for (const { key, emoji } of this.#emojiOf(run)) {
        if (side !== null) this.#tones.emoji.count(key, item, side);
        if (this.#emoji.count(key, item)) this.#emoji.keep(key, emoji);
        count += 1;
      }
    }
    if (count > 0) this.#itemsWithEmoji += 1;
  }

  #emojiOf(run: string): readonly { readonly key: number; readonly emoji: string }[] {
    const known = this.#runs.get(run);
    if (known !== undefined) return known;
    const emoji = (run.match(EMOJI_PATTERN) ?? []).map(plainEmoji).filter((found) => found !== null);
    const keyed = emoji.map((found) => ({ key: textKey(found), emoji: found }));
    if (this.#runs.size < MOST_RUNS) this.#runs.set(run, keyed);
    return keyed;
  }
}

function prepared(given: string): string {
  const plain = UNCOMMON.test(given) ? given.normalize('NFKC') : given;
  return plain.includes('://') || /www\./i.test(plain) ? plain.replace(ADDRESS, ' ') : plain;
}

/** A digit in front of the sign that puts a key around it. */
function isKeycap(text: string, start: number): boolean {
  const [first, second] = [text.charCodeAt(start), text.charCodeAt(start + 1)];
  return start > 0 && (first === KEYCAP || (first === SELECTOR && second === KEYCAP));
}
