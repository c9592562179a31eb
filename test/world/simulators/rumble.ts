import type { SimulatedAnswer, Simulator } from '#test/world/simulator.ts';

export interface RumbleParams {
  /** Comments at top level; every third has two replies, the first of them one more. Default 12. */
  readonly comments?: number;
  /** What stands instead of the list. */
  readonly instead?: 'login' | 'off' | 'nothing';
  /** Status of the page. */
  readonly status?: number;
  /** Messages of the chat, in three events. Default 9. */
  readonly messages?: number;
}

export const PAGE = 'https://rumble.com/v4abcde-some-words.html';
const TITLES = ['Monday, October 5, 2026 01:00 PM -04', 'Sunday, January 4, 2026 12:05 AM -05'];

/** A video of Rumble (`v4abcde`, its player `v3xyz12`, its chat 243902472). */
export function rumbleSimulator(params: RumbleParams): Simulator {
  return ({ url, headers }) => {
    if (url.hostname === 'web7.rumble.com') return url.pathname === '/chat/api/chat/243902472/stream' ? chat(params) : null;
    if (url.hostname !== 'rumble.com') return null;
    if (url.pathname.startsWith('/v4abcde')) return params.status ? { status: params.status, body: 'no' } : { body: page() };
    const isList = url.pathname === '/service.php' && url.searchParams.get('name') === 'comment.list';
    return isList && url.searchParams.get('video') === '3xyz12' && (headers['referer'] ?? '').startsWith('https://rumble.com/')
      ? list(params)
      : null;
  };
}

function page(): string {
  return `<html><body><div class="video" data-video-id="243902472"></div><script>Rumble("play", {"div":"x","video":"v3xyz12","autoplay":2});</script></body></html>`;
}

function list({ comments = 12, instead }: RumbleParams): SimulatedAnswer {
  const other = {
    login: '<div id="sign-in-to-see-comments">Sign in</div>',
    off: '<div>Comments are disabled for this video.</div>',
    nothing: '<div>Something else</div>',
  };
  const rows = Array.from({ length: comments }, (_, index) => comment(String(100 + index), index % 3 === 0 ? 2 : 0, 1)).join('');
  const html = instead ? other[instead] : `<ul class="comments-1"><li class="comments-create"><form></form></li>${rows}</ul>`;
  return {
    body: {
      html,
      css_libs: {
        global:
          '.user-image--img--id-100 { background-image: url(https://cdn.example/100.jpg); } .user-image--img--id-101{background-image:url("//cdn.example/101.jpg")}',
      },
    },
  };
}

function comment(id: string, replies: number, depth: number): string {
  const below = Array.from({ length: replies }, (_, index) => comment(`${id}${index}`, depth === 1 && index === 0 ? 1 : 0, depth + 1)).join(
    '',
  );
  const name = `Person ${id}`;
  return `<li class="comment-item" data-comment-id="${id}" data-username="person${id}" data-num-replies="${replies}">
    <i class="user-image user-image--img user-image--img--id-${id}"></i>
    <a class="comments-meta-author" href="/${id.length === 3 ? 'user' : 'c'}/person${id}">${name}</a>${id === '101' ? '<svg class="verification-badge-icon"></svg>' : ''}
    <a class="comments-meta-post-time" href="#comment-${id}" title="${TITLES[Number(id) % 2]}">2 hours ago</a>
    <p class="comment-text">Comment ${id} &amp; <a href="/x">more</a><br>on two lines</p>
    <span class="rumbles-count">${id === '102' ? '-3' : '5'}</span>
    <div class="comment-replies">${below === '' ? '' : `<ul class="comments-${depth + 1}">${below}</ul>`}</div></li>`;
}

function chat({ messages = 9 }: RumbleParams): SimulatedAnswer {
  const all = Array.from({ length: messages }, (_, index) => index);
  const third = Math.ceil(messages / 3);
  const events = [
    event('init', all.slice(0, third)),
    ': keep-alive',
    event('messages', all.slice(third, 2 * third)),
    `data: ${JSON.stringify({ type: 'delete_messages', data: { message_ids: ['1'] } })}`,
    event('messages', all.slice(2 * third)),
  ];
  return { headers: { 'content-type': 'text/event-stream' }, body: `${events.join('\n\n')}\n\n` };
}

function event(type: string, indices: readonly number[]): string {
  const data = {
    messages: indices.map((index) => ({
      id: `${1000 + index}`,
      time: `2026-01-01T00:00:${String(index).padStart(2, '0')}+00:00`,
      user_id: String(index % 4),
      text: `Message ${index}`,
      blocks: [],
      ...(index === 2 ? { rant: { price_cents: 500, duration: 120, expires_on: 'x' } } : {}),
    })),
    users: type === 'init' ? [0, 1, 2, 3].map(user) : [],
    channels: [[]],
  };
  return `data: ${JSON.stringify({ request_id: 'x', type, data })}`;
}

function user(index: number): object {
  return {
    id: String(index),
    username: `person${index}`,
    link: `/user/person${index}`,
    is_follower: index === 1,
    ...(index === 0 ? {} : { 'image.1': `https://cdn.example/${index}.jpg`, badges: ['premium'] }),
    color: '#c38b1b',
  };
}
