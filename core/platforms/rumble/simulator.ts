import type { SimulatedAnswer, Simulator } from '#test/world/simulator.ts';

export interface RumbleParams {
  /** Comments at top level; every third has two replies, the first of them one more. Default 12. */
  readonly comments?: number;
  /** Replies that are counted below each reply and not given. Default 0. */
  readonly heldBack?: number;
  /** How votes are shown: those for and against, or the one less the other, as it was before. Default `apart`. */
  readonly votes?: 'apart' | 'score';
  /** What stands instead of the list. */
  readonly instead?: 'login' | 'off' | 'nothing';
  /** Status of the page. */
  readonly status?: number;
  /** Messages of the chat, in three events. Default 9; null where nobody streams. */
  readonly messages?: number | null;
}

export const PAGE = 'https://rumble.com/v4abcde-some-words.html';
/** The short has an id of its own for the address. */
export const SHORT = 'https://rumble.com/shorts/v4short';
const NUMBER = 243_902_472;
/** The player of the video: its number to base 36. */
const EMBED = NUMBER.toString(36);
const TITLES = ['Monday, October 5, 2026 01:00 PM -04', 'Sunday, January 4, 2026 12:05 AM -05'];

/**
 * A video of Rumble, `v4abcde` or the short `v4short`: number 243902472, which its player (`v417oco`) and its chat have too. Drawn from other
 * people's clients, see docs/peers.md.
 */
export function rumbleSimulator(params: RumbleParams): Simulator {
  return ({ url, headers }) => {
    if (url.hostname === 'web7.rumble.com') return url.pathname === `/chat/api/chat/${NUMBER}/stream` ? chat(params) : null;
    if (url.hostname !== 'rumble.com') return null;
    if (url.pathname.startsWith('/v4abcde')) return params.status ? { status: params.status, body: 'no' } : { body: page() };
    if (url.pathname === '/shorts/v4short') return { body: shorts() };
    const isList = url.pathname === '/service.php' && url.searchParams.get('name') === 'comment.list';
    return isList && url.searchParams.get('video') === EMBED && (headers['referer'] ?? '').startsWith('https://rumble.com/')
      ? list(params)
      : null;
  };
}

/** Other videos stand beside the one. */
function page(): string {
  return `<html><body><script>Rumble("play", {"video":"v${EMBED}","rel":0,"api":2});</script><script>chat({ video_id: ${NUMBER}, live: 2 });</script>
    <aside data-video-id="1"><iframe src="https://rumble.com/embed/v1/"></iframe></aside></body></html>`;
}

function shorts(): string {
  const items = [
    { object_type: 'video', permalink_id: 'v4other', id: 7 },
    { object_type: 'video', permalink_id: 'v4short', id: NUMBER },
  ];
  return `<html><body><rum-shorts><script type="application/json">${JSON.stringify({ items })}</script></rum-shorts></body></html>`;
}

function list({ comments = 12, votes = 'apart', heldBack = 0, instead }: RumbleParams): SimulatedAnswer {
  const shape = { votes, heldBack };
  const other = {
    login: '<div id="sign-in-to-see-comments">Sign in</div>',
    off: '<div>Comments are disabled for this video.</div>',
    nothing: '<div>Something else</div>',
  };
  const rows = Array.from({ length: comments }, (_, index) => comment(String(100 + index), index % 3 === 0 ? 2 : 0, 1, shape)).join('');
  const html = instead ? other[instead] : `<ul class="comments-1"><li class="comment-item comments-create"><form></form></li>${rows}</ul>`;
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

function comment(id: string, replies: number, depth: number, shape: Pick<Required<RumbleParams>, 'votes' | 'heldBack'>): string {
  const { votes, heldBack } = shape;
  const stated = replies + (depth > 1 ? heldBack : 0);
  const below = Array.from({ length: replies }, (_, index) =>
    comment(`${id}${index}`, depth === 1 && index === 0 ? 1 : 0, depth + 1, shape),
  );
  const type = id.length === 3 ? 'user' : 'c';
  const owner = id === '101' ? ' comments-meta-author-video-owner' : '';
  const badge = '<div class="comments-meta-user-badges"><img src="/i/badges/verified_48.png" alt="Verified" title="Verified"></div>';
  return `<li class="comment-item" data-comment-id="${id}" data-num-replies="${stated}" data-username="person${id}" data-entity-type="user"
      data-video-fid="${NUMBER}" data-actions="">
    <div class="comments-meta"><i class="user-image user-image--img user-image--img--id-${id}"></i>
    <a class="comments-meta-author${owner}" href="/${type}/person${id}">Person ${id}</a>${id === '101' ? badge : ''}
    ${id === '100' ? '<span class="pinned-text">Pinned</span>' : ''}
    <a class='comments-meta-post-time' href='#comment-${id}' title='${TITLES[Number(id) % 2]}'>2 hours ago</a></div>
    <p class="comment-text">Comment ${id} &amp; <a href="/x">more</a><br>on two lines</p>
    <div class="rumbles-vote" data-type="2" data-id="${id}">${votes === 'score' ? score(id) : forAndAgainst()}</div>
    <div class="comment-replies">${below.length === 0 ? '' : `<ul class="comments-${depth + 1}">${below.join('')}</ul>`}</div></li>`;
}

function score(id: string): string {
  return `<span class="rumbles-count">${id === '102' ? '-3' : '5'}</span>`;
}

function forAndAgainst(): string {
  return `<button class="rumbles-vote-up"><span class="rumbles-up-votes">6</span></button>
    <button class="rumbles-vote-down"><span class="rumbles-down-votes">1</span></button>`;
}

function chat({ messages = 9 }: RumbleParams): SimulatedAnswer {
  if (messages === null) return { status: 204, body: '' };
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

/** The first event holds what was said last, in no order. Every fourth person speaks as a channel of theirs. */
function event(type: string, indices: readonly number[]): string {
  const isFirst = type === 'init';
  const said = indices.map((index) => ({
    id: `${1000 + index}`,
    time: `2026-01-01T00:00:${String(index).padStart(2, '0')}+00:00`,
    user_id: String(index % 4),
    ...(index % 4 === 3 ? { channel_id: 77 } : {}),
    text: index === 1 ? '' : `Message ${index}`,
    blocks: [{ type: 'text.1', data: { text: `Message ${index}` } }],
    ...(index === 2 ? { rant: { price_cents: 500, duration: 120, expires_on: 'x' } } : {}),
    ...(index === 4 ? { gift_purchase_notification: { total_gifts: 5, gift_type: 'subs' } } : {}),
  }));
  const data = {
    messages: isFirst ? said.toReversed() : said,
    users: isFirst ? [0, 1, 2, 3].map(user) : [],
    channels: isFirst ? [{ id: '77', username: 'A channel', link: '/c/achannel' }] : [[]],
    ...(isFirst ? { config: { badges: {}, message_length_max: 200, rants: { enable: true, levels: [] } } } : {}),
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
