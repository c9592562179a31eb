import type { AllowedClients } from '#core/auth/oauth/ports.ts';
import type { MemberStore, TokenStore } from '#core/auth/ports.ts';
import type { SignIn } from '#core/auth/sign-in.ts';
import type { AssistantCommand } from '#core/config/assistant-command.ts';
import type { Config } from '#core/config/config.ts';
import type { SecretVault } from '#core/contract/secret-vault.ts';
import type { Announcer } from '#core/events/define.ts';
import type { CreationLog, OwnerSettings, RequestLog } from '#core/owner/ports.ts';
import type { PlatformCatalog } from '#core/platforms/registry.ts';
import { type DefineOperation, defineOperation as define } from '#core/operations/define.ts';
import type { CallContext } from '#core/operations/context.ts';

/** What operations on the owner's plan, tokens and choices work with. */
export interface OwnerServices {
  /** `settings.plan()` is the plan in force, whatever it comes from. */
  readonly settings: OwnerSettings;
  readonly tokens: TokenStore;
  readonly members: Pick<MemberStore, 'find'>;
  readonly vault: SecretVault;
  readonly creations: CreationLog;
  readonly requests: RequestLog;
  readonly jobs: {
    /** Exports that wait and that run. */
    count(): { readonly queueing: number; readonly progress: number };
  };
  /** Of OAuth clients. */
  readonly allowedClients: AllowedClients;
  /** What starts the tools of assistants on this machine; null where nothing can. */
  readonly assistantCommand: AssistantCommand | null;
  /** Of the owner, with a browser. */
  readonly signIn: SignIn;
  readonly announcer: Announcer;
  readonly platforms: PlatformCatalog;
  readonly config: Config;
  /** Milliseconds since 1970. */
  now(): number;
}

export type OwnerContext = OwnerServices & CallContext;

/** An operation on what is the owner's: checked against what it is called with. */
export const defineOperation: DefineOperation<OwnerContext> = define;
