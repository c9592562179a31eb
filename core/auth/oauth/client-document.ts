import { z } from 'zod';
import { describeClient, type DescribedClient } from '#core/auth/oauth/client-metadata.ts';
import { OAuthError } from '#core/auth/oauth/oauth-error.ts';
import { isRepaired } from '#core/auth/oauth/repaired-url.ts';

const MAX_URL_LENGTH = 2_048;
const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?:\/|$)/i;

const MIN_CACHED_MS = 60_000;
const MAX_CACHED_MS = 24 * 3_600_000;
const MAX_CACHED_DOCUMENTS = 200;

/** A client that shares a secret with us could not keep it in a public document. */
const secretlessSchema = z.looseObject({
  client_id: z.string(),
  client_secret: z.undefined().optional(),
  client_secret_expires_at: z.undefined().optional(),
  token_endpoint_auth_method: z.literal('none').optional(),
});

/** The body of a client's metadata document, and how long it may be kept. */
interface FetchedDocument {
  readonly text: string;
  readonly maxAgeMs: number;
}

/** Fetches a client's metadata document. @throws CommentdockError where it cannot be had, or may not be asked for */
export type FetchDocument = (url: string, signal: AbortSignal) => Promise<FetchedDocument>;

/** Clients whose id is the URL of what they say of themselves (draft-ietf-oauth-client-id-metadata-document). */
export interface ClientDocuments {
  /** @throws OAuthError invalid_client */
  describe(clientId: string, signal: AbortSignal): Promise<DescribedClient>;
}

/** Such an id is https, with a path, and without fragment, user or dot segments. */
export function isDocumentUrl(clientId: string): boolean {
  if (!clientId.startsWith('https://') || clientId.length > MAX_URL_LENGTH || isRepaired(clientId)) return false;
  const url = URL.parse(clientId);
  if (url === null || url.username !== '' || url.password !== '' || clientId.includes('#')) return false;
  return url.pathname !== '/' && !DOT_SEGMENT.test(clientId.replace(/\?.*$/, ''));
}

/** Documents are kept as long as their server says, within a minute and a day. Failures are not kept. */
export function createClientDocuments({ fetch, now }: { readonly fetch: FetchDocument; now(): number }): ClientDocuments {
  const kept = new Map<string, { readonly client: DescribedClient; readonly untilMs: number }>();
  return {
    async describe(clientId, signal) {
      const known = kept.get(clientId);
      if (known !== undefined && known.untilMs > now()) return known.client;
      kept.delete(clientId);
      const { text, maxAgeMs } = await fetch(clientId, signal).catch((error: unknown) => {
        throw refusal(`the document at this address could not be read (${error instanceof Error ? error.message : String(error)})`);
      });
      const client = parseDocument(text, clientId);
      const oldest = kept.keys().next().value;
      if (kept.size >= MAX_CACHED_DOCUMENTS && oldest !== undefined) kept.delete(oldest);
      kept.set(clientId, { client, untilMs: now() + Math.min(MAX_CACHED_MS, Math.max(MIN_CACHED_MS, maxAgeMs)) });
      return client;
    },
  };
}

/** @throws OAuthError invalid_client */
function parseDocument(text: string, clientId: string): DescribedClient {
  const document = secretlessSchema.safeParse(parseJson(text));
  if (!document.success) throw refusal('its document is no client metadata, or holds a secret');
  if (document.data.client_id !== clientId) throw refusal('its document names another client_id');
  try {
    return describeClient(document.data);
  } catch (error) {
    if (error instanceof OAuthError) throw refusal(error.message);
    throw error;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function refusal(why: string): OAuthError {
  return new OAuthError('invalid_client', `The client cannot be known: ${why}.`);
}
