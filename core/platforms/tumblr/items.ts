import type { Item, ItemKind, Media } from '#core/contract/item.ts';
import { isoFromSeconds } from '#core/platform-kit/dates.ts';
import { htmlToText } from '#core/platform-kit/html-text.ts';
import { parseHtml } from '#core/platform-kit/html-tree.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import type { Block, Note, Post } from '#core/platforms/tumblr/wire.ts';

const AVATAR_SIZE = '64';
const LIST_ITEM = /-list-item$/;
const MEDIA_BLOCKS: Readonly<Record<string, Media['type']>> = { image: 'image', video: 'video', audio: 'audio' };

/** `owner`: the blog that the post is on, null where its name is not known. */
export function noteItem(note: Note, list: 'comments' | 'likes' | 'shares', owner: string | null): Item {
  const home = withSlash(orNull(note.blog_url) ?? `https://${note.blog_name}.tumblr.com/`);
  const parentId = list === 'comments' ? (note.parent_reply_id ?? null) : null;
  const kinds = { comments: parentId === null ? 'comment' : 'reply', likes: 'like', shares: 'share' } as const satisfies Record<
    string,
    ItemKind
  >;
  return makeItem({
    id: note.reply_id ?? note.post_id ?? `${note.blog_name}-${note.timestamp}`,
    parentId,
    kind: kinds[list],
    author: {
      name: note.blog_name,
      username: note.blog_name,
      id: orNull(note.blog_uuid),
      url: orNull(note.blog_url),
      avatarUrl: avatarOf(note),
    },
    text: orNull(note.reply_text) ?? orNull(note.added_text),
    createdAt: isoFromSeconds(note.timestamp),
    url: note.type === 'reblog' && note.post_id ? `${home}post/${note.post_id}` : null,
    isAuthorPost: list === 'comments' && owner !== null ? note.blog_name.toLowerCase() === owner.toLowerCase() : null,
    extra: {
      type: note.type,
      reblogParent: orNull(note.reblog_parent_blog_name) ?? undefined,
      tags: note.tags?.length ? note.tags : undefined,
    },
  });
}

export function postItem(post: Post): Item {
  const reblogged = (post.trail ?? []).flatMap(({ content }) => (Array.isArray(content) ? (textOfBlocks(content) ?? []) : []));
  return makeItem({
    id: post.id_string,
    kind: 'post',
    author: {
      name: orNull(post.blog_name),
      username: orNull(post.blog_name),
      id: orNull(post.blog?.uuid),
      url: orNull(post.blog?.url),
    },
    title: orNull(post.title),
    text: textOf(post),
    createdAt: isoFromSeconds(post.timestamp),
    url: orNull(post.post_url),
    media: post.content ? mediaOfBlocks(post.content) : mediaOfHtml(htmlOf(post)),
    isPinned: post.is_pinned === true ? true : null,
    extra: {
      noteCount: post.note_count ?? undefined,
      postType: orNull(post.type) ?? undefined,
      tags: post.tags?.length ? post.tags : undefined,
      rebloggedFrom: orNull(post.reblogged_from_name) ?? undefined,
      rebloggedText: post.content && reblogged.length > 0 ? reblogged.join('\n\n') : undefined,
    },
  });
}

function textOf(post: Post): string | null {
  if (post.content) return textOfBlocks(post.content);
  const html = htmlOf(post);
  return html === null ? null : orNull(htmlToText(html));
}

/** Posts of the old kinds keep their words in different places. */
function htmlOf(post: Post): string | null {
  return orNull(post.body) ?? orNull(post.caption) ?? orNull(post.text) ?? orNull(post.description) ?? orNull(post.answer);
}

/** A block is a paragraph; items of one list stand on lines of their own. */
function textOfBlocks(blocks: readonly Block[]): string | null {
  let text = '';
  let wasItem = false;
  for (const block of blocks) {
    const words = block.type === 'text' ? orNull(block.text) : null;
    if (words === null) continue;
    const isItem = LIST_ITEM.test(block.subtype ?? '');
    text += text === '' ? words : `${isItem && wasItem ? '\n' : '\n\n'}${words}`;
    wasItem = isItem;
  }
  return orNull(text);
}

function mediaOfBlocks(blocks: readonly Block[]): Media[] {
  return blocks.flatMap((block) => {
    const type = MEDIA_BLOCKS[block.type];
    const url = orNull(Array.isArray(block.media) ? block.media[0]?.url : block.media?.url) ?? orNull(block.url);
    return type === undefined || url === null ? [] : [{ type, url }];
  });
}

function mediaOfHtml(html: string | null): Media[] {
  if (html === null) return [];
  return parseHtml(html)
    .all('img[src], video source[src], video[src], audio source[src], audio[src]')
    .map((element) => ({
      type: element.tag === 'img' ? 'image' : element.matches('audio, audio *') ? 'audio' : 'video',
      url: element.attribute('src') ?? '',
    }));
}

function avatarOf({ avatar_url: avatar }: Note): string | null {
  return orNull(typeof avatar === 'object' ? avatar?.[AVATAR_SIZE] : avatar);
}

function withSlash(address: string): string {
  return address.endsWith('/') ? address : `${address}/`;
}
