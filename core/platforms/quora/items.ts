import type { Author, Item, Media } from '#core/contract/item.ts';
import { isEditedAfter, isoFromMs } from '#core/platform-kit/dates.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { readJson, readWire } from '#core/platform-kit/wire.ts';
import { type Answer, type Comment, documentSchema, type User } from '#core/platforms/quora/wire.ts';

const SITE = 'https://www.quora.com';

export function answerItem(answer: Answer, kind: 'comment' | 'post'): Item {
  const { text, media } = readDocument(answer.content, 'content');
  return makeItem({
    id: answer.aid,
    kind,
    author: authorOf(answer.author),
    title: kind === 'post' ? readDocument(answer.question?.title, 'title').text : null,
    text,
    media,
    createdAt: isoFromMicroseconds(answer.creationTime),
    likes: answer.numUpvotes ?? null,
    replyCount: answer.numDisplayComments ?? null,
    url: absolute(answer.permaUrl ?? answer.url),
    isEdited: isEditedAfter(answer.creationTime, answer.updatedTime ?? null),
    extra: {
      views: answer.numViews ?? undefined,
      shares: answer.numShares ?? undefined,
      credential: orNull(answer.authorCredential?.translatedString) ?? undefined,
      isMachineAnswer: answer.isMachineAnswer ?? undefined,
    },
  });
}

/** `owner`: who wrote what is commented on. */
export function commentItem(comment: Comment, id: string, parentId: string | null, owner: string | null): Item {
  const { text, media } = readDocument(comment.contentQtextDocument?.legacyJson, 'contentQtextDocument.legacyJson');
  const author = authorOf(comment.user);
  return makeItem({
    id,
    parentId,
    kind: parentId === null ? 'comment' : 'reply',
    author,
    text,
    media,
    createdAt: isoFromMicroseconds(comment.creationTime),
    likes: comment.numUpvotes ?? null,
    url: absolute(comment.url),
    isEdited: isEditedAfter(comment.creationTime, comment.updatedTime),
    isAuthorPost: owner === null || !author.id ? null : author.id === owner,
    extra: comment.isDeleted ? { isDeleted: true } : {},
  });
}

export function accountItem(user: User, id: string, kind: 'follower' | 'following'): Item {
  const author = authorOf(user);
  return makeItem({ id, kind, author, url: author.url ?? null });
}

function authorOf(user: User | null | undefined): Partial<Author> {
  if (!user || user.isAnon) return {};
  const { givenName = null, familyName = null, reverseOrder } = user.names?.[0] ?? {};
  const parts = reverseOrder ? [familyName, givenName] : [givenName, familyName];
  const url = absolute(user.profileUrl);
  return {
    name: orNull(parts.flatMap((part) => orNull(part) ?? []).join(' ')),
    username: url === null ? null : (/\/profile\/([^/?#]+)/.exec(url)?.[1] ?? null),
    id: user.uid ?? null,
    url,
    avatarUrl: orNull(user.profileImageUrl),
    verified: user.isVerified ?? null,
  };
}

/** Sections are lines; of links only their text is left. */
function readDocument(json: string | null | undefined, at: string): { readonly text: string | null; readonly media: Media[] } {
  const given = orNull(json);
  if (given === null) return { text: null, media: [] };
  if (!given.trimStart().startsWith('{')) return { text: given, media: [] };
  const { sections } = readWire(documentSchema, readJson(given, at), at);
  const spans = sections.flatMap((section) => section.spans);
  return {
    text: orNull(sections.map((section) => section.spans.map(({ text }) => text ?? '').join('')).join('\n')),
    media: spans.flatMap(({ modifiers }) => (modifiers?.image ? [{ type: 'image', url: modifiers.image } as const] : [])),
  };
}

function absolute(url: string | null | undefined): string | null {
  const given = orNull(url);
  return given?.startsWith('/') ? SITE + given : given;
}

function isoFromMicroseconds(moment: number | null | undefined): string | null {
  return isoFromMs(moment ? moment / 1000 : null);
}
