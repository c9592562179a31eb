import { randomUUID } from 'node:crypto';
import { CommentdockError } from '#core/contract/error.ts';
import type { ProviderTrials } from '#core/sentiment/ports.ts';
import { createProviderParts, type ProviderSetup } from '#core/threads/provider-parts.ts';

/** What a provider is tried with. */
const TRIAL_TEXT = 'I love this, thank you!';

export function createProviderTrials(setup: ProviderSetup): ProviderTrials {
  const parts = createProviderParts(setup);
  return {
    async ask(id, signal) {
      const { ask } = await import('#core/analysis/sentiment-providers/ask.ts');
      const startedAt = performance.now();
      const reading = await ask([TRIAL_TEXT], randomUUID(), await parts.of(id), signal);
      const verdict = reading?.[0] ?? null;
      if (verdict === null)
        throw new CommentdockError('PLATFORM_CHANGED', 'The provider answered, but not with a sentiment. Check its model.');
      return { ...verdict, elapsedMs: Math.round(performance.now() - startedAt) };
    },
    close: () => parts.close(),
  };
}
