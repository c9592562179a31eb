import { expect, it } from 'vitest';
import { cursorOfJob } from '#core/engine/continuation.ts';
import { openFaultyExport } from '#test/engine/faulty-export.ts';
import { own } from '#test/own.ts';
import type { SimulatedLine } from '#test/world/simulator.ts';
import { bilibiliSimulator } from '#core/platforms/bilibili/simulator.ts';
import { twitchSimulator } from '#core/platforms/twitch/simulator.ts';
import { startWorld } from '#test/world/world.ts';

const CHANNEL = 'https://www.twitch.tv/somebody';

/** Those who joined the chat, in order. */
const readers: SimulatedLine[] = [];
let isLive = true;

const world = await own(
  startWorld({
    simulators: [
      ({ url }) => (url.hostname === 'irc-ws.chat.twitch.tv' ? { line: join } : null),
      bilibiliSimulator({ room: 'interrupted' }),
      (request) => twitchSimulator({ channel: isLive ? 'live' : 'offline' })(request),
    ],
  }),
);

function join(line: SimulatedLine): void {
  line.onHeard((message) => {
    if (message === 'JOIN #somebody') readers.push(line);
  });
}

function say(reader: SimulatedLine | undefined, ...ids: readonly string[]): void {
  const lines = ids.map((id) => `@id=${id};display-name=Ann;user-id=7 :ann!ann@ann.tmi.twitch.tv PRIVMSG #somebody :Word ${id}\r\n`);
  reader?.say(lines.join(''));
}

it('a live export that is stopped keeps what was said, hangs up, and goes on listening when it is resumed', async () => {
  await using exporter = openFaultyExport({ world, lanes: 4 });
  const guid = await exporter.begin(CHANNEL, { live: true });
  await expect.poll(() => readers.length).toBe(1);
  say(readers[0], 'a', 'b');
  readers[0]?.hangUp();

  await expect.poll(() => readers.length).toBe(2);
  const hungUp = new Promise<void>((resolve) => readers[1]?.onHangUp(resolve));
  const stopped = await exporter.stop(guid);
  await hungUp;
  expect(stopped).toMatchObject({ status: 'stopped', exported: 2, completeness: { complete: false, doors: ['IRC'] } });
  expect((await exporter.rows(guid)).map(({ id, text }) => [id, text])).toEqual([
    ['a', 'Word a'],
    ['b', 'Word b'],
  ]);

  const ending = exporter.run(CHANNEL, { live: true, cursor: cursorOfJob(guid) });
  await expect.poll(() => readers.length).toBe(3);
  say(readers[2], 'b', 'c');
  isLive = false;
  readers[2]?.hangUp();
  const done = await ending;
  expect(done).toMatchObject({ status: 'done', exported: 1, errorCode: null });
  expect(done.completeness.notes).toEqual([expect.stringContaining(guid), expect.stringContaining('was interrupted')]);
  expect((await exporter.rows(done.guid)).map(({ id }) => id)).toEqual(['c']);
});

it('a chat in binary frames is read over the wire, across an interruption', async () => {
  await using exporter = openFaultyExport({ world, lanes: 4 });
  const job = await exporter.run('https://live.bilibili.com/123', { live: true });
  expect(job).toMatchObject({ status: 'done', exported: 14, completeness: { doors: ['web API, history', 'chat socket'] } });
  const texts = (await exporter.rows(job.guid)).map(({ text }) => text);
  expect(texts.slice(10)).toEqual(['你好', 'no id', 'Well done!', 'back again']);
});
