// YouTube: comments, live chat and posts through the API of its own pages ("innertube"), without a key.
// Fragile: two formats of comments are in use; replies nest since late 2025; dates are given only as "4 years ago".
import { type ChosenTarget, definePlatform } from '#core/platform-api/define.ts';
import { GOOGLE_WALLS } from '#core/platform-kit/google.ts';
import { fetchChat, fetchStream } from '#core/platforms/youtube/chat.ts';
import { fetchComments, fetchReplies } from '#core/platforms/youtube/comments.ts';
import type { Cursor } from '#core/platforms/youtube/cursor.ts';
import { fetchChannel, fetchPost, fetchPosts } from '#core/platforms/youtube/posts.ts';
import { TARGETS } from '#core/platforms/youtube/targets.ts';
import { fetchVideo } from '#core/platforms/youtube/watch-page.ts';

export default definePlatform<Cursor>({
  id: 'youtube',
  name: 'YouTube',
  homepage: 'https://www.youtube.com',
  description: 'Comments and replies of videos, Shorts and posts; live chat and its replay; posts of a channel.',
  category: 'video',
  tier: 'major',
  recorded: '2026-06-13',
  comparedWith: [
    { client: 'yt-dlp', date: '2026-08-20' },
    { client: 'YouTube.js', date: '2026-08-19' },
    { client: 'NewPipeExtractor', date: '2026-07-20' },
  ],
  targets: TARGETS,
  options: ['replies'],
  sorts: ['top', 'new'],
  hosts: ['.youtube.com', 'youtu.be', 'youtubei.googleapis.com'],
  walls: GOOGLE_WALLS,
  cookies: {
    need: 'optional',
    domains: ['.youtube.com'],
    login: 'https://accounts.google.com/ServiceLogin?service=youtube&continue=https%3A%2F%2Fwww.youtube.com%2F',
    names: ['SAPISID', '__Secure-3PAPISID', 'SID', 'HSID', 'SSID', 'LOGIN_INFO'],
    hint: 'Only for age-restricted, private or members-only videos: log in at youtube.com and copy the cookies of .youtube.com from the developer tools (Application, Cookies).',
  },
  pace: { perSecond: 20, concurrency: 20 },

  start(target) {
    return [{ role: 'page', cursor: firstCursor(target) }];
  },

  fetchPage(cursor, session) {
    switch (cursor.at) {
      case 'video':
        return fetchVideo(cursor, session);
      case 'comments':
        return fetchComments(cursor, session);
      case 'replies':
        return fetchReplies(cursor, session);
      case 'stream':
        return fetchStream(cursor, session);
      case 'chat':
        return fetchChat(cursor, session);
      case 'post':
        return fetchPost(cursor, session);
      case 'channel':
        return fetchChannel(cursor, session);
      case 'posts':
        return fetchPosts(cursor, session);
    }
  },
});

function firstCursor({ target, type, params }: ChosenTarget): Cursor {
  const { video = '', link, replay, address, post, channel } = params;
  if (target === 'post') return { at: 'post', post: post ?? '', channel: channel ?? null };
  if (target === 'posts') return { at: 'channel', channel: channel ?? '' };
  if (type === 'live_chat')
    return { at: 'stream', stream: replay !== undefined ? { replay } : address !== undefined ? { address } : { video } };
  return { at: 'video', video, link: link ?? null };
}
