import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';

/** Starts the app without its window. */
export const HIDDEN_FLAG = '--hidden';

const ENTRY_NAME = 'commentdock.desktop';

/** Whether the app starts with the session of the user. The system remembers it, not we. */
export interface StartAtLogin {
  /** `unavailable`: the app was started from its sources. */
  state(): 'on' | 'off' | 'unavailable';
  set(to: 'on' | 'off'): void;
}

/** macOS and Windows have a list of their own; on Linux it is an entry in the folder `autostart` (Desktop Application Autostart Specification). */
export function createStartAtLogin(platform: NodeJS.Platform = process.platform, env: NodeJS.ProcessEnv = process.env): StartAtLogin {
  const choice = platform === 'linux' ? autostartEntry(env) : loginItem();
  return {
    state: () => (app.isPackaged ? choice.state() : 'unavailable'),
    set: (to) => {
      if (app.isPackaged) choice.set(to);
    },
  };
}

function loginItem() {
  const args = [HIDDEN_FLAG];
  return {
    state: () => (app.getLoginItemSettings({ args }).openAtLogin ? ('on' as const) : ('off' as const)),
    set: (to: 'on' | 'off') => app.setLoginItemSettings({ openAtLogin: to === 'on', args }),
  };
}

function autostartEntry(env: NodeJS.ProcessEnv) {
  const folder = join(env['XDG_CONFIG_HOME'] || join(app.getPath('home'), '.config'), 'autostart');
  const file = join(folder, ENTRY_NAME);
  return {
    state: () => (existsSync(file) ? ('on' as const) : ('off' as const)),
    set(to: 'on' | 'off') {
      if (to === 'off') return rmSync(file, { force: true });
      // An AppImage is mounted anew at each start: its own file is what can be started again.
      const program = env['APPIMAGE'] ?? app.getPath('exe');
      mkdirSync(folder, { recursive: true });
      writeFileSync(file, desktopEntry(program));
    },
  };
}

function desktopEntry(program: string): string {
  const quoted = `"${program.replaceAll(/(["`$\\])/g, '\\$1').replaceAll('%', '%%')}"`;
  return ['[Desktop Entry]', 'Type=Application', 'Name=Commentdock', `Exec=${quoted} ${HIDDEN_FLAG}`, 'Terminal=false', ''].join('\n');
}
