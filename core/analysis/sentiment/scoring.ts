import type { Entry, NegationScope } from '#core/analysis/sentiment/lexicon.ts';
import type { Mark, Sentence } from '#core/analysis/sentiment/reading.ts';

/** How much of a weight is left, and on which side, when it is negated: "not great" is bad, "not terrible" is hardly good. */
const NEGATED_PRAISE = -0.75;
const NEGATED_BLAME = -0.5;
const EMPHASIS = 1.25;
const EXCLAMATION = 0.1;
const MOST_EXCLAMATIONS = 3;
/** "Is it good?" praises little, "why is it so bad?" still blames. */
const ASKED_PRAISE = 0.35;
const ASKED_BLAME = 0.75;
const BEFORE_CONTRAST = 0.6;
const AFTER_CONTRAST = 1.2;
const CONCEDED = 0.4;
const WISHED_PRAISE = 0.25;
/** In a text that weighs two sides. */
const BALANCED = 0.2;
const SARCASTIC_PRAISE = -0.5;
/** Praise between quotation marks of its own, and what somebody had thought before. */
const QUOTED_PRAISE = -0.35;
const MISTAKEN = -0.4;
/** An ironic opener with nothing but "another" or "again" behind it. */
const IRONY = -1.5;
/** A denial that turns no opinion: people deny more often when they complain. */
const IDLE_NEGATION = -0.7;
const STRONGEST_DEGREE = 2;
/** Tokens between a degree word and its opinion, at most. */
const DEGREE_REACH = 2;
/** Marks before an opinion that are looked through for what it stands under: a clause is rarely longer. */
const LONGEST_LOOK_BACK = 12;
/** Headlines and advertisements speak of good and bad things, and mean neither praise nor blame. */
const LINKED = 0.8;
/** The larger, the more opinion it takes to get near 1. */
export const SPREAD = 12;

/** An opinion with all that stands around it counted in. */
interface Opinion {
  weight: number;
  readonly mark: Mark;
}

/**
 * From -1 to 1, rounded to 3 decimals; 0 where nothing was said.
 * @param kind `linked`: the text points elsewhere
 * @param leaning of its other words, in the measure of opinions
 */
export function scoreReading(sentences: readonly Sentence[], kind: 'linked' | 'plain', leaning = 0): number {
  const opinions = sentences.map(opinionsOf);
  for (const [i, { marks }] of sentences.entries()) {
    turnMistaken(opinions[i] ?? [], marks);
    const contrast = marks.findLastIndex(({ entry }) => entry.role === 'contrast');
    if (contrast < 0) continue;
    const previous = contrast === 0 || marks[contrast]?.from === 0 ? (opinions[i - 1] ?? []) : [];
    weighContrast(opinions[i] ?? [], previous, marks[contrast]?.from ?? 0);
  }
  turnIronicOpener(opinions.flat(), sentences);
  const seen = new Map<string, number>();
  const tone = toneOf(sentences);
  const idle = sentences.reduce((total, { marks }) => total + IDLE_NEGATION * turningOf(marks).idle, 0);
  const sum = opinions.flat().reduce((total, opinion) => total + tone(opinion.weight * novelty(opinion, seen)), idle + leaning);
  const share = kind === 'linked' ? LINKED : 1;
  return Math.round((sum / Math.sqrt(sum * sum + SPREAD)) * share * 1000) / 1000 + 0;
}

/** What holds for the whole text: sarcasm and balance. */
function toneOf(sentences: readonly Sentence[]): (weight: number) => number {
  const roles = new Set(sentences.flatMap(({ marks }) => marks.map(({ entry }) => entry.role)));
  const balance = roles.has('balance') ? BALANCED : 1;
  const praise = roles.has('sarcasm') ? SARCASTIC_PRAISE : 1;
  return (weight) => weight * balance * (weight > 0 ? praise : 1);
}

/** Ten equal emoji are not ten opinions. */
function novelty({ mark }: Opinion, seen: Map<string, number>): number {
  const key = mark.entry.words.map(({ text }) => text).join(' ');
  const times = (seen.get(key) ?? 0) + 1;
  seen.set(key, times);
  return times === 1 ? 1 : 0.5 / times;
}

function opinionsOf({ marks, ending }: Sentence): Opinion[] {
  const { negated } = turningOf(marks);
  return marks.flatMap((mark, i) => {
    const value = valueOf(marks, i);
    const isNegated = negated.has(mark);
    if (value === 0 && (mark.entry.negated === null || !isNegated)) return [];
    let weight = (isNegated ? negatedValue(value, mark.entry) : value) * degreeBefore(marks, i) * (mark.emphatic ? EMPHASIS : 1);
    if (mark.quoted && weight > 0) weight *= QUOTED_PRAISE;
    weight *= settingFactor(marks, i, weight) * endingFactor(ending, weight);
    return [{ weight, mark }];
  });
}

function negatedValue(value: number, { negated }: Entry): number {
  return negated ?? value * (value > 0 ? NEGATED_PRAISE : NEGATED_BLAME);
}

function valueOf(marks: readonly Mark[], index: number): number {
  const mark = marks[index];
  if (mark === undefined) return 0;
  const { role, value, alone } = mark.entry;
  if (role === 'opinion' || role === 'sarcasm') return value;
  const next = marks[index + 1];
  const isAlone = next === undefined || next.clause !== mark.clause || next.from - mark.to > DEGREE_REACH || !isStrengthened(next);
  return isAlone ? alone : 0;
}

function isStrengthened({ entry }: Mark): boolean {
  return entry.role === 'degree' || (entry.role === 'opinion' && entry.value !== 0);
}

