import { chatCompletions } from '#core/analysis/sentiment-providers/chat-completions.ts';
import { localModel } from '#core/analysis/sentiment-providers/local-model.ts';
import { messages } from '#core/analysis/sentiment-providers/messages.ts';
import { naturalLanguage } from '#core/analysis/sentiment-providers/natural-language.ts';
import type { ProviderDialect, ProviderSettings } from '#core/analysis/sentiment-providers/ports.ts';
import { BUILT_IN, type JudgeId, NEURAL, PROVIDER_IDS, type ProviderId } from '#core/contract/sentiment.ts';
import type { SentimentSettings } from '#core/contract/sentiment-settings.ts';

const DIALECTS: Readonly<Record<ProviderId, ProviderDialect>> = {
  'chat-completions': chatCompletions,
  messages,
  'natural-language': naturalLanguage,
  'local-model': localModel,
};

export function dialectOf(id: ProviderId): ProviderDialect {
  return DIALECTS[id];
}

export function settingsOf(id: ProviderId, { providers }: SentimentSettings): ProviderSettings {
  const { defaults, isLocal } = DIALECTS[id];
  const { baseUrl, model, requestsPerMinute, inputPrice, outputPrice } = providers[id] ?? {};
  return {
    baseUrl: (baseUrl ?? defaults.baseUrl).replace(/\/+$/, ''),
    model: defaults.model === null && isLocal !== true ? null : (model ?? defaults.model),
    requestsPerMinute: requestsPerMinute ?? defaults.requestsPerMinute,
    inputPrice: inputPrice ?? null,
    outputPrice: outputPrice ?? null,
  };
}

type HasKey = (id: ProviderId) => boolean;

/** It has its key, or, on this machine, its model. */
export function isReady(id: JudgeId, settings: SentimentSettings, hasKey: HasKey): boolean {
  if (id === BUILT_IN) return true;
  if (id === NEURAL) return settings.neuralModel !== null;
  return DIALECTS[id].isLocal === true ? settingsOf(id, settings).model !== null : hasKey(id);
}

/** Who judges now: the owner's choice, else the first provider with a key, else the built-in analyzer. */
export function judgeInUse(settings: SentimentSettings, hasKey: HasKey): JudgeId {
  const { chosen } = settings;
  if (chosen !== null) return isReady(chosen, settings, hasKey) ? chosen : BUILT_IN;
  return PROVIDER_IDS.find(hasKey) ?? BUILT_IN;
}

/** The vault's name for a key. */
export function keyName(id: ProviderId): string {
  return `sentiment/${id}/key`;
}

/** Keys and texts go over https, or stay on this machine, as those for its own models always do. Null: the address will do; else why not. */
export function complaintOfAddress(address: string, { isLocal }: Pick<ProviderDialect, 'isLocal'> = {}): string | null {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) return 'is no web address. Give one such as https://example.com/v1.';
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return 'must have no user name, query or fragment; the key is given by itself.';
  if (/^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(url.hostname)) return null;
  if (isLocal === true) return 'must be on this machine, such as http://127.0.0.1:11434/v1.';
  return url.protocol === 'http:' ? 'must begin with https: plain http is for this machine alone.' : null;
}
