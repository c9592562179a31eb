import { MostFrequent } from '#core/analysis/statistics/most-frequent.ts';
import { TallyTable } from '#core/analysis/statistics/tally-table.ts';
import { joinedKey, textKey } from '#core/analysis/text-key.ts';
import type { Author, Item } from '#core/contract/item.ts';
import type { ExportStatistics } from '#core/contract/statistics.ts';

const MOST_ACCOUNTS = 10;
/** Of those who answer one of them. */
const MOST_ANSWERING = 5;
const FIRST_CAPACITY = 1_024;
/** Numbers that are kept of an account: answers to it, accounts that gave them, and the first page that has it. */
const KEPT = 3;
const [ANSWERS, PEOPLE, PAGE] = [0, 1, 2];

interface Pair {
  readonly source: number;
  readonly target: number;
}

/** An account by its number, and how often it was answered, or answered. */
interface Counted {
  readonly account: number;
  readonly count: number;
}

/**
 * Who answers whom, as the network of an export has it: an account answers another where a reply of the first stands below a row of the second.
 * Accounts are counted by numbers, in some bytes each: names come from the pages on which the few that are told stand, which are looked at once more.
 */
export class AnswerCount {
  readonly #numbers = new TallyTable();
  readonly #pairs = new MostFrequent<Pair>();
  readonly #names = new Map<number, Author>();
  #kept = new Uint32Array(FIRST_CAPACITY * KEPT);
  #top: readonly (Counted & { readonly by: readonly Counted[] })[] | null = null;
  #pages = 0;
  #answered = 0;

  /** Rows that follow stand on another page. */
  beginPage(): void {
    this.#pages += 1;
  }

  /** The number of an account, by its key; 0 where nobody is named. */
  numberOf(key: number | null): number {
    if (key === null) return 0;
    const known = this.#numbers.get(key);
    if (known > 0) return known;
    const number = this.#numbers.size + 1;
    this.#numbers.set(key, number);
    if ((number + 1) * KEPT > this.#kept.length) this.#grow();
    this.#kept[number * KEPT + PAGE] = this.#pages;
    return number;
  }

  /** `source` answered `target`; 0 for nobody who is named. */
  count(source: number, target: number): void {
    if (source === 0 || target === 0) return;
    this.#answered += 1;
    const key = pairKey(source, target);
    if (this.#pairs.count(key, this.#answered)) this.#pairs.keep(key, { source, target });
    this.#increase(target, ANSWERS);
    if (this.#pairs.of(key) === 1) this.#increase(target, PEOPLE);
  }

  /** The pages that have the names of those who are told, in their order, from 0 on. After the last row. */
  pagesToLearn(): readonly number[] {
    const told = this.#told().flatMap(({ account, by }) => [account, ...by.map((one) => one.account)]);
    return [...new Set(told.map((account) => this.#of(account, PAGE) - 1))].toSorted((a, b) => a - b);
  }

  /** Takes the names from rows of such a page. */
  learn(items: readonly Pick<Item, 'author'>[]): void {
    const wanted = new Set(this.#told().flatMap(({ account, by }) => [account, ...by.map((one) => one.account)]));
    for (const { author } of items) {
      const key = accountKey(author);
      const account = key === null ? 0 : this.#numbers.get(key);
      if (wanted.has(account) && !this.#names.has(account)) this.#names.set(account, author);
    }
  }

  result(): ExportStatistics['answered'] {
    let distinct = 0;
    for (let account = 1; account <= this.#numbers.size; account += 1) if (this.#of(account, ANSWERS) > 0) distinct += 1;
    const named = ({ account, count }: Counted) => {
      const { name, username, id, url } = this.#names.get(account) ?? { name: null, username: null, id: null, url: null };
      return { name, username, id, url, count };
    };
    const top = this.#told().map((one) => ({ ...named(one), people: this.#of(one.account, PEOPLE), by: inOrder(one.by.map(named)) }));
    return { count: this.#answered, distinct, top: inOrder(top) };
  }

  /** Settled once: nothing is counted after it. */
  #told(): readonly (Counted & { readonly by: readonly Counted[] })[] {
    if (this.#top !== null) return this.#top;
    const most: Counted[] = [];
    for (let account = 1; account <= this.#numbers.size; account += 1) {
      const count = this.#of(account, ANSWERS);
      if (count === 0 || count <= (most[MOST_ACCOUNTS - 1]?.count ?? 0)) continue;
      const place = most.findLastIndex((one) => one.count >= count) + 1;
      most.splice(place, 0, { account, count });
      most.length = Math.min(most.length, MOST_ACCOUNTS);
    }
    const byTarget = Map.groupBy(this.#pairs.candidates(), ({ what }) => what.target);
    this.#top = most.map((one) => {
      const pairs = (byTarget.get(one.account) ?? []).toSorted((a, b) => b.count - a.count || a.what.source - b.what.source);
      return { ...one, by: pairs.slice(0, MOST_ANSWERING).map(({ what, count }) => ({ account: what.source, count })) };
    });
    return this.#top;
  }

  #of(account: number, what: number): number {
    return this.#kept[account * KEPT + what] as number;
  }

  #increase(account: number, what: number): void {
    this.#kept[account * KEPT + what] = this.#of(account, what) + 1;
  }

  #grow(): void {
    const kept = new Uint32Array(this.#kept.length * 2);
    kept.set(this.#kept);
    this.#kept = kept;
  }
}

/** Who wrote it, by the best that the platform says; empty where it says nothing. */
export function authorKey({ id, username, url, name }: Pick<Author, 'id' | 'username' | 'url' | 'name'>): string {
  return id ?? username ?? url ?? name ?? '';
}

/** A number that stands for who wrote it; null where nobody is named. */
export function accountKey(author: Author): number | null {
  const who = authorKey(author);
  return who === '' ? null : textKey(who);
}

/** Of two numbers, spread as keys of texts are. */
function pairKey(source: number, target: number): number {
  return joinedKey(Math.imul(source, 0x9e3779b1) ^ target, Math.imul(target, 0x85ebca6b) ^ source);
}

/** The most first, ties by the alphabet. */
function inOrder<T extends Pick<Author, 'name' | 'username' | 'id' | 'url'> & { readonly count: number }>(all: readonly T[]): T[] {
  return all.toSorted((a, b) => b.count - a.count || (authorKey(a) < authorKey(b) ? -1 : 1));
}
