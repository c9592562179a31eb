import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Job } from '#core/contract/job.ts';
import { descendants, type RunningProcess } from '#test/network/browser/browser-world.ts';
import { type ScriptedPerson, sitDownAt } from '#test/network/scripted-person.ts';
import { missingScreen, openVirtualScreen } from '#test/network/virtual-screen.ts';
import { type CommandLine, openCommandLine } from '#test/surfaces/cli/command.ts';
import { lackingForBrowser, trustInBrowser } from '#test/world/browser-trust.ts';
import { type PersonWall, personWall } from '#test/world/simulators/person-wall.ts';
import { steamSimulator } from '#core/platforms/steam/simulator.ts';
import { startWorld, type World } from '#test/world/world.ts';

export const APP = 'https://store.steampowered.com/app/10/';
/** Why nobody can sit down here; null where they can. */
export const MISSING = missingScreen() ?? (await lackingForBrowser());
if (MISSING !== null) console.log(`Nobody passes a wall in a window: ${MISSING}`);

export interface Desk extends AsyncDisposable {
  readonly cli: CommandLine;
  readonly wall: PersonWall;
  readonly world: World;
  readonly person: ScriptedPerson;
}

/** What its owner gets from the service. */
export type Asking = (
  method: string,
  path: string,
  body?: object,
  token?: string,
) => Promise<{ status: number; body: Job & { data: Job[] } }>;

/** A person at a screen, before a program on a fresh folder, in a world where a store stands behind a wall. */
export async function sitDown(reviews = 250, kind: 'challenge' | 'login' = 'challenge'): Promise<Desk> {
  const open = new AsyncDisposableStack();
  const wall = personWall({ host: /^store\.steampowered\.com$/, behind: steamSimulator({ reviews }), kind });
  const world = await startWorld({ simulators: [wall.simulator] });
  open.defer(() => world.close());
  const screen = open.use(await openVirtualScreen());
  const trusting = open.use(await trustInBrowser(world.caFile));
  const person = open.use(await sitDownAt(screen.display));
  const cli = open.use(openCommandLine({ ...world.env, COMMENTDOCK_VAULT: 'file', DISPLAY: screen.display, HOME: trusting.home }));
  return { cli, wall, world, person, [Symbol.asyncDispose]: () => open.disposeAsync() };
}

/** The service as its owner asks it. */
export function owner(cli: CommandLine): Asking {
  const { base_url: base, owner_secret: secret } = JSON.parse(readFileSync(join(cli.dataDir, 'run.json'), 'utf8')) as Record<
    string,
    string
  >;
  return async (method, path, body, token) => {
    const headers = { 'x-auth-token': token ?? String(secret), ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
    const answer = await fetch(`${base}${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    const said = await answer.json();
    return { status: answer.status, body: said as Job & { data: Job[] } };
  };
}

/** The windows of a service: browsers on a profile that is kept. */
export function windowsBelow(pid: number, { dataDir }: CommandLine): readonly RunningProcess[] {
  return descendants(pid).filter(
    ({ command }) => command.includes(`--user-data-dir=${join(dataDir, 'windows')}`) && !command.includes('--type='),
  );
}

export async function untilJob(ask: Asking, guid: string, isSo: (job: Job) => boolean): Promise<Job> {
  for (;;) {
    const { body } = await ask('GET', `/api/v3/job/${guid}`);
    if (isSo(body)) return body;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
