import { Soundcloud } from 'soundcloud.ts';
import { expect, it } from 'vitest';
import soundcloud from '#core/platforms/soundcloud/index.ts';
import { byId, readByPeer, readByUs, rowOf } from '#test/platforms/peers/peer-world.ts';
import { soundcloudSimulator } from '#core/platforms/soundcloud/simulator.ts';

const TRACK = 'https://soundcloud.com/somebody/a-track';

it('soundcloud.ts finds a client id by itself and reads the same comments as we', async () => {
  const simulator = () => soundcloudSimulator({ comments: 50 });
  const theirs = await readByPeer(simulator(), () => new Soundcloud().tracks.comments(TRACK));
  const ours = await readByUs(soundcloud, TRACK, simulator(), { replies: true });
  expect(theirs).toHaveLength(50);
  expect(
    byId(
      theirs.map(({ id, body, user, created_at: at }) => ({
        id: String(id),
        text: body,
        author: user.username,
        at: new Date(at).toISOString(),
      })),
    ),
  ).toEqual(byId(ours.map((item) => rowOf(item, 'username'))));
});
