import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { CrashCase } from '#test/crash/crash-cases.ts';
import type { Trial } from '#test/crash/trial.ts';
import { repeatedByList } from '#test/crash/repeats.ts';
import { type Disturbance, disturb, drawn } from '#test/crash/team-disturbances.ts';
import { EVENTS, openTeam, post, type Team } from '#test/crash/team-of-machines.ts';
import { watchAnswers } from '#test/crash/team-watch.ts';
import type { SigningReceiver } from '#test/webhooks/receiver.ts';
import type { World } from '#test/world/world.ts';

const PATIENCE_MS = 180_000;
const LOOK_EVERY_MS = 50;

interface TeamTrials {
  readonly world: World;
  /** The file of each case, as one machine alone made it and nobody disturbed it. */
  readonly references: ReadonlyMap<CrashCase, string>;
  readonly rounds: number;
  random(): number;
}

/** Exports of all cases at once, while machines and the database are killed, paused and cut off; one team lives through all rounds. */
export async function* disturbedTeams({ world, references, rounds, random }: TeamTrials): AsyncGenerator<Trial> {
  await using opened = new AsyncDisposableStack();
  const team = await openTeam(world.env, opened);
  let withinMs = 0;
  // Twice: the first time, all processes are cold.
  for (let time = 1; time <= 2; time += 1) {
    const { tookMs, failures } = await tryRound(team, world, references, []);
    yield { words: `a team left alone: done in ${tookMs} ms`, failures };
    withinMs = tookMs;
  }
  for (let round = 1; round <= rounds; round += 1) {
    const disturbances = drawn(random, withinMs);
    const { tookMs, failures } = await tryRound(team, world, references, disturbances);
    yield { words: `team ${round}, ${disturbances.map(({ words }) => words).join(', ')}: done in ${tookMs} ms`, failures };
  }
}

async function tryRound(
  team: Team,
  world: World,
  references: ReadonlyMap<CrashCase, string>,
  disturbances: readonly Disturbance[],
): Promise<{ readonly tookMs: number; readonly failures: readonly string[] }> {
  world.reset();
  const startedAt = Date.now();
  const exports = new Map<CrashCase, string>();
  for (const crashCase of references.keys()) exports.set(crashCase, await create(team, crashCase));
  const watch = watchAnswers(team.serving, [...exports.values()]);
  const { lost: lostBefore } = await team.sharesOf('');
  let tookMs = 0;
  const failures: string[] = [];
  try {
    const disturbing = Promise.all(disturbances.map((disturbance) => disturb(team, disturbance, watch)));
    const ends = await Promise.allSettled([...exports.values()].map((guid) => untilDone(team, guid)));
    tookMs = Date.now() - startedAt;
    await disturbing;
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    await untilReady(team);
    for (const [crashCase, guid] of exports)
      failures.push(...(await faultsOf(team, crashCase, guid, { world, references, disturbances, lostBefore })));
    for (const guid of exports.values()) failures.push(...(await webhookFaults(team.receiver, guid)));
  } catch (error) {
    failures.push(error instanceof Error ? error.message : String(error));
  } finally {
    failures.push(...(await watch.end()), ...team.faults.splice(0));
  }
  return { tookMs, failures };
}

interface Expected {
  readonly world: World;
  readonly references: ReadonlyMap<CrashCase, string>;
  readonly disturbances: readonly Disturbance[];
  /** Workers before this round. */
  readonly lostBefore: number;
}

async function faultsOf(
  { serving, sharesOf }: Team,
  crashCase: CrashCase,
  guid: string,
  { world, references, disturbances, lostBefore }: Expected,
): Promise<readonly string[]> {
  const failures: string[] = [];
  for (const one of serving) {
    const answer = await one.ask(`/api/v3/job/${guid}/json`);
    const text = await answer?.text();
    if (text !== references.get(crashCase))
      failures.push(`${crashCase.name}: the file at ${one.name} differs from that of an undisturbed run`);
  }
  const host = new URL(crashCase.url).host.split('.').slice(-2).join('.');
  const ofHost = world.requests.filter((request) => request.host.endsWith(host));
  const { turns, seats, lost } = await sharesOf(guid);
  const breaks = disturbances.reduce((sum, disturbance) => sum + disturbance.breaks, 0);
  // What a machine loses, a turn or a seat beside it, takes the page with it that each lane had in the air; so does a change that is cut off.
  const losses = turns - 1 + breaks + (disturbances.length > 0 || lost > lostBefore ? seats : 0);
  const most = losses * crashCase.lanes;
  const pages = ofHost.filter((request) => !crashCase.isBeginning(request));
  const repeated = [...repeatedByList(pages, crashCase).values()].reduce((sum, count) => sum + count, 0);
  if (repeated > most)
    failures.push(
      `${crashCase.name}: ${repeated} pages fetched twice in ${turns} turns with ${seats} seats, and no more than ${most} may be`,
    );
  if (ofHost.length - pages.length > turns + breaks + seats) failures.push(`${crashCase.name}: begun more often than by each machine`);
  return failures;
}

/** All of one export have come, in order, and what came twice is the same. */
async function webhookFaults({ calls, forged }: SigningReceiver, guid: string): Promise<readonly string[]> {
  const until = Date.now() + PATIENCE_MS;
  const told = () => calls.filter((call) => call.guid === guid);
  while (told().every(({ event }) => event !== EVENTS.at(-1)) && Date.now() < until) await delay(LOOK_EVERY_MS);
  const bodies = new Map(told().map(({ messageId, body }) => [messageId, body]));
  // In the order in which each came first.
  const order = [...new Map(told().map(({ messageId, event }) => [messageId, event])).values()];
  return [
    ...(order.join() === EVENTS.join() ? [] : [`webhooks of ${guid} came as ${order.join(', ')}`]),
    ...told().flatMap(({ messageId, body }) => (bodies.get(messageId) === body ? [] : [`${messageId} came with two bodies`])),
    ...forged.map(String),
  ];
}

function create({ serving }: Team, { url, options }: CrashCase): Promise<string> {
  return post(serving, '/api/v3/job', { url, options, formats: ['json'] }).then((body) => z.object({ guid: z.string() }).parse(body).guid);
}

async function untilDone({ serving }: Team, guid: string): Promise<void> {
  const until = Date.now() + PATIENCE_MS;
  let last = '';
  while (Date.now() < until) {
    for (const one of serving) {
      const answer = await one.ask(`/api/v3/job/${guid}`).catch(() => null);
      if (answer?.ok !== true) continue;
      const { status, error } = z.object({ status: z.string(), error: z.string().nullable() }).parse(await answer.json());
      if (status === 'done') return;
      if (status === 'error') throw new Error(`the export failed: ${error}`);
      last = status;
    }
    await delay(LOOK_EVERY_MS);
  }
  throw new Error(`the export was not done after ${PATIENCE_MS} ms, but ${last}`);
}

/** Everything goes on by itself. */
async function untilReady({ serving, working }: Team): Promise<void> {
  const until = Date.now() + PATIENCE_MS;
  for (const one of [...serving, ...working]) {
    let said = 'nothing';
    for (;;) {
      const answer = await one.ask('/ready').catch(() => null);
      if (answer?.ok === true) break;
      if (answer !== null) said = await answer.text();
      if (Date.now() > until) throw new Error(`${one.name} is not ready again: ${said}`);
      await delay(LOOK_EVERY_MS);
    }
  }
}
