import type { Author, Item, ItemKind } from '#core/contract/item.ts';
import { isEditedAfter, isoFromMs } from '#core/platform-kit/dates.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import type { Response, Story, User } from '#core/platforms/medium/wire.ts';

const IMAGES = 'https://miro.medium.com/v2';

/** A response dates from when it was begun. `parent`: the response in whose list it stands, null below the article; `author`: who wrote the article. */
export function responseItem(response: Response, article: string, parent: string | null, author: string | null): Item {
  const answered = response.inResponseToPostResult?.id ?? parent;
  const parentId = answered === article ? null : answered;
  const paragraphs = (response.content ?? response.previewContent)?.bodyModel?.paragraphs ?? [];
  return makeItem({
    ...sharedOf(response),
    createdAt: isoFromMs(response.createdAt) ?? isoFromMs(response.firstPublishedAt),
    parentId,
    kind: parentId === null ? 'comment' : 'reply',
    text: orNull(paragraphs.map(({ text }) => text ?? '').join('\n')),
    media: paragraphs.flatMap(({ metadata }) => imageOf(metadata?.id)),
    isAuthorPost: author === null || !response.creator ? null : response.creator.id === author,
  });
}

/** A story dates from when it came out, as it does in the feed: it may have been begun years before. */
export function storyItem(story: Story): Item {
  return makeItem({
    ...sharedOf(story),
    createdAt: isoFromMs(story.firstPublishedAt) ?? isoFromMs(story.createdAt),
    kind: 'post',
    title: orNull(story.title),
    text: orNull(story.extendedPreviewContent?.subtitle),
    media: imageOf(story.previewImage?.id),
    extra: { isLocked: story.isLocked ?? undefined, readingMinutes: story.readingTime ?? undefined },
  });
}

export function accountItem(user: User, kind: ItemKind, claps?: number | null): Item {
  const author = authorOf(user);
  return makeItem({
    id: user.id,
    kind,
    author,
    text: orNull(user.bio),
    url: author.url ?? null,
    extra: { claps: claps ?? undefined },
  });
}

/** How many responses of all levels there are below. */
export function responseCount(post: Pick<Response, 'responsesCount' | 'postResponses'>): number | null {
  return post.responsesCount ?? post.postResponses?.count ?? null;
}

function sharedOf(post: Response | Story) {
  const { firstPublishedAt: first, latestPublishedAt: latest } = post;
  return {
    id: post.id,
    author: post.creator ? authorOf(post.creator) : {},
    likes: post.clapCount ?? null,
    replyCount: responseCount(post),
    language: orNull(post.detectedLanguage),
    url: orNull(post.mediumUrl),
    // Of what never came out, both are 0.
    isEdited: first && latest ? isEditedAfter(first, latest) : null,
    extra: { isLocked: post.isLocked ?? undefined },
  };
}

function authorOf({ id, name, username, imageId }: User): Partial<Author> {
  return {
    name: orNull(name),
    username: orNull(username),
    id,
    url: username ? `https://medium.com/@${username}` : null,
    avatarUrl: imageId ? `https://miro.medium.com/v2/resize:fit:96/${imageId}` : null,
  };
}

function imageOf(id: string | null | undefined): Item['media'] {
  return id ? [{ type: 'image', url: `${IMAGES}/${id}` }] : [];
}
