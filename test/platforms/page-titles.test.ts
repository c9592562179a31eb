import { describe, expect, it } from 'vitest';
import { continuedLedger, EMPTY_LEDGER, withAbout } from '#core/engine/completeness.ts';
import { startServiceProcess } from '#test/clients/rest/service-process.ts';
import { own } from '#test/own.ts';
import { exportsOf, isTested } from '#test/platforms/simulated-exports.ts';
import { exampleWorld } from '#test/service/checked-world.ts';
import { startWorld } from '#test/world/world.ts';

/** What the simulators call what their first address names. */
const TITLES: Readonly<Record<string, string>> = {
  bluesky: '🦋 post root at example.org/0...',
  discourse: 'Some words & more',
  github: 'On purring',
  hackernews: 'A story',
  reddit: 'Post simpost',
  stackexchange: 'What\'s "al dente"?',
  youtube: 'A simulated video',
};

/** Of simulators that name one. */
const PICTURES: Readonly<Record<string, RegExp>> = {
  youtube: /^https:\/\/i\.ytimg\.com\/vi\/[\w-]{11}\/mqdefault\.jpg$/,
};

describe('the title of a page', () => {
  it('is one line, the first that is one, and goes on with the export', () => {
    const told = withAbout(withAbout(EMPTY_LEDGER, { title: ' \n ' }), { title: ' Two\nlines\u0007 ' });
    expect(told.about).toEqual({ title: 'Two lines' });
    expect(withAbout(told, { title: 'Another' })).toBe(told);
    expect(withAbout(EMPTY_LEDGER, { title: null })).toBe(EMPTY_LEDGER);
    expect(withAbout(EMPTY_LEDGER, undefined)).toBe(EMPTY_LEDGER);
    const long = withAbout(EMPTY_LEDGER, { title: '😀'.repeat(300) }).about?.title ?? '';
    expect([[...long].length, long.endsWith('😀…')]).toEqual([200, true]);
    expect(continuedLedger({ guid: 'before', exported: 3, ledger: told }).about).toEqual({ title: 'Two lines' });
  });

  it('comes with a picture where that has an address that can be asked for', () => {
    const aboutOf = (picture: string | null) => withAbout(EMPTY_LEDGER, { title: 'One', picture }).about;
    expect(aboutOf('https://pictures.example/1.jpg')).toEqual({ title: 'One', picture: 'https://pictures.example/1.jpg' });
    const none = [
      null,
      '',
      '/1.jpg',
      'http://pictures.example/1.jpg',
      'data:image/png;base64,AA',
      `https://pictures.example/${'1'.repeat(2_000)}`,
    ];
    for (const picture of none) expect(aboutOf(picture), String(picture)).toEqual({ title: 'One' });
  });

  it('comes with the answers that are asked for anyway, and says itself beside the title that people gave', async () => {
    const wanted = Object.keys(TITLES).filter(isTested);
    const exports = (await Promise.all(wanted.map(exportsOf))).flat();
    const world = await own(startWorld({ simulators: [...exampleWorld(exports)] }));
    const service = await own(startServiceProcess({ world: { ...world.env, COMMENTDOCK_PACE: 'off' } }));
    const client = service.client();
    for (const platform of wanted) {
      const url = exports.find((each) => each.platform === platform)?.url ?? '';
      const { guid } = await client.export(url, { limit: 5 });
      const { body } = await client.get(`/api/v3/job/${guid}`);
      expect([platform, body['page_title'], body['title']]).toEqual([platform, TITLES[platform], undefined]);
      if (PICTURES[platform] !== undefined) expect(body['page_picture'], platform).toMatch(PICTURES[platform]);
      const { body: named } = await client.ask('PATCH', `/api/v3/job/${guid}/label`, { title: 'Mine' });
      expect([named['page_title'], named['title']]).toEqual([TITLES[platform], 'Mine']);
    }
  });
});
