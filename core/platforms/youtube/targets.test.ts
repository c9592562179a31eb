import { describe, expect, it } from 'vitest';
import youtube from '#core/platforms/youtube/index.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';

/** The targets that claim a URL, with their parameters. */
function claims(text: string): Record<string, unknown> {
  const url = parsePastedUrl(text);
  return Object.fromEntries(
    youtube.targets.flatMap((target) => {
      const params = target.match(url);
      return params === null ? [] : [[target.name, params]];
    }),
  );
}

const ID = 'dQw4w9WgXcQ';
const CHANNEL = 'UCuAXFkgsw1L7xaCfnd5JJOw';
const POST = 'UgkxAbCdEfGhIjKlMnOpQrStUvWxYz012345';

describe('youtube: videos', () => {
  it.each([
    `https://www.youtube.com/watch?v=${ID}`,
    `youtube.com/watch?v=${ID}&t=12s&list=PL1&pp=x`,
    `https://m.youtube.com/watch?v=${ID}`,
    `https://music.youtube.com/watch?v=${ID}&si=1`,
    `https://youtu.be/${ID}?si=abc`,
    `https://www.youtube.com/shorts/${ID}`,
    `https://www.youtube.com/live/${ID}?feature=share`,
    `https://www.youtube.com/embed/${ID}`,
    `https://www.youtube-nocookie.com/embed/${ID}?start=1`,
    `https://www.youtube.com/v/${ID}`,
    `https://www.youtube.com/e/${ID}`,
    `https://consent.youtube.com/m?continue=${encodeURIComponent(`https://www.youtube.com/watch?v=${ID}&gl=DE`)}&gl=DE`,
  ])('%s', (url) => expect(claims(url)).toEqual({ video: { video: ID } }));

  it('keeps the comment that a link points at, of replies too', () => {
    expect(claims(`https://www.youtube.com/watch?v=${ID}&lc=UgwAbc-4_AaABAg`)).toEqual({ video: { video: ID, link: 'UgwAbc-4_AaABAg' } });
    expect(claims(`https://youtu.be/${ID}?lc=UgwAbc.9xYz-1`)).toEqual({ video: { video: ID, link: 'UgwAbc.9xYz-1' } });
  });
});

describe('youtube: chats, posts, channels', () => {
  it.each([
    [`https://www.youtube.com/live_chat?v=${ID}&is_popout=1`, { chat: { video: ID } }],
    [`https://studio.youtube.com/live_chat?v=${ID}`, { chat: { video: ID } }],
    ['https://www.youtube.com/live_chat_replay?continuation=op2w0w', { chat: { replay: 'op2w0w' } }],
    ['https://www.youtube.com/@some.one/live', { chat: { address: 'https://www.youtube.com/@some.one/live' } }],
    [`https://www.youtube.com/channel/${CHANNEL}/live`, { chat: { address: `https://www.youtube.com/channel/${CHANNEL}/live` } }],
    [`https://www.youtube.com/post/${POST}`, { post: { post: POST } }],
    [`https://www.youtube.com/channel/${CHANNEL}/community?lb=${POST}`, { post: { post: POST, channel: CHANNEL } }],
    [`https://www.youtube.com/@name/community?lb=${POST}`, { post: { post: POST } }],
    ['https://www.youtube.com/@name/posts', { posts: { channel: 'https://www.youtube.com/@name' } }],
    ['https://www.youtube.com/@%E5%90%8D/community', { posts: { channel: 'https://www.youtube.com/@%E5%90%8D' } }],
    [`https://m.youtube.com/channel/${CHANNEL}/posts`, { posts: { channel: CHANNEL } }],
    ['https://www.youtube.com/c/Some%20Name/posts', { posts: { channel: 'https://www.youtube.com/c/Some%20Name' } }],
    ['https://www.youtube.com/user/name/community', { posts: { channel: 'https://www.youtube.com/user/name' } }],
  ])('%s', (url, expected) => expect(claims(url)).toEqual(expected));

  it.each([
    `https://notyoutube.com/watch?v=${ID}`,
    `https://youtube.com.evil.org/watch?v=${ID}`,
    `https://evil.youtube.com/watch?v=${ID}`,
    `https://youtu.be.evil.org/${ID}`,
    'https://www.youtube.com/watch?v=short',
    'https://www.youtube.com/watch?list=PL1',
    'https://www.youtube.com/playlist?list=PL1',
    'https://www.youtube.com/embed/videoseries?list=PL1',
    'https://www.youtube.com/embed/live_stream?channel=UC1',
    'https://www.youtube.com/@name',
    'https://www.youtube.com/@name/videos',
    `https://www.youtube.com/channel/${CHANNEL}/membership`,
    'https://www.youtube.com/channel/nonsense/posts',
    'https://www.youtube.com/post/nonsense',
    'https://www.youtube.com/',
    'https://consent.youtube.com/m?continue=https%3A%2F%2Fevil.org%2Fwatch',
    `https://www.youtube-nocookie.com/watch?v=${ID}`,
    `https://studio.youtube.com/video/${ID}/comments`,
  ])('leaves %s alone', (url) => expect(claims(url)).toEqual({}));

  it('claims each example once', () => {
    for (const target of youtube.targets) {
      for (const example of target.examples) expect(Object.keys(claims(example)), example).toEqual([target.name]);
    }
  });
});
