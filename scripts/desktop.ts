import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { childStdio, passSignalsOn } from '../bin/child-signals.js';
import { build, DIST } from './build.ts';
import { buildRenderer } from './renderer.ts';

const PAGE = 'http://127.0.0.1:4780';

const MISSING = `
The desktop window needs Electron's own program. It is not part of the npm package: Electron downloads it the first time it is
started, and that did not work here. What helps:

- behind a proxy:      ELECTRON_GET_USE_PROXY=true HTTPS_PROXY=http://... npm run desktop
- from a mirror:       ELECTRON_MIRROR=https://.../ npm run desktop
- unpacked by hand:    ELECTRON_OVERRIDE_DIST_PATH=/folder/with/electron npm run desktop
- without Electron:    npm start, then open ${PAGE} in a browser (it is the same page)
`;

/**
 * Builds the app and opens its window; the first time Electron downloads its program.
 * @param args are passed on to Electron
 * @returns the exit code
 */
async function openDesktop(args: readonly string[]): Promise<number> {
  await build(DIST);
  await buildRenderer();
  try {
    return await runElectron(electronProgram(), args);
  } catch {
    console.error(MISSING);
    return 1;
  }
}

/** Electron's package gives the path of its program when it is loaded. It downloads it first, and throws where it cannot. */
function electronProgram(): string {
  return createRequire(import.meta.url)('electron') as string;
}

/** @throws where the program is not at its path */
async function runElectron(program: string, args: readonly string[]): Promise<number> {
  const child = spawn(program, [DIST, ...args], { stdio: childStdio(process.platform) });
  passSignalsOn(child, process, process.platform);
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

if (import.meta.main) process.exitCode = await openDesktop(process.argv.slice(2));
