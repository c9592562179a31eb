import { describe, expect, it } from 'vitest';
import { readConfig } from '#core/config/config.ts';
import type { Item } from '#core/contract/item.ts';
import { sentimentSettingsSchema } from '#core/contract/sentiment-settings.ts';
import { sentimentJudges } from '#core/threads/sentiment-judges.ts';
import { engineRooms } from '#test/engine/engine-room.ts';
import { comment, puppetPlatform } from '#test/engine/puppet-platform.ts';

const TEXTS = [
  { text: 'This is the best thing that I have seen this year, thank you very much!', language: null },
  { text: 'Das ist leider ganz furchtbar schlecht gemacht, ich bin sehr enttäuscht.', language: null },
  { text: 'これは本当に素晴らしいです。ありがとうございます。', language: null },
  { text: 'Wonderful.', language: 'fr' },
  { text: null, language: null },
];

const openRoom = engineRooms();

async function rowsOf(filter: object): Promise<readonly Item[]> {
  const config = readConfig({ COMMENTDOCK_DATA_DIR: '/nowhere' });
  const settings = { read: () => sentimentSettingsSchema.parse({}) };
  const puppet = puppetPlatform();
  const room = openRoom({
    platforms: [puppet.platform],
    sentiment: sentimentJudges({ config, vault: { get: () => null }, settings }),
  });
  const { guid } = await room.createOne({ options: { filter } });
  (await puppet.next()).answer({ items: TEXTS.map((fields, index) => ({ ...comment(`c${index}`), ...fields })) });
  await room.until(guid, 'finished');
  return room.rows(guid);
}

describe('the language of texts', () => {
  it('is what the platform says where nothing else was asked for', async () => {
    expect((await rowsOf({})).map(({ language }) => language)).toEqual([null, null, null, 'fr', null]);
  });

  it('is detected on demand where the platform does not say it', async () => {
    const rows = await rowsOf({ language: true });
    expect(rows.map(({ language }) => language)).toEqual(['en', 'de', 'ja', 'fr', null]);
    expect(rows.map(({ extra }) => extra['sentiment'])).toEqual(TEXTS.map(() => undefined));
  });

  it('chooses rows, whoever tells it', async () => {
    const rows = await rowsOf({ language: ['de', 'fr'] });
    expect(rows.map(({ text, language }) => [text, language])).toEqual([
      [TEXTS[1]?.text, 'de'],
      ['Wonderful.', 'fr'],
    ]);
    expect((await rowsOf({ language: ['und'] })).map(({ text }) => text)).toEqual([null]);
  });

  it('tells the built-in analyzer how to read them', async () => {
    const rows = await rowsOf({ sentiment: true });
    expect(rows.map(({ language }) => language)).toEqual(['en', 'de', 'ja', 'fr', null]);
    expect(rows.map(({ extra }) => extra['sentiment']).slice(0, 3)).toEqual(['positive', 'negative', 'positive']);
    expect(rows.at(-1)?.extra['sentiment']).toBe('unclassified');
  });
});
