// How a window ends that its owner did not mean to end, and how one that they did: by their hand, by a breakdown, by a kill.
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Job } from '#core/contract/job.ts';
import { renderersBelow } from '#test/network/browser/browser-world.ts';
import { APP, type Asking, type Desk, MISSING, owner, sitDown, untilJob, windowsBelow } from '#test/network/window/desk.ts';
import type { CommandLine } from '#test/surfaces/cli/command.ts';

const REVIEWS = 2_000;
const LOOK_AGAIN_MS = 200;
/** So long for each answer that the reading goes on while somebody acts. */
const A_WHILE_MS = 400;
const isOver = ({ status }: Job): boolean => status !== 'progress' && status !== 'queueing';

describe.skipIf(MISSING !== null)('a window of its owner', () => {
  let desk: Desk;
  let service: Awaited<ReturnType<CommandLine['serve']>>;
  let ask: Asking;
  let guid: string;

  beforeEach(async () => {
    desk = await sitDown(REVIEWS);
    service = await desk.cli.serve();
    ask = owner(desk.cli);
    const made = await ask('POST', '/api/v3/job', { url: APP, options: { window: true }, formats: ['json'] });
    guid = made.body.guid;
  });
  afterEach(() => desk?.[Symbol.asyncDispose]());

  /** Somebody presses until the export has rows, and is gone again. */
  async function read(): Promise<Job> {
    const some = untilJob(ask, guid, (job) => job.total_exported > 0 || isOver(job));
    await desk.person.press(some.then(() => undefined));
    const job = await some;
    expect(job.status, job.error ?? '').toBe('progress');
    return job;
  }

  async function untilNoWindow(): Promise<void> {
    while (windowsBelow(service.addresses.pid, desk.cli).length > 0) await delay(LOOK_AGAIN_MS);
  }

  async function finish(): Promise<Job> {
    const ended = untilJob(ask, guid, isOver);
    await desk.person.press(ended.then(() => undefined));
    return ended;
  }

  it('that is closed while it is read through stays closed; what was read is kept, and continuing goes on there', async () => {
    const before = await read();
    desk.world.setLatency(A_WHILE_MS);
    await desk.person.closeWindows();
    const waiting = await untilJob(ask, guid, ({ needs_you: wish, ...job }) => wish?.window === 'closed' || isOver(job as Job));
    expect(waiting).toMatchObject({
      status: 'progress',
      needs_you: {
        code: 'BLOCKED',
        command: `commentdock continue ${guid}`,
        message: expect.stringMatching(/window of store\.steampowered\.com was closed while the export read through it/),
      },
    });
    expect(waiting.total_exported).toBeGreaterThanOrEqual(before.total_exported);
    await untilNoWindow();
    desk.world.setLatency(0);
    await ask('PATCH', `/api/v3/job/${guid}/continue`);
    expect(await finish()).toMatchObject({ status: 'done', total_exported: REVIEWS, completeness: { complete: true } });
    expect(desk.wall.pressed).toBe(1);
  });

  it('that is closed in front of a wall stays closed, and the export waits until it is continued', async () => {
    await desk.wall.shown(1);
    await untilJob(ask, guid, ({ needs_you: wish }) => wish?.code === 'CAPTCHA');
    await desk.person.closeWindows();
    const waiting = await untilJob(ask, guid, ({ needs_you: wish, ...job }) => wish?.window === 'closed' || isOver(job as Job));
    expect(waiting).toMatchObject({
      status: 'progress',
      needs_you: { code: 'CAPTCHA', message: expect.stringMatching(/The window of Steam was closed before that was done\.$/) },
    });
    await untilNoWindow();
    await ask('PATCH', `/api/v3/job/${guid}/continue`);
    expect(await finish()).toMatchObject({ status: 'done', total_exported: REVIEWS, completeness: { complete: true } });
  });

  it.each(['in front of a wall', 'while it is read'] as const)(
    'whose page crashes %s is opened again, and nothing is lost',
    async (when) => {
      if (when === 'in front of a wall') await desk.wall.shown(1);
      else await read();
      for (const { pid } of renderersBelow(service.addresses.pid)) process.kill(pid, 'SIGKILL');
      if (when === 'in front of a wall') await desk.wall.shown(2);
      expect(await finish()).toMatchObject({ status: 'done', total_exported: REVIEWS, completeness: { complete: true } });
      expect(desk.wall.pressed).toBe(1);
    },
  );
});
