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

/** What providers are asked with: one way to the net, one to this machine, and one pace for each provider. */
interface ProviderParts {
  /** As the owner has set it up at this moment. @throws CommentdockError INVALID_REQUEST where it has no key, or no model */
  of(id: ProviderId): Promise<AskParts>;
  /** The way to servers on this machine. */
  local(): Promise<ProviderHttp>;
  close(): Promise<void>;
}

/** Loads the network with the first request. */
export function createProviderParts({ config, vault, settings }: ProviderSetup): ProviderParts {
  const paces = new Map<ProviderId, Pace>();
  const opened = new Map<'net' | 'here', Promise<ProviderHttp>>();
  const wayTo = (where: 'net' | 'here'): Promise<ProviderHttp> => {
    const open = async (): Promise<ProviderHttp> => {
      const { createLocalHttp, createProviderHttp } = await import('#core/network/provider-http.ts');
      return where === 'here' ? createLocalHttp(config) : createProviderHttp(config);
    };
    const way = opened.get(where) ?? open();
    opened.set(where, way);
    return way;
  };
  return {
    async of(id) {
      const { createPace } = await import('#core/analysis/sentiment-providers/pace.ts');
      const { dialectOf, isReady, keyName, settingsOf } = await import('#core/analysis/sentiment-providers/providers.ts');
      const dialect = dialectOf(id);
      const key = vault.get(keyName(id));
      const stored = settings.read();
      if (!isReady(id, stored, () => key !== null))
        throw new CommentdockError(
          'INVALID_REQUEST',
          `The provider "${id}" has no ${dialect.isLocal === true ? 'model' : 'key'}. Set one first.`,
        );
      const pace = paces.get(id) ?? createPace(config.pace);
      paces.set(id, pace);
      const http = await wayTo(dialect.isLocal === true ? 'here' : 'net');
      const { retryScale } = config;
      return { dialect, settings: settingsOf(id, stored), key: key ?? '', http, pace, retryScale, now: Date.now, random: Math.random };
    },
    local: () => wayTo('here'),
    close: async () => void (await Promise.all([...opened.values()].map(async (way) => (await way).close()))),
  };
}
