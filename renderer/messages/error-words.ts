import { en, type MessageKey } from '#renderer/messages/en.ts';
import { useWords, type Words } from '#renderer/messages/use-messages.ts';

/** An error as the service tells it. */
interface ToldError {
  readonly code: string | null;
  /** In English, of the single case. */
  readonly message: string | null;
  /** What is wrong with which field; left out where it is not that. */
  readonly violations?: readonly Violation[];
  /** Until trying again helps; left out or null where nobody knows. */
  readonly secondsToWait?: number | null;
}

interface Violation {
  readonly propertyPath: string;
  readonly message: string;
}

type Speaker = Pick<Words, 'language' | 'text' | 'span'>;

/** Means of the API and of a terminal, of which nobody at the window has any. */
const OF_THE_API = /\boptions\.\w|\bheaders?\b|\bX-[A-Z]|\bCOMMENTDOCK_|\b(?:GET|POST|PATCH|DELETE) \/|`/;
const SENTENCE_END = /(?<=[.!?])\s+/;
/** The service's words are longer nowhere, but they may hold what a site said. */
const MOST_LETTERS = 2_000;

/** Whose answer, whose wall, which status, which place: what the service's words say of the single case in every language alike. */
const PARTICULARS: readonly RegExp[] = [
  /^(?:The name )?((?:[a-z\d-]+\.)+[a-z]{2,})\b/i,
  /\(([A-Z][\w .-]{1,40})\)\./,
  /(?:answered|status|page of) (\d{3})\b/,
  /\(at ([^()]{1,200})\)/,
  /^There is no \w+ ([\w-]{8,36})\b/,
];
const WAIT = /\bRetry in (\d{1,6}) (s|min|h)\b/;
const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, min: 60_000, h: 3_600_000 };

/**
 * What an error means, in the reader's language, with what is particular to the case. In English the service's own words say it, as far as
 * they do not speak of the API.
 */
export function errorWords(error: ToldError, words: Speaker): string {
  const { language, text, span } = words;
  const own = caseOf(error);
  if (language === 'en' && own !== null) return own;
  const { violations = [] } = error;
  const found = PARTICULARS.flatMap((pattern) => pattern.exec(headOf(error))?.[1] ?? []);
  const sentence = text(keyOf(error.code));
  const wrong = violations.map((violation) => withLabel(violation, words));
  const waitMs = waitOf(error);
  return [
    found.length === 0 ? sentence : text('error.case', { words: sentence, particulars: found.join(' · ') }),
    ...wrong,
    ...(waitMs === null ? [] : [text('error.again', { time: span(waitMs) })]),
  ].join(' ');
}

/** What the service says of the single case, where it says anything that helps at the window. */
export function caseOf({ message, violations = [] }: ToldError): string | null {
  if (message === null || violations.length > 0) return null;
  const helpful = message.split(SENTENCE_END).filter((sentence) => !OF_THE_API.test(sentence));
  return helpful.length === 0 ? null : helpful.join(' ');
}

function headOf({ message }: ToldError): string {
  return (message ?? '').slice(0, MOST_LETTERS);
}

function waitOf(error: ToldError): number | null {
  if (error.secondsToWait !== undefined && error.secondsToWait !== null) return error.secondsToWait * 1_000;
  const [, count, unit = ''] = WAIT.exec(headOf(error)) ?? [];
  return count === undefined ? null : Number(count) * (UNIT_MS[unit] ?? 0);
}

function keyOf(code: string | null): MessageKey {
  const key = `error.${code ?? ''}`;
  return Object.hasOwn(en, key) ? (key as MessageKey) : 'error.OTHER';
}

/** How the service says what a field must be (core/contract/issue-words.ts); `value` is what it names. */
const FIELD_SENTENCES: readonly (readonly [MessageKey, RegExp])[] = [
  ['field.required', /^is required\b/],
  ['field.empty', /^must not be empty\b/],
  ['field.shortest', /^must be at least (\d+) characters long\b/],
  ['field.longest', /^must be at most (\d+) characters long\b/],
  ['field.fewest', /^must be a list of at least (\d+) entries\b/],
  ['field.mostEntries', /^must be a list of at most (\d+) entries\b/],
  ['field.least', /^must be at least (-?[\d.]*\d)/],
  ['field.most', /^must be at most (-?[\d.]*\d)/],
  ['field.whole', /^must be a whole number\b/],
  ['field.number', /^must be a number\b/],
  ['field.oneOf', /^must be one of: ([^\n]{1,300})\.$/],
  ['field.url', /^is not a valid URL\b/],
  ['field.taken', /^"([^"\n]{1,200})" is the name of another\b/],
];

/** What is wrong with one field, in the reader's language. */
export function fieldWords({ message }: Violation, { language, text }: Pick<Words, 'language' | 'text'>): string {
  const said = message.slice(0, MOST_LETTERS).replace(/^`[^`]*`:? /, '');
  for (const [key, pattern] of FIELD_SENTENCES) {
    const found = pattern.exec(said);
    if (found !== null) return text(key, { value: found[1] ?? '' });
  }
  const own = language === 'en' ? caseOf({ code: null, message: said }) : null;
  return own ?? text('field.other');
}

/** With the name that the option has in the window, where it is one. */
function withLabel(violation: Violation, words: Speaker): string {
  const key = `option.${violation.propertyPath.split('.').at(-1) ?? ''}`;
  const said = fieldWords(violation, words);
  return Object.hasOwn(en, key) ? `${words.text(key as MessageKey)}: ${said}` : said;
}

/** `errorWords` in the language of the window. */
export function useErrorWords(): (error: ToldError) => string {
  const words = useWords();
  return (error) => errorWords(error, words);
}

/** What a refusal says of one field of a form; undefined where it says nothing of it. */
export function useFieldWords(): (error: Pick<ToldError, 'violations'> | null | undefined, field: string) => string | undefined {
  const words = useWords();
  return (error, field) => {
    const violation = error?.violations?.find(({ propertyPath }) => propertyPath === field);
    return violation === undefined ? undefined : fieldWords(violation, words);
  };
}
