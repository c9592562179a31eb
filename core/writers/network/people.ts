import type { Author, Item } from '#core/contract/item.ts';
import type { Row } from '#core/writers/row.ts';

/** Of one text, how many mentions are looked at, and how long a handle may be. */
const MOST_MENTIONS = 50;
const MENTION = /(?:^|[^\p{L}\p{N}_@])@([\p{L}\p{N}_][\p{L}\p{N}_.-]{0,63})/gu;
/** An edge is kept under one number made of two: of as many people each. */
const MOST_PEOPLE = 2 ** 26;

/** Somebody who wrote, was answered or was mentioned. */
export interface Person {
  /** The platform's id, else the user name with an `@`, else the name. Lone surrogates are U+FFFD. */
  readonly key: string;
  readonly label: string;
  readonly items: number;
}

/** How often `source` answered and mentioned `target`; both are places in `people`. */
export interface Edge {
  readonly source: number;
  readonly target: number;
  readonly replies: number;
  readonly mentions: number;
}

interface Counted {
  key: string;
  label: string;
  items: number;
}

/**
 * Gathers who answers and mentions whom, as far as rows are given. Keeps people, edges and the author of each id in memory, and no text. A mention is
 * whoever has that user name among the authors; a name that nobody has is a person of its own.
 */
export class PeopleGraph {
  readonly #people: Counted[] = [];
  readonly #byKey = new Map<string, number>();
  readonly #byUsername = new Map<string, number>();
  readonly #authorOf = new Map<string, number>();
  readonly #replies = new Map<number, number>();
  readonly #mentions = new Map<number, number>();
  /** Answers to what came later, or not at all. */
  readonly #waiting: { readonly source: number; readonly parentId: string }[] = [];

  add(rows: readonly Row[]): void {
    for (const { item } of rows) this.#addItem(item);
  }

  /** In order of first appearance. */
  get people(): readonly Person[] {
    return this.#people;
  }

  /** Once each, in order of first appearance of answers, then of mentions alone. After the last row. */
  *edges(): Generator<Edge> {
    for (const { source, parentId } of this.#waiting.splice(0)) this.#countReply(source, this.#authorOf.get(parentId));
    for (const [edge, replies] of this.#replies) yield { ...ends(edge), replies, mentions: this.#mentions.get(edge) ?? 0 };
    for (const [edge, mentions] of this.#mentions) if (!this.#replies.has(edge)) yield { ...ends(edge), replies: 0, mentions };
  }

  #addItem(item: Item): void {
    const { sourcePlatform } = item.extra;
    // Two platforms may each have somebody, or a row, of the same id.
    const realm = typeof sourcePlatform === 'string' ? `${sourcePlatform}\n` : '';
    const source = this.#personOf(item.author, realm);
    if (source === null) return;
    (this.#people[source] as Counted).items += 1;
    this.#authorOf.set(realm + item.id, source);
    if (item.parentId !== null) {
      const parentId = realm + item.parentId;
      const target = this.#authorOf.get(parentId);
      if (target === undefined) this.#waiting.push({ source, parentId });
      else this.#countReply(source, target);
    }
    if (item.text === null || !item.text.includes('@')) return;
    let seen = 0;
    for (const [, handle = ''] of item.text.matchAll(MENTION)) {
      if ((seen += 1) > MOST_MENTIONS) return;
      count(this.#mentions, edgeOf(source, this.#mentioned(handle, realm)));
    }
  }

  #countReply(source: number, target: number | undefined): void {
    if (target !== undefined) count(this.#replies, edgeOf(source, target));
  }

  #personOf({ id, username, name }: Author, realm: string): number | null {
    const handle = username === null ? null : username.replace(/^@/, '');
    const key = id ?? (handle === null ? name : `@${handle}`);
    if (key === null || key === '') return null;
    const known = this.#byKey.get(realm + key) ?? (handle === null ? undefined : this.#onlyMentioned(handle, realm));
    const person = known ?? this.#newPerson(key, name ?? handle ?? key, realm);
    const noted = this.#people[person] as Counted;
    if (noted.items === 0) Object.assign(noted, { key: key.toWellFormed(), label: (name ?? handle ?? key).toWellFormed() });
    this.#byKey.set(realm + key, person);
    if (handle !== null) this.#byUsername.set(realm + handle.toLowerCase(), person);
    return person;
  }

  /** Who was mentioned by that user name and had written nothing yet. */
  #onlyMentioned(handle: string, realm: string): number | undefined {
    const person = this.#byUsername.get(realm + handle.toLowerCase());
    return person !== undefined && this.#people[person]?.items === 0 ? person : undefined;
  }

  #mentioned(handle: string, realm: string): number {
    // A sentence ends behind many a name.
    const username = handle.replace(/[.-]+$/, '').toLowerCase();
    const known = this.#byUsername.get(realm + username);
    if (known !== undefined) return known;
    const person = this.#newPerson(`@${username}`, `@${username}`, realm);
    this.#byUsername.set(realm + username, person);
    return person;
  }

  #newPerson(key: string, label: string, realm: string): number {
    this.#people.push({ key: key.toWellFormed(), label: label.toWellFormed(), items: 0 });
    this.#byKey.set(realm + key, this.#people.length - 1);
    return this.#people.length - 1;
  }
}

function edgeOf(source: number, target: number): number {
  return source * MOST_PEOPLE + target;
}

function ends(edge: number): Pick<Edge, 'source' | 'target'> {
  return { source: Math.floor(edge / MOST_PEOPLE), target: edge % MOST_PEOPLE };
}

function count(counts: Map<number, number>, edge: number): void {
  counts.set(edge, (counts.get(edge) ?? 0) + 1);
}
