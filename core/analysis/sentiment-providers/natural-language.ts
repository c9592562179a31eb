import { z } from 'zod';
import type { ProviderDialect, Reading } from '#core/analysis/sentiment-providers/ports.ts';
import { beginningOf, rounded } from '#core/analysis/sentiment-providers/question.ts';
import type { Sentiment } from '#core/contract/sentiment.ts';

/** Scores from here up are positive, from its opposite down negative. What lies between is neutral, strong feelings both ways too. */
const POSITIVE_FROM = 0.25;

/** A zero may be left out of an answer, as JSON of protocol buffers does; not both. */
const answerSchema = z.object({
  documentSentiment: z
    .object({ score: z.number().min(-1).max(1).optional(), magnitude: z.number().min(0).optional() })
    .refine(({ score, magnitude }) => score !== undefined || magnitude !== undefined),
});
const refusalSchema = z.object({ error: z.object({ message: z.string() }) });

/** A cloud service behind `POST /documents:analyzeSentiment`: one text a request, a score from -1.0 to 1.0 and a magnitude. */
export const naturalLanguage: ProviderDialect = {
  id: 'natural-language',
  title: 'Cloud natural-language service',
  protocol: 'POST {base}/documents:analyzeSentiment',
  defaults: { baseUrl: 'https://language.googleapis.com/v1', model: null, requestsPerMinute: 600 },
  textsPerRequest: 1,
  requestsAtOnce: 8,
  billing: 'units',
  request: ([text = ''], { baseUrl }, key) => ({
    url: `${baseUrl}/documents:analyzeSentiment`,
    headers: { 'x-goog-api-key': key },
    body: JSON.stringify({ document: { type: 'PLAIN_TEXT', content: beginningOf(text) }, encodingType: 'UTF16' }),
  }),
  read(body) {
    const answer = answerSchema.safeParse(body);
    if (!answer.success) return [null];
    const score = rounded(answer.data.documentSentiment.score ?? 0);
    return [{ sentiment: classOf(score), score }];
  },
  /** A language it does not know is an answer: nobody could tell. */
  readRefusal(status, body): Reading {
    const refusal = refusalSchema.safeParse(body);
    const isLanguage = status === 400 && refusal.success && /\blanguage\b.*\bnot supported\b/i.test(refusal.data.error.message);
    return isLanguage ? [{ sentiment: 'unclassified', score: null }] : null;
  },
};

function classOf(score: number): Sentiment {
  if (score >= POSITIVE_FROM) return 'positive';
  return score <= -POSITIVE_FROM ? 'negative' : 'neutral';
}
