import type { SimulatedAnswer, SimulatedRequest, Simulator } from '#test/world/simulator.ts';

export interface TelegramParams {
  /** Numbers of the channel's messages; albums take three, notices of the service one. Default 70. */
  readonly numbers?: number;
  /** Comments below post 40. Default 130. */
  readonly comments?: number;
  /** The form of the first page of comments is refused once, as an old one is. Default false. */
  readonly isFormOld?: boolean;
}

const CHANNEL = 'owner_channel';
const POST = 40;
const ROOT = 5000;
const PER_PAGE = 20;
const FIRST_SECOND = Date.UTC(2025, 0, 1) / 1000;
const API = 'https://t.me/api/method?api_hash=0123456789abcdef';

/**
 * Telegram's web preview of one channel (`/s/owner_channel`) with the discussion below its post 40; `/a_group` is a group, `/owner_channel/41`
 * has no discussion, `/owner_channel/42` has one without comments, and any other name belongs to nobody.
 */
export function telegramSimulator(params: TelegramParams): Simulator {
  const numbers = params.numbers ?? 70;
  const comments = params.comments ?? 130;
  let hash = params.isFormOld ? 'old' : 'fresh';
  return (request) => {
    const { url, method } = request;
    if (url.hostname !== 't.me') return null;
    if (method === 'POST') return older(request, comments, () => (hash = 'fresh'));
    const [first = '', second = ''] = url.pathname.split('/').filter(Boolean);
    if (first === 's') return second === CHANNEL ? preview(url, numbers) : { status: 302, headers: { location: `https://t.me/${second}` } };
    if (second !== '') return widget(first, Number(second), comments, hash);
    return landing(first);
  };
}

function preview(url: URL, numbers: number): SimulatedAnswer {
  const before = Number(url.searchParams.get('before') ?? numbers + 1);
  const first = Math.max(1, before - PER_PAGE);
  const boxes = Array.from({ length: before - first }, (_, place) => first + place).map(box);
  const more =
    first > 1 ? `<a href="/s/${CHANNEL}?before=${first}" class="tme_messages_more js-messages_more" data-before="${first}"></a>` : '';
  return pageOf(`<div class="tgme_channel_info"></div><section class="tgme_channel_history">${more}${boxes.join('')}</section>`);
}

/** Of ten numbers the second is a notice, and the fourth to sixth are one album. */
function box(id: number): string {
  const place = id % 10;
  if (place === 5 || place === 6) return '';
  const link = `https://t.me/${CHANNEL}/${id}`;
  const media =
    place === 4 ? `${photo(id)}${photo(id + 1)}<video src="https://cdn.example/${id}.mp4" class="tgme_widget_message_video"></video>` : '';
  const quote =
    place === 8
      ? `<a class="tgme_widget_message_reply" href="https://t.me/${CHANNEL}/${id - 1}"><div class="tgme_widget_message_text js-message_reply_text">Quoted</div></a>`
      : '';
  const reactions =
    place % 3 === 0 ? `<div class="tgme_widget_message_reactions">${reaction('👍', '1.2K')}${reaction('🔥', '7')}</div>` : '';
  return `<div class="tgme_widget_message_wrap"><div class="tgme_widget_message${place === 2 ? ' service_message' : ''}" data-post="${CHANNEL}/${id}">
    <div class="tgme_widget_message_author"><a class="tgme_widget_message_owner_name" href="https://t.me/${CHANNEL}"><span dir="auto">The &quot;owner&quot;</span></a></div>
    ${quote}${media}<div class="tgme_widget_message_text js-message_text" dir="auto">Post ${id} &amp; more<br/>second
      line</div>${reactions}
    <div class="tgme_widget_message_info"><span class="tgme_widget_message_views">${id}.5K</span><span class="tgme_widget_message_meta">${place === 7 ? 'edited &nbsp;' : ''}${date(link, id)}</span></div>
  </div></div>`;
}

function photo(id: number): string {
  return `<a class="tgme_widget_message_photo_wrap grouped_media_wrap" style="width:10px;background-image:url('https://cdn.example/${id}.jpg')" href="https://t.me/${CHANNEL}/${id}?single"></a>`;
}

function reaction(emoji: string, count: string): string {
  return `<span class="tgme_reaction"><i class="emoji"><b>${emoji}</b></i>${count}</span>`;
}

function date(link: string, id: number): string {
  const iso = new Date((FIRST_SECOND + id * 60) * 1000).toISOString().replace('.000Z', '+00:00');
  return `<a class="tgme_widget_message_date" href="${link}"><time datetime="${iso}" class="time">00:00</time></a>`;
}

