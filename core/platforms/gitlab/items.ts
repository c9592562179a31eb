import { PlatformChanged } from '#core/contract/error.ts';
import type { Author, Item } from '#core/contract/item.ts';
import type { TargetParams } from '#core/platform-api/define.ts';
import { makeItem, orNull } from '#core/platform-api/item.ts';
import { isEditedAfter, statedInstant } from '#core/platform-kit/dates.ts';
import type { NoteNode, WireAward, WireNote, WireStar, WireThread, WireUser } from '#core/platforms/gitlab/wire.ts';

/** The issue or merge request that notes stand under. `title`, `author` (an id): null where they were not read. */
export type Subject = {
  /** With the port, where there is one. */
  readonly host: string;
  readonly path: string;
  readonly kind: 'issues' | 'merge_requests';
  readonly number: string;
  readonly title: string | null;
  readonly author: string | null;
};

/** A note, whichever way it came. */
interface Note {
  readonly id: string;
  readonly author: Partial<Author>;
  readonly text: string | null;
  readonly createdAt: string | null;
  readonly likes: number | null;
  readonly isEdited: boolean | null;
  readonly extra: Readonly<Record<string, unknown>>;
}

const LIKE = 'thumbsup';
const NUMBER_AT_END = /(\d+)$/;

export function subjectOf({ host = '', path = '', number = '' }: TargetParams, kind: Subject['kind']): Subject {
  return { host, path, kind, number, title: null, author: null };
}

/** The first note of a thread that somebody wrote, and the others below it where they are wanted. System notes are no items. */
export function threadItems({ id, notes }: WireThread, subject: Subject, wanted: 'all' | 'heads'): Item[] {
  const [head, ...others] = notes.filter(({ system }) => system !== true);
  if (head === undefined) return [];
  const item = noteItem(noteOf(head, id, subject.host), subject, null, others.length);
  if (wanted === 'heads') return [item];
  return [item, ...others.map((note) => noteItem(noteOf(note, id, subject.host), subject, item.id, null))];
}

/**
 * @param head number of the note that begins the thread; null where this one does
 * @param answers how many stand below it; null where that is not known
 */
export function nodeItem(node: NoteNode, subject: Subject, head: string | null, answers: number | null): Item {
  return noteItem(noteOfNode(node, subject.host), subject, head, answers);
}

/** The number at the end of an id of GraphQL. @throws PlatformChanged where there is none */
export function numberIn(id: string): string {
  const number = NUMBER_AT_END.exec(id)?.[1];
  if (number === undefined) throw new PlatformChanged('id');
  return number;
}

export function awardItem(award: WireAward, host: string): Item {
  const author = authorOf(award.user, host);
  return makeItem({
    id: String(award.id),
    kind: 'like',
    author,
    createdAt: statedInstant(award.created_at, 'created_at'),
    url: author.url ?? null,
    extra: { emoji: orNull(award.name) ?? undefined },
  });
}

export function starItem({ user, starred_since: since }: WireStar, host: string): Item {
  const author = authorOf(user, host);
  return makeItem({ id: user.id, kind: 'like', author, createdAt: statedInstant(since, 'starred_since'), url: author.url ?? null });
}

function noteItem(note: Note, { host, path, kind, number, title, author }: Subject, parentId: string | null, answers: number | null): Item {
  return makeItem({
    ...note,
    parentId,
    kind: parentId === null ? 'comment' : 'reply',
    replyCount: answers,
    url: `https://${host}/${path}/-/${kind}/${number}#note_${note.id}`,
    title,
    isAuthorPost: author === null || note.author.id == null ? null : note.author.id === author,
  });
}

function noteOf(note: WireNote, threadId: string | null | undefined, host: string): Note {
  return {
    id: String(note.id),
    author: authorOf(note.author, host),
    text: orNull(note.body ?? note.note),
    createdAt: statedInstant(note.created_at, 'created_at'),
    likes: note.award_emoji?.filter(({ name }) => name === LIKE).length ?? null,
    // The moment of its last change moves as its thread grows.
    isEdited: null,
    extra: {
      threadId: orNull(threadId) ?? undefined,
      noteType: orNull(note.type) ?? undefined,
      resolvable: note.resolvable ?? undefined,
      resolved: note.resolved ?? undefined,
      path: orNull(note.position?.new_path) ?? undefined,
      line: note.position?.new_line ?? undefined,
      internal: note.internal ?? note.confidential ?? undefined,
    },
  };
}

function noteOfNode(node: NoteNode, host: string): Note {
  const { author } = node;
  const user = author && {
    id: author.id ? numberIn(author.id) : null,
    name: author.name,
    username: author.username,
    web_url: author.webUrl,
    avatar_url: author.avatarUrl,
  };
  return {
    id: numberIn(node.id),
    author: authorOf(user, host),
    text: orNull(node.body),
    createdAt: statedInstant(node.createdAt, 'createdAt'),
    likes: null,
    isEdited: isEditedAfter(node.createdAt, node.lastEditedAt),
    extra: { threadId: orNull(node.discussion?.id.split('/').at(-1)) ?? undefined },
  };
}

function authorOf(user: WireUser, host: string): Partial<Author> {
  return {
    name: orNull(user?.name),
    username: orNull(user?.username),
    id: user?.id ?? null,
    url: whole(user?.web_url ?? user?.path, host),
    avatarUrl: whole(user?.avatar_url, host),
  };
}

/** Addresses within the server come without its name. */
function whole(address: string | null | undefined, host: string): string | null {
  const given = orNull(address);
  return given?.startsWith('/') ? `https://${host}${given}` : given;
}