/** What the negations of a sentence do. */
interface Turning {
  readonly negated: ReadonlySet<Mark>;
  /** Negations that found nothing to turn. */
  readonly idle: number;
}

/** Each negation turns the opinions ahead of it, as far as it reaches within the clause; else, where its language has that, the nearest one behind. */
function turningOf(marks: readonly Mark[]): Turning {
  const negated = new Set<Mark>();
  let idle = 0;
  for (const [i, negation] of marks.entries()) {
    const { scope } = negation.entry;
    if (scope === null) continue;
    const turned = turnedBy(marks, i, scope);
    for (const mark of turned) negated.add(mark);
    if (turned.length === 0) idle += 1;
  }
  return { negated, idle };
}

function turnedBy(marks: readonly Mark[], index: number, { side, reach }: NegationScope): Mark[] {
  const ahead = side === 'backward' ? [] : within(marks, index, 1, reach);
  if (side === 'forward' || ahead.length > 0) return ahead;
  const [behind] = within(marks, index, -1, reach);
  // "It crashes and does not connect": what follows a complaint rarely takes it back.
  return behind !== undefined && (side === 'backward' || behind.entry.value > 0) ? [behind] : [];
}

/** The marks beside one, in its clause and at most `reach` tokens away, that a negation can turn; the nearest first. */
function within(marks: readonly Mark[], index: number, step: 1 | -1, reach: number): Mark[] {
  const found: Mark[] = [];
  const origin = marks[index];
  for (let i = index + step; origin !== undefined; i += step) {
    const mark = marks[i];
    if (mark === undefined || mark.clause !== origin.clause) break;
    if ((step === 1 ? mark.from - origin.to : origin.from - mark.to) > reach) break;
    if (canTurn(mark.entry)) found.push(mark);
  }
  return found;
}

function canTurn({ role, value, alone, negated, settled }: Entry): boolean {
  return !settled && ((role === 'opinion' && value !== 0) || alone !== 0 || negated !== null);
}

/** Degrees right before an opinion, one after the other: "really very good". */
function degreeBefore(marks: readonly Mark[], index: number): number {
  let factor = 1;
  let next = marks[index];
  for (let i = index - 1; i >= 0; i -= 1) {
    const mark = marks[i];
    if (mark === undefined || next === undefined || mark.entry.role !== 'degree') break;
    if (mark.clause !== next.clause || next.from - mark.to > DEGREE_REACH) break;
    factor *= mark.entry.value * (mark.emphatic ? EMPHASIS : 1);
    next = mark;
  }
  return Math.min(factor, STRONGEST_DEGREE);
}

/** Conceded and wished things count less; both hold until their clause ends. */
function settingFactor(marks: readonly Mark[], index: number, weight: number): number {
  let factor = 1;
  for (let i = index - 1; i >= index - LONGEST_LOOK_BACK && marks[i]?.clause === marks[index]?.clause; i -= 1) {
    const role = marks[i]?.entry.role;
    if (role === undefined) break;
    if (role === 'concession') factor = CONCEDED;
    if (role === 'irrealis' && weight > 0) factor = WISHED_PRAISE;
  }
  return factor;
}

function endingFactor(ending: string, weight: number): number {
  if (ending.includes('?')) return weight > 0 ? ASKED_PRAISE : ASKED_BLAME;
  return 1 + EXCLAMATION * Math.min(MOST_EXCLAMATIONS, ending.split('!').length - 1);
}

/** "I thought it would be junk, but it is great": what was thought holds until the sentence turns. */
function turnMistaken(opinions: readonly Opinion[], marks: readonly Mark[]): void {
  const mistaken = marks.find(({ entry }) => entry.role === 'mistaken');
  if (mistaken === undefined) return;
  const end = marks.find(({ entry, from }) => entry.role === 'contrast' && from > mistaken.to)?.from ?? Infinity;
  for (const opinion of opinions) if (opinion.mark.from > mistaken.to && opinion.mark.from < end) opinion.weight *= MISTAKEN;
}

/** "Great, another ad", "Super. Broken after a day.": praise that opens a text and is followed by complaints alone. */
function turnIronicOpener(opinions: readonly Opinion[], [first, second]: readonly Sentence[]): void {
  const [opener, ...rest] = opinions;
  const mark = first?.marks[0];
  if (first === undefined || opener === undefined || mark === undefined || opener.mark !== mark || !mark.entry.ironic || opener.weight <= 0)
    return;
  const next = first.marks[1] ?? second?.marks[0];
  const near = next !== undefined && (next === first.marks[1] ? next.from - mark.to <= 2 : next.from === 0);
  const repeated = near && next?.entry.role === 'again';
  const isApart = first.marks[1] === undefined || first.marks[1].clause !== mark.clause;
  const complaints = isApart && rest.length > 0 && rest.every(({ weight }) => weight < 0);
  const turned = [...first.marks, ...(second?.marks ?? [])].some(({ entry }) => entry.role === 'contrast');
  if (repeated) opener.weight = IRONY + Math.min(0, -opener.weight * 0.25);
  else if (complaints && !turned) opener.weight *= SARCASTIC_PRAISE;
}

function weighContrast(opinions: readonly Opinion[], previous: readonly Opinion[], contrastAt: number): void {
  for (const opinion of previous) opinion.weight *= BEFORE_CONTRAST;
  for (const opinion of opinions) opinion.weight *= opinion.mark.from < contrastAt ? BEFORE_CONTRAST : AFTER_CONTRAST;
}
