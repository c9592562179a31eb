import type { SentimentAnalyzer } from '#core/analysis/sentiment/analyzer.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import type { SentimentJudge, SentimentPort } from '#core/engine/sentiment-ports.ts';
import { languageDetector } from '#core/threads/language-detector.ts';
import { createProviderParts, type ProviderSetup } from '#core/threads/provider-parts.ts';

/** Texts that are judged between two looks at everything else that the engine's thread does. */
const TEXTS_AT_ONCE = 200;

/** Judges of exports: loaded with the first text that is to be judged. Samples never leave the machine. */
export function sentimentJudges(setup: ProviderSetup): SentimentPort {
  const parts = createProviderParts(setup);
  return {
    async judgeFor(job) {
      const { keyName, providerInUse } = await import('#core/analysis/sentiment-providers/providers.ts');
      const provider = providerInUse(setup.settings.read(), (id) => setup.vault.get(keyName(id)) !== null);
      if (provider === null || job.sandbox) return builtInJudge(job);
      const { createProviderJudge } = await import('#core/analysis/sentiment-providers/judge.ts');
      return createProviderJudge(await parts.of(provider));
    },
    close: () => parts.close(),
  };
}

/** The analyzer that asks nobody. Plans without API access have a sample of it. */
async function builtInJudge({ plan }: JobRecord): Promise<SentimentJudge> {
  const { NO_LIMITS, openBuiltInAnalyzer, SAMPLE_LIMITS } = await import('#core/analysis/sentiment/analyzer.ts');
  const isSample = plan === 'free' || plan === 'personal';
  const limits = isSample ? SAMPLE_LIMITS : NO_LIMITS;
  const analyzer: SentimentAnalyzer = openBuiltInAnalyzer(limits);
  const detect = await languageDetector();
  return {
    name: isSample ? 'built-in sample' : 'built-in',
    label: isSample
      ? `built-in analyzer, sample (first ${limits.maxComments} rows, ${limits.maxCharacters} characters each, English)`
      : 'built-in analyzer',
    textsPerRequest: TEXTS_AT_ONCE,
    requestsAtOnce: 1,
    maxRows: limits.maxComments,
    isPaid: false,
    judge: async ({ texts }) => texts.map(({ text, language }) => analyzer.classify(text, baseOf(language) ?? detect(text))),
  };
}

/** `pt` of `pt-BR`. */
function baseOf(language: string | null): string | null {
  return language?.split(/[-_]/)[0]?.toLowerCase() ?? null;
}
