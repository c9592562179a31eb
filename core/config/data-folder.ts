import { homedir, userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';

type Env = Readonly<Record<string, string | undefined>>;

/** The folder for application data that the system has for the program; null where nobody says where the owner's home is. */
export function usualDataDir(env: Env): string | null {
  const home = homeFolder();
  if (process.platform === 'darwin') return below(home, 'Library', 'Application Support', 'Commentdock');
  if (process.platform === 'win32') return below(absolute(env['APPDATA']) ?? below(home, 'AppData', 'Roaming'), 'Commentdock');
  return below(absolute(env['XDG_DATA_HOME']) ?? below(home, '.local', 'share'), 'commentdock');
}

/** The owner's home; null where nobody says where that is. With an empty HOME what belongs there would lie wherever a command is started. */
export function homeFolder(): string | null {
  return absolute(homedir()) ?? absolute(homeOfAccount());
}

/** As the system's list of accounts has it; undefined where the account is not in there, as in some containers. */
function homeOfAccount(): string | undefined {
  try {
    return userInfo().homedir;
  } catch {
    return undefined;
  }
}

function below(folder: string | null, ...names: readonly string[]): string | null {
  return folder === null ? null : join(folder, ...names);
}

function absolute(path: string | undefined): string | null {
  return path !== undefined && isAbsolute(path) ? path : null;
}
