import type { ModelManifest } from '#core/analysis/neural/manifest.ts';
import { openNetwork } from '#core/analysis/neural/network.ts';
import { modelOf, unusable } from '#core/analysis/neural/shelf.ts';
import { openTextTokens } from '#core/analysis/neural/text-tokens.ts';
import { verdictOf } from '#core/analysis/neural/verdict.ts';
import { CommentdockError } from '#core/contract/error.ts';
import type { SentimentVerdict } from '#core/contract/sentiment.ts';

/** A text with the language that it is in; null: nobody can tell; `any`: it is judged whatever the model reads. */
export interface TextInLanguage {
  readonly text: string;
  readonly language: string | null;
}

export interface NeuralJudge {
  /** One text after the other. @throws CommentdockError INVALID_REQUEST where the model breaks down */
  judge(texts: readonly TextInLanguage[]): Promise<readonly SentimentVerdict[]>;
  close(): Promise<void>;
}

const UNCLASSIFIED: SentimentVerdict = { sentiment: 'unclassified', score: null };

/**
 * Loads a model of the data folder.
 * @throws CommentdockError INVALID_REQUEST where it is not there, differs from what was fetched, or is none
 */
export async function openNeuralJudge(dataDir: string, id: string): Promise<NeuralJudge> {
  const { manifest, model, tokenizer } = await modelOf(dataDir, id);
  return ofModel(id, async () => {
    const tokensOf = openTextTokens(tokenizer, manifest.max_tokens);
    const network = await openNetwork(model);
    const judged = async ({ text, language }: TextInLanguage): Promise<SentimentVerdict> => {
      const tokens = reads(manifest, language) ? tokensOf(text) : [];
      const verdict = tokens.length === 0 ? UNCLASSIFIED : verdictOf(await network.run(tokens), manifest.labels);
      return { ...verdict, language };
    };
    return { judge: (texts) => ofModel(id, () => inTurn(texts, judged)), close: () => network.close() };
  });
}

function reads({ languages }: ModelManifest, language: string | null): boolean {
  return languages === 'any' || language === 'any' || (language !== null && languages.includes(language));
}

async function inTurn<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (const one of all) done.push(await work(one));
  return done;
}

/** What a model or its runtime throws is said of the model. */
async function ofModel<T>(id: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CommentdockError) throw error;
    const words = (error instanceof Error ? error.message : String(error)).slice(0, 300).replace(/\.?$/, '.');
    throw unusable(id, words, error);
  }
}
