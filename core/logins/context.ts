import type { SecretVault } from '#core/contract/secret-vault.ts';
import type { EnginePort } from '#core/engine/ports.ts';
import type { AccountStore, BrowserCookies } from '#core/logins/ports.ts';
import type { PlatformCatalog } from '#core/platforms/registry.ts';
import { type DefineOperation, defineOperation as define } from '#core/operations/define.ts';
import type { CallContext } from '#core/operations/context.ts';

/** What operations on accounts of platforms work with. */
export interface LoginServices {
  readonly accounts: AccountStore;
  readonly browserCookies: BrowserCookies;
  readonly engine: Pick<EnginePort, 'forgetWindows'>;
  readonly platforms: PlatformCatalog;
  readonly vault: SecretVault;
  /** Milliseconds since 1970. */
  now(): number;
}

export type LoginContext = LoginServices & CallContext;

/** An operation on accounts of platforms: checked against what it is called with. */
export const defineOperation: DefineOperation<LoginContext> = define;