function widget(name: string, post: number, comments: number, hash: string): SimulatedAnswer {
  if (name !== CHANNEL || post > 1000) return pageOf('<div class="tgme_widget_message_error">Post not found</div>');
  if (post === 41)
    return pageOf(
      '<div class="tgme_post_discussion tgme_widget_messages_helper js-message_history"><div class="tgme_widget_message_wrap js-no_messages_wrap"><div class="tme_no_messages_found">Discussion is not available at the moment.</div></div></div>',
    );
  if (post === 42)
    return pageOf(discussion('Comments', '<div class="js-no_messages_wrap"><div class="tme_no_messages_found">Array </div></div>', hash));
  return pageOf(discussion(`${comments} comments`, commentsBefore(comments + 1, comments), hash));
}

function discussion(header: string, rows: string, hash: string): string {
  return `<div class="tgme_post_discussion_header_wrap"><h3 class="tgme_post_discussion_header"><span class="js-header">${header}</span> on <a href="https://t.me/${CHANNEL}/${POST}">this post</a></h3></div>
    <div class="tgme_post_discussion js-message_history">${rows}<div class="tme_messages_more js-messages_more autoload hide" data-after="9999"></div></div>
    <form class="tgme_post_discussion_new_message_form js-new_message_form"><input type="hidden" name="peer" value="c1_2" /> <input type="hidden" name="top_msg_id" value="${ROOT}" /> <input type="hidden" name="discussion_hash" value="${hash}" /></form>
    <script>TWidgetAuth.init({"api_url":${JSON.stringify(API).replaceAll('/', '\\/')},"upload_url":"x"});</script>`;
}

function older({ url, body, headers }: SimulatedRequest, comments: number, renew: () => void): SimulatedAnswer {
  const form = new URLSearchParams(body);
  if (url.href !== API || form.get('method') !== 'loadComments' || headers['x-requested-with'] !== 'XMLHttpRequest') return { status: 400 };
  if (form.get('discussion_hash') !== 'fresh') {
    renew();
    return { body: { error: 'HASH_EXPIRED' } };
  }
  return { body: { ok: true, comments_html: commentsBefore(Number(form.get('before_id')), comments), comments_cnt: comments } };
}

/** Of five comments the second answers the first, the third the second, and the fourth the post. */
function commentsBefore(before: number, comments: number): string {
  const first = Math.max(1, before - 50);
  const rows = Array.from({ length: Math.min(before, comments + 1) - first }, (_, place) => comment(first + place));
  return `${first > 1 ? `<div class="tme_messages_more accent_bghover js-messages_more" data-before="${first}">Show more</div>` : ''}${rows.join('')}`;
}

function comment(id: number): string {
  const place = id % 5;
  const answered = place === 2 || place === 3 ? id - 1 : place === 4 ? ROOT : null;
  const reply =
    answered === null
      ? ''
      : `<div class="tgme_widget_message_reply js-reply_to" data-reply-to="${answered}"><span class="tgme_widget_message_author_name">Person ${answered}</span><div class="tgme_widget_message_text js-message_reply_text">Quoted</div></div>`;
  const author =
    id % 7 === 0
      ? '<span class="tgme_widget_message_author_name" dir="auto">Deleted Account</span>'
      : `<a class="tgme_widget_message_author_name" href="https://t.me/${id % 11 === 0 ? CHANNEL : `person${id}`}"><span dir="auto">Person ${id}</span></a>`;
  return `<div class="tgme_widget_message_wrap"><div class="tgme_widget_message" data-post-id="${id}">
    <div class="tgme_widget_message_user"><i><img src="//cdn.example/${id}.jpg"></i></div><div class="tgme_widget_message_author accent_color">${author}</div>${reply}
    <div class="tgme_widget_message_text js-message_text">Comment ${id} 😀</div>${date(`https://t.me/${CHANNEL}/${POST}?comment=${id}`, id)}</div></div>`;
}

function landing(name: string): SimulatedAnswer {
  const title =
    name === 'a_group' ? '<div class="tgme_page_title"><span>A group</span></div><div class="tgme_page_extra">12 members</div>' : '';
  return pageOf(`<div class="tgme_page"><div class="tgme_page_icon"><i class="tgme_icon_user"></i></div>${title}</div>`);
}

function pageOf(body: string): SimulatedAnswer {
  return { body: `<!DOCTYPE html><html><head><title>Telegram</title></head><body>${body}</body></html>` };
}
