import { type AccessTokenParts, type AccessTokens, createAccessTokens } from '#core/auth/oauth/access-tokens.ts';
import { createClientDocuments, type FetchDocument } from '#core/auth/oauth/client-document.ts';
import { createAllowedClients } from '#core/auth/oauth/allowed-clients.ts';
import { type Clients, createClients } from '#core/auth/oauth/clients.ts';
import { type CountAttempts, countHere, countTogether } from '#core/auth/attempts.ts';
import { createSignIn, type SignIn } from '#core/auth/sign-in.ts';
import type { AllowedClients, OAuthStore } from '#core/auth/oauth/ports.ts';
import type { AttemptStore, SignInStore } from '#core/auth/ports.ts';

/** All that decides who is let in besides API tokens: the owner's browser and OAuth clients. */
export interface Authorization {
  readonly oauth: OAuthStore;
  readonly signIn: SignIn;
  readonly accessTokens: AccessTokens;
  readonly clients: Clients;
  readonly allowedClients: AllowedClients;
  readonly countAttempts: CountAttempts;
  /** Milliseconds since 1970. */
  now(): number;
}

interface AuthorizationParts extends AccessTokenParts {
  readonly signIns: SignInStore;
  /** Null: nobody shares the store. */
  readonly attempts: AttemptStore | null;
  readonly fetchDocument: FetchDocument;
}

export function createAuthorization(parts: AuthorizationParts): Authorization {
  const { oauth, attempts, now } = parts;
  const countAttempts = attempts === null ? countHere(now) : countTogether(attempts, now);
  const documents = createClientDocuments({ fetch: parts.fetchDocument, now });
  const clients = createClients({ oauth, documents });
  return {
    oauth,
    signIn: createSignIn({ ...parts, countAttempts }),
    accessTokens: createAccessTokens(parts),
    clients,
    allowedClients: createAllowedClients({ oauth, clients, now }),
    countAttempts,
    now,
  };
}
