import type { JobRecord } from '#core/contract/job-record.ts';
import { BUILT_IN, NEURAL } from '#core/contract/sentiment.ts';
import type { SentimentJudge, SentimentPort } from '#core/engine/sentiment-ports.ts';
import { type AnalyzerThread, startAnalyzer } from '#core/threads/analyzer-client.ts';
import { type NeuralThread, startNeural } from '#core/threads/neural-client.ts';
import { createProviderParts, type ProviderSetup } from '#core/threads/provider-parts.ts';

/** Texts that are read, and whose verdicts are stored, in one go. */
const TEXTS_AT_ONCE = 200;

/** Judges of exports: loaded with the first text that is to be judged. Samples never leave the machine. */
export function sentimentJudges(setup: ProviderSetup): SentimentPort {
  const parts = createProviderParts(setup);
  const analyzer = startAnalyzer();
  const neural = startNeural(setup.config.dataDir);
  return {
    async judgeFor(job) {
      const { judgeInUse, keyName } = await import('#core/analysis/sentiment-providers/providers.ts');
      const settings = setup.settings.read();
      const judge = judgeInUse(settings, (id) => setup.vault.get(keyName(id)) !== null);
      if (judge === BUILT_IN || job.sandbox) return builtInJudge(job, analyzer);
      if (judge === NEURAL) return neuralJudge(settings.neuralModel ?? '', analyzer, neural);
      const { createProviderJudge } = await import('#core/analysis/sentiment-providers/judge.ts');
      return createProviderJudge(await parts.of(judge));
    },
    languagesOf: (texts) => analyzer.languages(texts),
    close: async () => void (await Promise.all([parts.close(), analyzer.close(), neural.close()])),
  };
}

/** A network reads texts one by one, each for up to some seconds. */
const TEXTS_OF_NETWORK = 8;

/** A neural model of this machine. Its id names its very bytes: verdicts of another one are none of its own. */
function neuralJudge(id: string, analyzer: AnalyzerThread, neural: NeuralThread): SentimentJudge {
  return {
    name: `${NEURAL} ${id}`,
    label: `neural model ${id}`,
    textsPerRequest: TEXTS_OF_NETWORK,
    requestsAtOnce: 1,
    maxRows: Infinity,
    isPaid: false,
    async judge({ texts }, signal) {
      const languages = await analyzer.languages(texts);
      return neural.judge({ id, texts: texts.map(({ text }, index) => ({ text, language: languages[index] ?? null })) }, signal);
    },
  };
}

/** The analyzer that asks nobody. Plans without API access have a sample of it. */
async function builtInJudge({ plan }: JobRecord, analyzer: AnalyzerThread): Promise<SentimentJudge> {
  const { NO_LIMITS, SAMPLE_LIMITS } = await import('#core/analysis/sentiment/analyzer.ts');
  const extent = plan === 'free' || plan === 'personal' ? 'sample' : 'all';
  const { maxComments, maxCharacters } = extent === 'sample' ? SAMPLE_LIMITS : NO_LIMITS;
  return {
    name: extent === 'sample' ? 'built-in sample' : 'built-in',
    label:
      extent === 'sample'
        ? `built-in analyzer, sample (first ${maxComments} rows, ${maxCharacters} characters each, English)`
        : 'built-in analyzer',
    textsPerRequest: TEXTS_AT_ONCE,
    requestsAtOnce: 2,
    maxRows: maxComments,
    isPaid: false,
    judge: ({ texts }) => analyzer.classify({ texts, extent }),
  };
}
