import { chatCompletions } from '#core/analysis/sentiment-providers/chat-completions.ts';
import { messages } from '#core/analysis/sentiment-providers/messages.ts';
import { naturalLanguage } from '#core/analysis/sentiment-providers/natural-language.ts';
import type { ProviderDialect, ProviderSettings } from '#core/analysis/sentiment-providers/ports.ts';
import { PROVIDER_IDS, type ProviderId } from '#core/contract/sentiment.ts';
import type { SentimentSettings } from '#core/contract/sentiment-settings.ts';

const DIALECTS: Readonly<Record<ProviderId, ProviderDialect>> = {
  'chat-completions': chatCompletions,
  messages,
  'natural-language': naturalLanguage,
};

export function dialectOf(id: ProviderId): ProviderDialect {
  return DIALECTS[id];
}

export function settingsOf(id: ProviderId, { providers }: SentimentSettings): ProviderSettings {
  const { defaults } = DIALECTS[id];
  const { baseUrl, model, requestsPerMinute, inputPrice, outputPrice } = providers[id] ?? {};
  return {
    baseUrl: (baseUrl ?? defaults.baseUrl).replace(/\/+$/, ''),
    model: defaults.model === null ? null : (model ?? defaults.model),
    requestsPerMinute: requestsPerMinute ?? defaults.requestsPerMinute,
    inputPrice: inputPrice ?? null,
    outputPrice: outputPrice ?? null,
  };
}

/** Who judges now: the owner's choice, else the first provider with a key; null: the built-in analyzer. */
export function providerInUse({ chosen }: SentimentSettings, hasKey: (id: ProviderId) => boolean): ProviderId | null {
  if (chosen !== null) return chosen !== 'built-in' && hasKey(chosen) ? chosen : null;
  return PROVIDER_IDS.find(hasKey) ?? null;
}

/** The vault's name for a key. */
export function keyName(id: ProviderId): string {
  return `sentiment/${id}/key`;
}

/** Keys and texts go over https, or stay on this machine. Null: the address will do; else why not. */
export function complaintOfAddress(address: string): string | null {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) return 'is no web address. Give one such as https://example.com/v1.';
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return 'must have no user name, query or fragment; the key is given by itself.';
  if (url.protocol === 'http:' && !/^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(url.hostname))
    return 'must begin with https: plain http is for this machine alone.';
  return null;
}
