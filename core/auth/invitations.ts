import { randomUUID } from 'node:crypto';
import type { InvitationRecord, SignInStore } from '#core/auth/ports.ts';
import { newSecret, sha256Hex } from '#core/auth/secret.ts';
import { newWindow, type WindowPass } from '#core/auth/window-session.ts';
import type { Tried, WrongCodes } from '#core/auth/wrong-codes.ts';

/** Where a link leads, and what its form is sent to. */
export const INVITATION_PATH = '/invitation';

interface Invited {
  readonly record: InvitationRecord;
  /** In the link alone: nobody shows it again. */
  readonly secret: string;
}

/** Links that the owner sends to somebody: each opens the window in one browser, once. */
export interface Invitations {
  /** @param subject the uuid of the member whose window it opens; null: the owner's */
  make(name: string, lifetimeMs: number, subject: string | null): Invited;
  /** Those that were neither used nor have expired, and those whose browser may still be let in; the newest first. */
  list(): readonly InvitationRecord[];
  /** The link, and the browser that it let in, are let in no more. False: there is none. */
  revoke(uuid: string): boolean;
  /** Uses it up. Null where it is wrong, used, revoked or too old. */
  accept(secret: string, network: string): Tried<WindowPass>;
}

interface InvitationParts {
  readonly signIns: SignInStore;
  readonly wrongCodes: WrongCodes;
  now(): number;
}

export function createInvitations({ signIns, wrongCodes, now }: InvitationParts): Invitations {
  return {
    make(name, lifetimeMs, subject) {
      const secret = newSecret();
      const times = { createdAtMs: now(), expiresAtMs: now() + lifetimeMs, usedAtMs: null };
      const record = { uuid: randomUUID(), name, sha256: sha256Hex(secret), subject, ...times };
      signIns.transaction(() => {
        signIns.prune(now());
        signIns.insertInvitation(record);
      });
      return { record, secret };
    },
    list: () =>
      signIns
        .listInvitations()
        .filter(({ usedAtMs, expiresAtMs }) => usedAtMs !== null || expiresAtMs > now())
        .toSorted((a, b) => b.createdAtMs - a.createdAtMs),
    revoke: (uuid) => signIns.transaction(() => signIns.removeInvitation(uuid)),
    accept: (secret, network) =>
      wrongCodes.tryOne(network, () =>
        signIns.transaction(() => {
          const invitation = signIns.takeInvitation(sha256Hex(secret), now());
          return invitation === null ? null : newWindow({ signIns, nowMs: now(), invitation });
        }),
      ),
  };
}

/** Shows a button that uses it up: messengers that look at links for a preview use nothing up. */
export function invitationLink(secret: string, baseUrl: string): string {
  return `${baseUrl}${INVITATION_PATH}?${new URLSearchParams({ code: secret }).toString()}`;
}
