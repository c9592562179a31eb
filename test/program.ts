import { env } from 'node:process';
import { fileURLToPath } from 'node:url';

/** Names the built program that a whole run tests (`built-program.ts`). */
export const BUILT_PROGRAM = 'COMMENTDOCK_BUILT_PROGRAM';

/** The entry of the program that is started: the built one where a whole run made it, that of the sources where some files are run by hand. */
export function programToStart(): string {
  return env[BUILT_PROGRAM] ?? fileURLToPath(new URL('../core/main.js', import.meta.url));
}
