import type { SentimentVerdict } from '#core/contract/sentiment.ts';
import type { JudgeRequest, SentimentJudge, SentimentPort } from '#core/engine/sentiment-ports.ts';

/** A judge that answers as the test says, and writes down what it was asked. */
export interface PlayedJudge extends SentimentPort {
  readonly asked: JudgeRequest[];
  /** How it answers; throws what it fails with. Default: positive. */
  answer: (request: JudgeRequest, signal: AbortSignal) => Promise<readonly (SentimentVerdict | null)[] | null>;
  settings: Omit<SentimentJudge, 'judge'>;
}

export const POSITIVE: SentimentVerdict = { sentiment: 'positive', score: 1 };

export function playedJudge(settings: Partial<SentimentJudge> = {}): PlayedJudge {
  const asked: JudgeRequest[] = [];
  const played: PlayedJudge = {
    asked,
    answer: async ({ texts }) => texts.map(() => POSITIVE),
    settings: {
      name: 'played',
      label: 'a played judge',
      textsPerRequest: 3,
      requestsAtOnce: 1,
      maxRows: Infinity,
      isPaid: true,
      ...settings,
    },
    async judgeFor() {
      return {
        ...played.settings,
        judge(request, signal) {
          asked.push(request);
          return played.answer(request, signal);
        },
      };
    },
    languagesOf: async (texts) => texts.map(({ language }) => language),
    close: async () => undefined,
  };
  return played;
}
