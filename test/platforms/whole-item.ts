import type { Author, Item } from '#core/contract/item.ts';

const NOBODY: Author = { name: null, username: null, id: null, url: null, avatarUrl: null, verified: null };
const NOTHING: Item = {
  id: '',
  parentId: null,
  kind: 'comment',
  author: NOBODY,
  text: null,
  createdAt: null,
  createdAtPrecision: null,
  relativeTime: null,
  likes: null,
  dislikes: null,
  replyCount: null,
  approximate: null,
  rating: null,
  ratingScale: null,
  title: null,
  language: null,
  url: null,
  media: [],
  isPinned: null,
  isEdited: null,
  isAuthorPost: null,
  ownerReply: null,
  extra: {},
};

/** A whole item as a test expects it: nothing is in it but what is said here. Not made by the adapters' own function. */
export function wholeItem(said: Omit<Partial<Item>, 'author'> & { readonly author?: Partial<Author> }): Item {
  return { ...NOTHING, ...said, author: { ...NOBODY, ...said.author } };
}
