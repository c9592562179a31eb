import type { JobRecord } from '#core/contract/job-record.ts';
import type { SentimentJudge, SentimentPort } from '#core/engine/sentiment-ports.ts';
import { type AnalyzerThread, startAnalyzer } from '#core/threads/analyzer-client.ts';
import { createProviderParts, type ProviderSetup } from '#core/threads/provider-parts.ts';

/** Texts that are read, and whose verdicts are stored, in one go. */
const TEXTS_AT_ONCE = 200;

/** Judges of exports: loaded with the first text that is to be judged. Samples never leave the machine. */
export function sentimentJudges(setup: ProviderSetup): SentimentPort {
  const parts = createProviderParts(setup);
  const analyzer = startAnalyzer();
  return {
    async judgeFor(job) {
      const { keyName, providerInUse } = await import('#core/analysis/sentiment-providers/providers.ts');
      const provider = providerInUse(setup.settings.read(), (id) => setup.vault.get(keyName(id)) !== null);
      if (provider === null || job.sandbox) return builtInJudge(job, analyzer);
      const { createProviderJudge } = await import('#core/analysis/sentiment-providers/judge.ts');
      return createProviderJudge(await parts.of(provider));
    },
    languagesOf: (texts) => analyzer.languages(texts),
    close: async () => void (await Promise.all([parts.close(), analyzer.close()])),
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
