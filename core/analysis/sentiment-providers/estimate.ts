import type { ProviderDialect, ProviderSettings } from '#core/analysis/sentiment-providers/ports.ts';
import { INSTRUCTIONS, MAX_TEXT_LENGTH } from '#core/analysis/sentiment-providers/question.ts';

/** UTF-8 bytes to a token: about right for Latin scripts, a little high for others. */
const BYTES_PER_TOKEN = 4;
/** What frames a text in the question, and an answer to it. */
const TOKENS_PER_TEXT = 10;
const TOKENS_PER_VERDICT = 20;
/** The answer's schema, in the question. */
const TOKENS_OF_SCHEMA = 90;
const CHARACTERS_PER_UNIT = 1_000;
const MILLION = 1_000_000;

/** The texts of an export, counted. */
export interface TextSize {
  /** Texts that say something. */
  readonly texts: number;
  /** UTF-16 units, as far as they are sent. */
  readonly characters: number;
  /** The same in UTF-8. */
  readonly bytes: number;
  /** Started thousands of characters, text by text. */
  readonly units: number;
}

export const NO_TEXTS: TextSize = { texts: 0, characters: 0, bytes: 0, units: 0 };

interface Estimate {
  readonly requests: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly units: number;
  /** In the owner's currency; null where the owner gave no price. 0: on this machine. */
  readonly cost: number | null;
}

export function withText(size: TextSize, text: string): TextSize {
  if (text.trim() === '') return size;
  const sent = text.slice(0, MAX_TEXT_LENGTH);
  return {
    texts: size.texts + 1,
    characters: size.characters + sent.length,
    bytes: size.bytes + Buffer.byteLength(sent),
    units: size.units + Math.ceil(sent.length / CHARACTERS_PER_UNIT),
  };
}

/** What judging so many texts takes, before it is done. Tokens are a rough guess: each model cuts texts its own way. */
export function estimateOf({ texts, bytes, units }: TextSize, dialect: ProviderDialect, settings: ProviderSettings): Estimate {
  const requests = Math.ceil(texts / dialect.textsPerRequest);
  const { inputPrice, outputPrice } = settings;
  if (dialect.billing === 'units')
    return { requests, inputTokens: 0, outputTokens: 0, units, cost: inputPrice === null ? null : (units * inputPrice) / MILLION };
  const framing = Math.ceil(INSTRUCTIONS.length / BYTES_PER_TOKEN) + TOKENS_OF_SCHEMA;
  const inputTokens = Math.ceil(bytes / BYTES_PER_TOKEN) + texts * TOKENS_PER_TEXT + requests * framing;
  const outputTokens = texts * TOKENS_PER_VERDICT;
  if (dialect.isLocal === true) return { requests, inputTokens, outputTokens, units: 0, cost: 0 };
  const isPriced = inputPrice !== null && outputPrice !== null;
  const cost = isPriced ? (inputTokens * inputPrice + outputTokens * outputPrice) / MILLION : null;
  return { requests, inputTokens, outputTokens, units: 0, cost };
}
