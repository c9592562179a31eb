import { readdirSync, readFileSync } from 'node:fs';
import type { NetworkSetup } from '#core/network/network.ts';
import { lackingForBrowser, moveHome, trustInBrowser } from '#test/world/browser-trust.ts';
import type { Simulator } from '#test/world/simulator.ts';
import { startWorld, type World } from '#test/world/world.ts';

/** Why the tests with a browser cannot run here; null where they can. Printed once per file. */
export const LACKING = await lackingForBrowser();
if (LACKING !== null) console.log(`skipped: ${LACKING}`);

/** Starting a browser takes some seconds on a busy machine. */
export const BROWSER_TEST_MS = 300_000;

/** A world that the browsers of this process trust, and the settings to live in it. */
export interface BrowserWorld extends AsyncDisposable {
  readonly world: World;
  readonly home: string;
  readonly config: Partial<NetworkSetup['config']>;
}

export async function startBrowserWorld(simulators: readonly Simulator[]): Promise<BrowserWorld> {
  const world = await startWorld({ simulators });
  const trusting = await trustInBrowser(world.caFile);
  const moved = moveHome(trusting.home);
  return {
    world,
    home: trusting.home,
    config: {
      httpsProxy: world.url,
      httpProxy: world.url,
      extraCaFile: world.caFile,
      browser: process.env['COMMENTDOCK_BROWSER'] ?? null,
      retryScale: 0.001,
    },
    async [Symbol.asyncDispose]() {
      moved[Symbol.dispose]();
      await world.close();
      await trusting[Symbol.asyncDispose]();
    },
  };
}

export interface RunningProcess {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** All processes of this machine that are alive: no zombies, whom their parent has still to bury. */
export function processes(): readonly RunningProcess[] {
  const found: RunningProcess[] = [];
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (state === 'Z' || state === 'X') continue;
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
      found.push({ pid: Number(name), parent: Number(parent), command });
    } catch {
      // It ended while we looked.
    }
  }
  return found;
}

/** What lives below a process, itself left out. */
export function descendants(pid: number): readonly RunningProcess[] {
  const all = processes();
  const below = new Set([pid]);
  for (let grew = true; grew;) {
    grew = false;
    for (const { pid: each, parent } of all) {
      if (!below.has(parent) || below.has(each)) continue;
      below.add(each);
      grew = true;
    }
  }
  return all.filter(({ pid: each }) => below.has(each) && each !== pid);
}

/** The browser's main process below this one: not a renderer, nor any other helper. */
export function browserBelow(pid: number): RunningProcess | undefined {
  return descendants(pid).find(({ command }) => command.includes('--remote-debugging-pipe') && !command.includes('--type='));
}

/** A renderer below this process that shows pages. */
export function renderersBelow(pid: number): readonly RunningProcess[] {
  return descendants(pid).filter(({ command }) => command.includes('--type=renderer'));
}
