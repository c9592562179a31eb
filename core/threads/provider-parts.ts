import type { AskParts } from '#core/analysis/sentiment-providers/ask.ts';
import type { Pace } from '#core/analysis/sentiment-providers/pace.ts';
import type { Config } from '#core/config/config.ts';
import { CommentdockError } from '#core/contract/error.ts';
import type { ProviderId } from '#core/contract/sentiment.ts';
import type { ProviderHttp } from '#core/network/provider-http.ts';
import type { SentimentSettingsStore } from '#core/sentiment/ports.ts';
import type { SecretVault } from '#core/contract/secret-vault.ts';

export interface ProviderSetup {
  readonly config: Config;
  readonly vault: Pick<SecretVault, 'get'>;
  readonly settings: Pick<SentimentSettingsStore, 'read'>;
}

/** What providers are asked with: one way to the net, and one pace for each of them. */
interface ProviderParts {
  /** As the owner has set it up at this moment. @throws CommentdockError INVALID_REQUEST where it has no key */
  of(id: ProviderId): Promise<AskParts>;
  close(): Promise<void>;
}

/** Loads the network with the first request. */
export function createProviderParts({ config, vault, settings }: ProviderSetup): ProviderParts {
  const paces = new Map<ProviderId, Pace>();
  let opened: Promise<ProviderHttp> | null = null;
  const open = async (): Promise<ProviderHttp> => {
    const { createProviderHttp } = await import('#core/network/provider-http.ts');
    return createProviderHttp(config);
  };
  return {
    async of(id) {
      const { createPace } = await import('#core/analysis/sentiment-providers/pace.ts');
      const { dialectOf, keyName, settingsOf } = await import('#core/analysis/sentiment-providers/providers.ts');
      const key = vault.get(keyName(id));
      if (key === null) throw new CommentdockError('INVALID_REQUEST', `The provider "${id}" has no key. Set one first.`);
      const pace = paces.get(id) ?? createPace(config.pace);
      paces.set(id, pace);
      const http = await (opened ??= open());
      const { retryScale } = config;
      const own = settingsOf(id, settings.read());
      return { dialect: dialectOf(id), settings: own, key, http, pace, retryScale, now: Date.now, random: Math.random };
    },
    close: async () => (await opened)?.close(),
  };
}
