import type { Clients } from '#core/auth/oauth/clients.ts';
import { OAuthError } from '#core/auth/oauth/oauth-error.ts';
import type { AllowedClients, OAuthStore } from '#core/auth/oauth/ports.ts';

interface AllowedClientParts {
  readonly oauth: OAuthStore;
  readonly clients: Clients;
  now(): number;
}

/** The clients that hold something of the owner's. */
export function createAllowedClients({ oauth, clients, now }: AllowedClientParts): AllowedClients {
  return {
    list: () =>
      [...Map.groupBy(oauth.livingFamilies(now()), ({ clientId }) => clientId)].map(([clientId, families]) => ({
        clientId,
        name: nameOf(clientId, clients),
        scopes: [...new Set(families.flatMap(({ scope }) => scope.split(' ')))].toSorted(),
        sinceMs: families[0]?.createdAtMs ?? 0,
      })),
    revoke: (clientId) => oauth.revokeClient(clientId, now()),
  };
}

/** A client that is known by its document is shown by its address: nothing is fetched for a list. */
function nameOf(clientId: string, clients: Clients): string {
  try {
    return clients.findHere(clientId)?.name ?? clientId;
  } catch (error) {
    if (error instanceof OAuthError) return clientId;
    throw error;
  }
}
