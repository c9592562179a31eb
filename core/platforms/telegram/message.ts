import { PlatformChanged } from '#core/contract/error.ts';
import type { Item, Media } from '#core/contract/item.ts';
import { isoFromText } from '#core/platform-kit/dates.ts';
import type { HtmlTextRules } from '#core/platform-kit/html-text.ts';
import type { HtmlElement } from '#core/platform-kit/html-tree.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { readCount } from '#core/platform-kit/numbers.ts';
import { wholeLink, withScheme } from '#core/platform-kit/web-address.ts';

/** Every message of the preview and of the discussion widget. */
export const MESSAGE = '.tgme_widget_message';
const REPLY = '.tgme_widget_message_reply';
/** Of a message, and of the one that it quotes. */
const AUTHOR = '.tgme_widget_message_author_name';
const QUOTED = `${REPLY} *, .js-message_reply_text`;
const MEDIA = [
  'a.tgme_widget_message_photo_wrap',
  'video.tgme_widget_message_video[src]',
  'video.tgme_widget_message_roundvideo[src]',
  'audio.tgme_widget_message_voice[src]',
  '.tgme_widget_message_sticker[data-webp]',
].join(', ');
const MEDIA_TYPES: Readonly<Record<string, Media['type']>> = { video: 'video', audio: 'audio' };
const BACKGROUND = /background-image:\s*url\((?:\s*(?:"([^"]*)"|'([^']*)')|([^()]*))/i;

/** Blockquotes and code begin a line of their own; only `<br>` makes an empty one. */
const TEXT_RULES: HtmlTextRules = {
  blankLine: new Set(),
  link: ({ href, text }) => wholeLink(text, href),
};

interface Reactions {
  readonly likes: number | null;
  readonly approximate: boolean | null;
  readonly list: readonly { readonly emoji: string | null; readonly count: number | null }[] | undefined;
}

/** A post of a channel; `name` is the one that was pasted. Null for a notice of the service. */
export function postOf(message: HtmlElement, name: string): Item | null {
  if (message.matches('.service_message')) return null;
  const [channel = name, id = ''] = (message.attribute('data-post') ?? '').split('/');
  if (!/^\d+$/.test(id)) throw new PlatformChanged(`${MESSAGE}[data-post]`);
  const home = `https://t.me/${channel}`;
  const signature = shown(message, '.tgme_widget_message_from_author');
  return makeItem({
    id,
    parentId: answeredPost(message, channel),
    kind: 'post',
    author: {
      name: shown(message, '.tgme_widget_message_owner_name') ?? signature,
      username: channel,
      url: home,
      avatarUrl: avatarOf(message),
    },
    ...contentOf(message, signature),
    url: `${home}/${id}`,
  });
}

/** A comment below `post`. `root` is the post's number within the discussion. Null for a notice of the service. */
export function commentOf(
  message: HtmlElement,
  { name, post, root }: { readonly name: string; readonly post: string; readonly root: string | null },
): Item | null {
  if (message.matches('.service_message')) return null;
  const id = message.attribute('data-post-id') ?? '';
  if (!/^\d+$/.test(id)) throw new PlatformChanged(`${MESSAGE}[data-post-id]`);
  const answered = message.first(`${REPLY}[data-reply-to]`)?.attribute('data-reply-to') || null;
  const parentId = answered === root || answered === id ? null : answered;
  const author = message.all(AUTHOR).find((element) => !element.matches(`${REPLY} *`));
  const url = author?.attribute('href') ?? null;
  const username = url === null ? null : orNull(url.split('/').at(-1));
  return makeItem({
    id,
    parentId,
    kind: parentId === null ? 'comment' : 'reply',
    author: { name: orNull(author?.text()), username, url, avatarUrl: avatarOf(message) },
    ...contentOf(message, null),
    isAuthorPost: username === null ? null : username.toLowerCase() === name.toLowerCase(),
    url: `https://t.me/${name}/${post}?comment=${id}`,
  });
}

function contentOf(message: HtmlElement, signature: string | null) {
  const { likes, approximate, list } = reactionsOf(message);
  const viewsText = shown(message, '.tgme_widget_message_views');
  const [text, createdAt] = [textOf(message), dateOf(message)];
  // Nothing in it goes by a name that is known, or by any.
  if (text === null && createdAt === null && message.first('[class]') === null) throw new PlatformChanged('.tgme_widget_message_text');
  return {
    text,
    createdAt,
    likes,
    approximate,
    isEdited: message.all('.tgme_widget_message_meta').some((meta) => /\bedited\b/i.test(meta.rawText)),
    media: mediaOf(message),
    extra: {
      views: viewsText === null ? undefined : (readCount(viewsText)?.value ?? undefined),
      viewsText: viewsText ?? undefined,
      signature: signature ?? undefined,
      forwardedFrom: shown(message, '.tgme_widget_message_forwarded_from_name') ?? undefined,
      reactions: list,
      poll: pollOf(message),
      document: shown(message, '.tgme_widget_message_document_title') ?? undefined,
      linkPreview: message.first('a.tgme_widget_message_link_preview')?.attribute('href') ?? undefined,
    },
  };
}

/** The outermost text that is no quote: a message with media nests a second one within the first. */
function textOf(message: HtmlElement): string | null {
  const text = message.all('.tgme_widget_message_text').find((element) => !element.matches(QUOTED));
  return orNull(text?.text(TEXT_RULES));
}

function shown(message: HtmlElement, selector: string): string | null {
  return orNull(message.first(selector)?.text());
}

/** @throws PlatformChanged where the date is none */
function dateOf(message: HtmlElement): string | null {
  const written = message.first('.tgme_widget_message_date time[datetime]')?.attribute('datetime');
  if (!written) return null;
  const date = isoFromText(written);
  if (date === null) throw new PlatformChanged('.tgme_widget_message_date time[datetime]');
  return date;
}

function answeredPost(message: HtmlElement, channel: string): string | null {
  const href = message.first(`a${REPLY}[href]`)?.attribute('href') ?? '';
  const [, name = '', id = null] = /^https?:\/\/[^/]+\/(?:s\/)?(\w+)\/(\d+)/.exec(href) ?? [];
  return name.toLowerCase() === channel.toLowerCase() ? id : null;
}

/** Counts in words ("1.2K") make the sum approximate, as does a reaction without a count. */
function reactionsOf(message: HtmlElement): Reactions {
  const reactions = message.all('.tgme_reaction');
  if (reactions.length === 0) return { likes: null, approximate: null, list: undefined };
  let [likes, isApproximate] = [0, false];
  const list = reactions.map((reaction) => {
    const written = reaction.text({ omit: (tag) => tag === 'i' || tag === 'b' || tag === 'tg-emoji' });
    const count = readCount(written);
    if (count === null && written !== '') throw new PlatformChanged('.tgme_reaction');
    likes += count?.value ?? 0;
    isApproximate ||= count === null || count.approximate;
    return { emoji: emojiOf(reaction), count: count?.value ?? null };
  });
  return { likes, approximate: isApproximate ? true : null, list };
}

/** Emoji of one's own have no character, only a number. */
function emojiOf(reaction: HtmlElement): string | null {
  if (reaction.matches('.tgme_reaction_paid')) return 'stars';
  return orNull(reaction.first('b')?.text()) ?? reaction.first('tg-emoji')?.attribute('emoji-id') ?? null;
}

function mediaOf(message: HtmlElement): Media[] {
  return message.all(MEDIA).flatMap((element): Media[] => {
    const address = element.tag === 'a' ? pictureBehind(element) : null;
    const url = withScheme(address ?? element.attribute('src') ?? element.attribute('data-webp'));
    return url === null ? [] : [{ type: MEDIA_TYPES[element.tag] ?? 'image', url }];
  });
}

function avatarOf(message: HtmlElement): string | null {
  return withScheme(message.first('.tgme_widget_message_user img')?.attribute('src'));
}

function pollOf(message: HtmlElement): object | undefined {
  const question = shown(message, '.tgme_widget_message_poll_question');
  if (question === null) return undefined;
  const percents = message.all('.tgme_widget_message_poll_option_percent').map((percent) => percent.text());
  const options = message
    .all('.tgme_widget_message_poll_option_text')
    .map((option, index) => ({ text: option.text(), percent: percents[index] ?? null }));
  return { question, options, votes: shown(message, '.tgme_widget_message_poll_votes, .tgme_widget_message_voters') };
}

function pictureBehind(element: HtmlElement): string | null {
  const [, quoted, single, bare] = BACKGROUND.exec(element.attribute('style') ?? '') ?? [];
  return quoted ?? single ?? bare?.trim() ?? null;
}
