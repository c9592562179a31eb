import { createHmac, randomUUID } from 'node:crypto';
import type { AuthorizationRequest } from '#core/auth/oauth/authorization-request.ts';
import { newSecret, sameText, sha256Hex } from '#core/auth/secret.ts';
import { scopeText } from '#core/auth/scope.ts';
import type { OAuthStore } from '#core/auth/oauth/ports.ts';

/** A client redeems its code at once. */
const AUTHORIZATION_CODE_LIFETIME_MS = 60_000;

/** The owner said yes: a new family with its code, of which only the SHA-256 is kept. */
export function approve(request: AuthorizationRequest, { oauth, now }: { readonly oauth: OAuthStore; now(): number }): string {
  const code = newSecret();
  const id = randomUUID();
  const endsAtMs = now() + AUTHORIZATION_CODE_LIFETIME_MS;
  const { client, scopes, resource, redirectUri, codeChallenge } = request;
  oauth.transaction(() => {
    oauth.prune(now());
    oauth.insertFamily({ id, clientId: client.clientId, scope: scopeText(scopes), resource, createdAtMs: now(), endsAtMs });
    oauth.insertCode({ sha256: sha256Hex(code), familyId: id, redirectUri, codeChallenge, expiresAtMs: endsAtMs });
  });
  return code;
}

/** What a form of ours asks the owner for. */
type FormPurpose = 'consent' | 'revocation';

/** What such a form carries: only a page that this session was shown, about this very subject, has it. */
export function formProof(purpose: FormPurpose, session: string, subject: string): string {
  return createHmac('sha256', session).update(`${purpose}\n${subject}`).digest('base64url');
}

export function isFormProof(proof: string, purpose: FormPurpose, session: string, subject: string): boolean {
  return sameText(proof, formProof(purpose, session, subject));
}
