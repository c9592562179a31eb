import { z } from 'zod';
import type { Item } from '#core/contract/item.ts';
import type { ExportType } from '#core/contract/options.ts';

/** What a text can be; `unclassified` where nobody could tell, never a guess. */
export const SENTIMENTS = ['positive', 'negative', 'neutral', 'unclassified'] as const;
export type Sentiment = (typeof SENTIMENTS)[number];

/** The answer for one text. */
export interface SentimentVerdict {
  readonly sentiment: Sentiment;
  /** From -1 (worst) to 1 (best), rounded to 3 decimals; null for `unclassified`. */
  readonly score: number | null;
  /** ISO 639-1 of the text, null where nobody can tell; left out where the judge does not say. */
  readonly language?: string | null;
}

/** Providers that are asked over HTTP, in the order in which one with a key is taken where the owner chose none. The last one is on this machine and has no key. */
export const PROVIDER_IDS = ['chat-completions', 'messages', 'natural-language', 'local-model'] as const;
export type ProviderId = (typeof PROVIDER_IDS)[number];

/** Judges that ask nobody: word lists and rules, and a neural network that the owner fetched. */
export const BUILT_IN = 'built-in' as const;
export const NEURAL = 'neural-model' as const;
/** All that the owner sets up. */
export const SET_UP_IDS = [...PROVIDER_IDS, NEURAL] as const;
export type SetUpId = (typeof SET_UP_IDS)[number];
export const JUDGE_IDS = [BUILT_IN, ...SET_UP_IDS] as const;
export type JudgeId = (typeof JUDGE_IDS)[number];

const count = z.int().min(0);

/** How far the judging of an export has come. */
export const sentimentAccountSchema = z.object({
  /** running: texts are being judged. done: all were. incomplete: it was given up, `note` says why; asked for again, it goes on. */
  state: z.enum(['running', 'done', 'incomplete']).meta({ examples: ['done'] }),
  judge: z.string().meta({ description: 'Who judges, for people.', examples: ['built-in analyzer'] }),
  judged: count.meta({ examples: [500] }),
  total: count.meta({ description: 'Items to judge.', examples: [500] }),
  unclassified: count.meta({ description: 'Among those judged: nobody could tell.', examples: [12] }),
  note: z
    .string()
    .nullable()
    .meta({ examples: [null] }),
});

export type SentimentAccount = z.infer<typeof sentimentAccountSchema>;

const LISTS_WITHOUT_TEXTS: ReadonlySet<ExportType> = new Set<ExportType>(['followers', 'following', 'likes', 'shares']);

/** False for lists of accounts, which have no texts to judge. */
export function hasTexts(type: ExportType): boolean {
  return !LISTS_WITHOUT_TEXTS.has(type);
}

/** What is judged of an item: a review's title is part of what it says. */
export function judgedText({ title = null, text = null }: Partial<Pick<Item, 'title' | 'text'>>): string {
  return [title, text].filter((part) => part !== null && part !== '').join('\n');
}
