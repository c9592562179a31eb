import { ask, type AskParts } from '#core/analysis/sentiment-providers/ask.ts';
import type { Reading } from '#core/analysis/sentiment-providers/ports.ts';

/** Provider as a judge of exports. It is shown texts and nothing else. Whoever is on this machine is not paid: no request is noted. */
export interface ProviderJudge {
  readonly name: string;
  readonly label: string;
  readonly textsPerRequest: number;
  readonly requestsAtOnce: number;
  readonly maxRows: number;
  readonly isPaid: boolean;
  /** @throws as `ask` */
  judge(request: { readonly key: string; readonly texts: readonly { readonly text: string }[] }, signal: AbortSignal): Promise<Reading>;
}

export function createProviderJudge(parts: AskParts): ProviderJudge {
  const { dialect, settings } = parts;
  const { id, title, textsPerRequest, requestsAtOnce, isLocal } = dialect;
  const which = settings.model ?? new URL(settings.baseUrl).host;
  return {
    name: settings.model === null ? id : `${id} ${settings.model}`,
    label: `${title}, ${which}`,
    textsPerRequest,
    requestsAtOnce,
    maxRows: Infinity,
    isPaid: isLocal !== true,
    judge: ({ key, texts }, signal) =>
      ask(
        texts.map(({ text }) => text),
        key,
        parts,
        signal,
      ),
  };
}
