import { randomUUID } from 'node:crypto';
import { CommentdockError } from '#core/contract/error.ts';
import { NEURAL, type SetUpId } from '#core/contract/sentiment.ts';
import type { ProviderTrials } from '#core/sentiment/ports.ts';
import { startNeural } from '#core/threads/neural-client.ts';
import { createProviderParts, type ProviderSetup } from '#core/threads/provider-parts.ts';

/** What a provider is tried with. */
const TRIAL_TEXT = { text: 'I love this, thank you!', language: 'any' };

export function createProviderTrials(setup: ProviderSetup): ProviderTrials {
  const parts = createProviderParts(setup);
  const { dataDir } = setup.config;
  const neural = startNeural(dataDir);
  const reading = async (id: SetUpId, signal: AbortSignal) => {
    if (id === NEURAL) return neural.judge({ id: setup.settings.read().neuralModel ?? '', texts: [TRIAL_TEXT] }, signal);
    const { ask } = await import('#core/analysis/sentiment-providers/ask.ts');
    return ask([TRIAL_TEXT.text], randomUUID(), await parts.of(id), signal);
  };
  return {
    async ask(id, signal) {
      const startedAt = performance.now();
      const verdict = (await reading(id, signal))?.[0] ?? null;
      if (verdict === null)
        throw new CommentdockError('PLATFORM_CHANGED', 'The provider answered, but not with a sentiment. Check its model.');
      return { ...verdict, elapsedMs: Math.round(performance.now() - startedAt) };
    },
    async expectNeuralModel(id) {
      const { manifestOf } = await import('#core/analysis/neural/shelf.ts');
      await manifestOf(dataDir, id);
    },
    close: async () => void (await Promise.all([parts.close(), neural.close()])),
  };
}
