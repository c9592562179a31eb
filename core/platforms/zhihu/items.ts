import type { Author, Item } from '#core/contract/item.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { isEditedAfter, isoFromSeconds } from '#core/platform-kit/dates.ts';
import { type HtmlAttributes, htmlToText } from '#core/platform-kit/html-text.ts';
import { parseHtml } from '#core/platform-kit/html-tree.ts';
import { mediaOf } from '#core/platform-kit/media.ts';
import type { Answer, Child, Member, Person } from '#core/platforms/zhihu/wire.ts';

const FORMULA = '/equation?tex=';
/** What has no id: nobody's. */
const NOBODY = '0';

export function answerItem(answer: Answer, kind: 'comment' | 'post', asked: string | null): Item {
  const { id, content, question, created_time: written } = answer;
  const about = question?.id ?? asked;
  return makeItem({
    id,
    kind,
    author: authorOf(answer.author),
    title: kind === 'post' ? orNull(question?.title) : null,
    text: orNull(plain(content)),
    createdAt: isoFromSeconds(written),
    likes: answer.voteup_count ?? null,
    replyCount: answer.comment_count ?? null,
    url: about === null ? `https://www.zhihu.com/answer/${id}` : `https://www.zhihu.com/question/${about}/answer/${id}`,
    media: mediaOf(picturesIn(content)),
    isEdited: isEditedAfter(written, answer.updated_time ?? undefined),
  });
}

/** @param root the comment that it answers to; null for one of the first level */
export function commentItem(comment: Child, root: string | null): Item {
  const { author } = comment;
  const to = known(comment.reply_comment_id);
  const place = comment.comment_tag?.find(({ type }) => type === 'ip_info')?.text;
  return makeItem({
    id: comment.id,
    kind: root === null ? 'comment' : 'reply',
    parentId: root,
    author: authorOf(author?.member ?? author),
    text: orNull(plain(comment.content)),
    createdAt: isoFromSeconds(comment.created_time),
    likes: comment.like_count ?? comment.vote_count ?? null,
    dislikes: comment.dislike_count ?? null,
    replyCount: root === null ? (comment.child_comment_count ?? null) : null,
    isPinned: comment.top == null && comment.is_author_top == null ? null : comment.top === true || comment.is_author_top === true,
    isAuthorPost: isByAuthor(comment) ? true : null,
    extra: {
      replyToId: root !== null && to !== null && to !== root ? to : undefined,
      location: orNull(place) ?? undefined,
      collapsed: comment.collapsed === true ? true : undefined,
      reviewing: comment.reviewing === true ? true : undefined,
    },
  });
}

export function memberItem(member: Member, kind: 'follower' | 'following'): Item {
  const author = authorOf(member);
  return makeItem({
    id: known(member.id) ?? member.url_token ?? member.name,
    kind,
    author,
    text: orNull(member.headline),
    url: author.url ?? null,
    extra: { followers: member.follower_count ?? undefined },
  });
}

/** The id of somebody or something; null where that is nobody's. */
export function known(id: string | null | undefined): string | null {
  return id === NOBODY ? null : orNull(id);
}

function isByAuthor({ author, author_tag: tags }: Child): boolean {
  return (
    author?.role === 'author' || tags?.some(({ type, text }) => /author/i.test(type ?? '') || text?.includes('作者') === true) === true
  );
}

function authorOf(person: Person | null | undefined): Partial<Author> {
  const username = orNull(person?.url_token);
  return {
    name: orNull(person?.name),
    username,
    id: known(person?.id),
    url: username === null ? null : `https://www.zhihu.com/${person?.is_org === true ? 'org' : 'people'}/${username}`,
    avatarUrl: orNull(person?.avatar_url),
  };
}

/** Pictures say nothing, formulas what they are made of. */
function plain(html: string): string {
  return htmlToText(html, {
    omit: (tag) => tag === 'figure',
    image: (attributes) => (isFormula(attributes) ? (attributes['alt'] ?? '') : ''),
  });
}

function isFormula({ eeimg, src }: HtmlAttributes): boolean {
  return eeimg !== undefined || src?.includes(FORMULA) === true;
}

/** A picture stands twice where it comes later: once for pages without scripts. */
function picturesIn(html: string): readonly string[] {
  if (!html.includes('<img')) return [];
  const pictures = parseHtml(html)
    .all('img')
    .filter((image) => image.attribute('eeimg') === null && !image.attribute('src')?.includes(FORMULA))
    .map((image) => orNull(image.attribute('data-original')) ?? image.attribute('src') ?? '');
  return [...new Set(pictures)].filter((address) => !address.startsWith('data:'));
}
