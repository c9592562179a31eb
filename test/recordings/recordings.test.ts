import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareBrowsers, type BrowserGround } from '#test/recordings/browser-ground.ts';
import { haveRecordings, loadCases, RECORDINGS_FOLDER } from '#test/recordings/cases.ts';
import { differences } from '#test/recordings/compare.ts';
import type { Door } from '#test/recordings/door.ts';
import { openEngineDoor } from '#test/recordings/engine-door.ts';
import { startWorld, type World } from '#test/world/world.ts';

/** A page in a browser is scrolled in vain for a while before what is known is asked for instead. */
const CASE_TIMEOUT_MS = 50_000;

if (!haveRecordings()) process.stdout.write(`${RECORDINGS_FOLDER} is not here: no recorded export is run.\n`);

describe.skipIf(!haveRecordings())('exports of recorded answers', () => {
  let world: World;
  let ground: BrowserGround | null = null;
  let door: Door | null = null;

  beforeAll(async () => {
    world = await startWorld();
    ground = await prepareBrowsers(world);
    door = await openEngineDoor(ground.env);
  });

  afterAll(async () => {
    await door?.[Symbol.asyncDispose]();
    await ground?.[Symbol.asyncDispose]();
    await world.close();
  });

  it.for(loadCases().map((recorded) => [recorded.name, recorded] as const))('%s', async ([, { folder, expected }], { skip }) => {
    world.replace({ cases: [folder] });
    const outcome = await (door as Door).export({ url: expected.url, options: expected.options, timeoutMs: CASE_TIMEOUT_MS });
    const reason = ground?.skips(outcome) ?? null;
    skip(reason !== null, reason ?? '');
    expect(differences(outcome, expected)).toEqual([]);
  });
});
