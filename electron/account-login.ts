import type { LoginOutcome } from '#core/contract/desktop.ts';
import type { PlatformInfo } from '#core/contract/platform.ts';
import type { Words } from '#electron/messages/words.ts';
import type { LoggedIn } from '#electron/login-window.ts';
import type { ServiceClient } from '#electron/service-client.ts';

export interface LoginParts {
  client(): ServiceClient | null;
  /** As `logInWithWindow`. */
  openWindow(platform: PlatformInfo, title: string): Promise<LoggedIn | null>;
  readonly words: Words;
}

export type LogIn = (platform: string, name: string | undefined) => Promise<LoginOutcome>;

/**
 * Lets the owner log in to a platform, and hands its cookies to the running service, which keeps them in the vault. One window for
 * each platform: who asks again gets the outcome of the one that is open.
 */
export function createAccountLogin({ client, openWindow, words }: LoginParts): LogIn {
  const open = new Map<string, Promise<LoginOutcome>>();
  const logIn: LogIn = async (id, name) => {
    const service = client();
    if (service === null) return { outcome: 'refused', detail: words.text('state.down') };
    const platform = await service.platform(id);
    if (platform === null) return { outcome: 'refused', detail: `There is no platform "${id}".` };
    const session = await openWindow(platform, words.text('login.title', { platform: platform.name }));
    if (session === null) return { outcome: 'closed' };
    await service.saveAccount({ platform: id, name, ...session });
    return { outcome: 'saved' };
  };
  return (id, name) => {
    const running = open.get(id);
    if (running !== undefined) return running;
    const outcome = logIn(id, name)
      .catch((error: unknown): LoginOutcome => ({ outcome: 'refused', detail: error instanceof Error ? error.message : String(error) }))
      .finally(() => open.delete(id));
    open.set(id, outcome);
    return outcome;
  };
}
