import type { ProviderId, SentimentVerdict } from '#core/contract/sentiment.ts';

/** A request to a provider, always a POST of JSON. */
export interface ProviderRequest {
  readonly url: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface ProviderAnswer {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** The way to providers. The network room has one. */
export interface ProviderHttp {
  /** @throws CommentdockError NETWORK where the wire broke; the signal's reason on abort */
  post(request: ProviderRequest, signal: AbortSignal): Promise<ProviderAnswer>;
}

/** A provider as it is asked: its defaults with what the owner has set. */
export interface ProviderSettings {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  /** Null where the provider has none to choose. */
  readonly model: string | null;
  readonly requestsPerMinute: number;
  /** Null: the owner has not said. */
  readonly inputPrice: number | null;
  readonly outputPrice: number | null;
}

/** What an answer that arrived whole says: verdicts in the order of the texts, null for those it lacks; null: it cannot be read. */
export type Reading = readonly (SentimentVerdict | null)[] | null;

/** How one kind of provider is spoken to. Pure: texts in, request out; answer in, verdicts out. */
export interface ProviderDialect {
  readonly id: ProviderId;
  readonly title: string;
  /** Source of the protocol, for docs. */
  readonly protocol: string;
  readonly defaults: { readonly baseUrl: string; readonly model: string | null; readonly requestsPerMinute: number };
  /** A model on this machine: asked without a key and past every proxy, for nothing, and its owner names it. */
  readonly isLocal?: true;
  /** Tries of a request where the wire breaks. Left out: eight. */
  readonly tries?: number;
  readonly textsPerRequest: number;
  readonly requestsAtOnce: number;
  /** What its price counts: tokens both ways, or started thousands of characters. */
  readonly billing: 'tokens' | 'units';
  request(texts: readonly string[], settings: ProviderSettings, key: string): ProviderRequest;
  read(body: unknown, count: number): Reading;
  /** For a status other than success that is an answer all the same; null: it is a refusal. */
  readRefusal?(status: number, body: unknown): Reading;
}
