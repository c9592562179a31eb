import type { GapCause } from '#core/contract/gap-cause.ts';
import type { Item } from '#core/contract/item.ts';
import type { ExportType, Selector, Sort } from '#core/contract/options.ts';
import type { PLATFORM_CATEGORIES } from '#core/contract/platform.ts';
import { readingPage } from '#core/platform-api/odd-rows.ts';
import type { Session } from '#core/platform-api/session.ts';
import type { SiteWalls } from '#core/platform-api/wall-sign.ts';

/** Plain JSON: a cursor is stored and read back between two requests, or between two runs. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/** The pasted URL, already parsed: `host` without a leading `www.`, `path` percent-decoded where that is possible. */
export interface PastedUrl {
  readonly href: string;
  readonly protocol: string;
  readonly host: string;
  /** Decoded. */
  readonly path: string;
  /** The parts between the slashes of the address, each decoded by itself, so that one may hold a `/`; empty parts left out. */
  readonly segments: readonly string[];
  readonly query: URLSearchParams;
  /** Without the leading `#`. */
  readonly hash: string;
}

/** What the URL names, in the platform's words: `{ video: 'dQw4w9WgXcQ' }`. Stored with the job. */
export type TargetParams = Readonly<Record<string, string>>;

/** What a target can export under one selector. */
export interface ExportRow {
  readonly type: ExportType;
  /**
   * tree (default): replies stand directly after their parent. served: the list's own order, whatever parents say
   * (a person's comments, a feed).
   */
  readonly order?: 'tree' | 'served';
  /** True where the platform's total counts replies too. */
  readonly totalCountsReplies?: true;
}

/** What a kind of URL says about itself. */
export interface TargetFacts {
  readonly name: string;
  /** For people and for docs: `youtube.com/watch?v=<id>`. */
  readonly patterns: readonly string[];
  /** Full URLs, each claimed by exactly this target of all platforms. */
  readonly examples: readonly [string, ...string[]];
  /** `own`: what the URL gives without a selector. A true selector without a row is refused. */
  readonly exports: Readonly<Partial<Record<Selector | 'own', ExportRow>>>;
  /** Why a selector is refused, where more can be said than that there is no such list. */
  readonly refuses?: Readonly<Partial<Record<Selector, string>>>;
  /** Claimed only where one of its selectors is asked for: the address says too little by itself (the root of any host). */
  readonly whenAsked?: true;
}

/** One kind of URL. */
export interface Target extends TargetFacts {
  /** The parameters of a URL of this kind, null for any other. Checks the host itself: exact names, never a substring. */
  match(url: PastedUrl): TargetParams | null;
}

/** The job's options as a platform sees them: `replies` decided, `sort` one that the platform has or null for its default. */
export interface ExportOptions {
  readonly replies: boolean;
  readonly sort: Sort | null;
  readonly limit: number;
  readonly minTimestamp: number | null;
  readonly maxTimestamp: number | null;
  readonly countries: readonly string[];
}

/** What an export is about, decided once at creation and stored with the job. */
export interface ChosenTarget {
  readonly target: string;
  readonly params: TargetParams;
  readonly type: ExportType;
  /** `own` or the selector that chose `type`. */
  readonly selector: Selector | 'own';
  readonly url: string;
}

/**
 * A request still to be made. The engine stores it, makes it, and replaces it by what its page answers.
 * role `page`: the next page of the list that this answer belongs to; its failure ends the job (404/410: the list).
 * role `replies`: a side list (the replies under `under`, a stub); its failure is a gap in the ledger.
 * role `list`: a further list of equal right (the next country); read after this one, failure as for `page`.
 */
export interface Next<C extends Json = Json> {
  readonly cursor: C;
  readonly role: 'page' | 'replies' | 'list';
  /** Id of the item whose replies are asked for: dropped with it where that item is a duplicate. */
  readonly under?: string;
  /** How many items this request will bring, as far as known. Keeps parallel reading from running past `limit`. */
  readonly expect?: number;
  /** One try, and its failure is no more than a note (a call marked optional). */
  readonly optional?: true;
  /** Not asked for sooner than so many milliseconds after this answer: the platform's own interval for what is still growing. */
  readonly afterMs?: number;
}

/** Something that exists and is not in `items`. */
export interface Gap {
  readonly cause: GapCause;
  /** How many items; 0 where nobody knows. */
  readonly count: number;
  readonly note?: string;
  /** All that a row says that could not be read: where it comes again in a further list, it counts once. */
  readonly row?: string;
}

/** What a page says of itself: of the video, post or product that the address names, and not of its rows. */
export interface About {
  readonly title: string | null;
  /** The address of a picture of it. Left out or null: the answer names none. */
  readonly picture?: string | null;
}

/** One answer, parsed. */
export interface Page<C extends Json = Json> {
  /** In the order of the answer, a parent before its replies. */
  readonly items: readonly Item[];
  readonly next?: readonly Next<C>[];
  /** What the platform says exists; left out where this answer does not say. */
  readonly total?: number | null;
  readonly gaps?: readonly Gap[];
  /** Sentences for the ledger. */
  readonly notes?: readonly string[];
  /** What the answer says of the thing itself that the address names, where it happens to. */
  readonly about?: About;
  /** The door that answered, for the ledger: `algolia`, `feed json`. */
  readonly door?: string;
  /** The list runs in date order: the engine stops it where `minTimestamp` / `maxTimestamp` leaves nothing more to find. */
  readonly dateOrder?: 'newestFirst' | 'oldestFirst';
  /** True where an empty page, or one with only known items, is normal and does not end the list. */
  readonly mayRepeat?: boolean;
  /**
   * True where every cursor of this list leads to other rows: a page with the very rows of the one before is no end, but an answer
   * that stands still. The list is followed past it a few times, then ended as incomplete.
   */
  readonly leadsOn?: boolean;
}

/**
 * In which order requests count towards `limit`.
 * lists (default): a page, then the reply requests it opened in order of appearance, then the next page of the list.
 * queue: first in, first out. depthFirst: an answer, then all that hangs below its first cursor, then the second.
 */
export type Walk = 'lists' | 'queue' | 'depthFirst';

/** A way of writing an address that no address of the web has. */
interface WrittenForm {
  /** Of the whole text or of its beginning, in any letter case: a regular expression. */
  readonly pattern: string;
  /** What stands in the place of what was found; `$1` for its first group. */
  readonly address: string;
  /** Characters that mean something else in an address of the web: `{ '#': ':' }`. Replaced before, everywhere. */
  readonly swaps?: Readonly<Record<string, string>>;
}

/** How addresses of a platform are written besides those of the web. */
export interface Writing {
  /** Of links into its app: `market:`. What follows them need not be a host. */
  readonly schemes?: readonly string[];
  readonly forms?: readonly WrittenForm[];
}

/** One comparison with other people's code. */
interface Comparison {
  /** Its name, without that of its owner. */
  readonly client: string;
  /** Of the newest change that was read, as `2026-08-20`; shorter where the day or the month is not known. */
  readonly date: string;
}

/** What a platform says about itself: all of a definition that is plain data. */
export interface PlatformFacts {
  readonly id: string;
  readonly name: string;
  readonly homepage: string;
  /** One sentence: what can be exported. */
  readonly description: string;
  readonly category: (typeof PLATFORM_CATEGORIES)[number];
  readonly tier: 'major' | 'all';
  /** When the newest recorded answers came from the site that prove it, as `2026-08-20`, shorter where the day or the month is not known; null: none do. */
  readonly recorded: string | null;
  /** The public clients whose code was read side by side with this one, for calls, parameters and fields; none where none was found. */
  readonly comparedWith: readonly Comparison[];
  /** Lists of which nothing that is read says how long they are: their ledgers cannot tell what is missing. */
  readonly withoutTotal?: readonly ExportType[];
  readonly targets: readonly TargetFacts[];
  /** Left out: as addresses of the web alone. */
  readonly written?: Writing;
  /** Of several that take an address of any host by its shape, the one of the lowest turn has it. Left out: 0. */
  readonly turn?: number;
  /** Anybody can run the site, its makers too: what stands below one of its hosts may be another's. Left out: all of that is the platform's. */
  readonly hostsStandAlone?: true;
  /** Where words that are no address are looked for; they are put behind it. One platform at most has this. */
  readonly searchesAt?: string;
  /** Options with an effect besides selectors and those of the engine (`limit`, `minTimestamp`, `maxTimestamp`, `cursor`). */
  readonly options: readonly ('replies' | 'countries')[];
  /** Sorts the platform has, default first. */
  readonly sorts?: readonly Sort[];
  /** Without a sort the list comes in an order of the platform's own, which none of them names. */
  readonly hasOwnOrder?: true;
  /** Further names of some of them: `{ best: 'top' }`. */
  readonly sortAliases?: Readonly<Partial<Record<Sort, Sort>>>;
  /** Selectors accepted without effect. */
  readonly ignores?: readonly Selector[];
  readonly cookies: {
    readonly need: 'none' | 'optional' | 'required';
    /** Hosts that job cookies go to, as cookie domains: `.youtube.com`. */
    readonly domains: readonly string[];
    /** Those of a session that is logged in; all of them are there then. First the one that ends with it: others may be renewed meanwhile. */
    readonly names?: readonly string[];
    /** A saved cookie with one of these names may be of any host, which it then names: that of somebody's own server. */
    readonly anyHost?: true;
    /** Those by which the site knows again a visitor who has passed its check: kept for the next export without cookies of the owner's. */
    readonly passes?: readonly string[];
    /** Names that the interface has for any platform (`sessionid`, `auth_token`), and the platform's own. */
    readonly aliases?: Readonly<Record<string, string>>;
    /** Page where the owner logs in. */
    readonly login?: string;
    /** Where the owner finds them. */
    readonly hint?: string;
  };
  readonly transport: 'http' | 'browser';
  /**
   * `browser`: what plain HTTP is refused without a challenge (403, 426, a connection that is cut) is asked for once more through the
   * network stack of the installed browser, where there is one. For hosts that tell programs by their handshake.
   */
  readonly whenRefused?: 'browser';
  /** What those without a login are answered. An export that may need more says so before its first call. Left out: nobody knows, or as much as anybody. */
  readonly withoutLogin?: { readonly callsAnHour: number; readonly rowsPerCall: number };
  /** Ceiling per host: requests a second and requests at once. The engine starts below and adapts. */
  readonly pace: { readonly perSecond: number; readonly concurrency: number };
  readonly walk?: Walk;
}

export interface PlatformDefinition<C extends Json = Json> extends PlatformFacts {
  /** Which version of which pack it comes from, for the ledger of its exports; left out where it is built in. */
  readonly origin?: string;
  readonly targets: readonly Target[];
  /**
   * Where its requests go, over https: `.youtube.com` (the domain and all below it), `api.example.org` (that host alone), with
   * `:8443` at that port. Whatever an answer, a link or a redirect names beyond them is not asked for.
   */
  readonly hosts: readonly string[];
  /** Those of them that serve files alone (scripts, styles): they do not count against `pace`, which is that of what answers. */
  readonly staticHosts?: readonly string[];
  /** Of a site that anybody can run: the hosts that the URL names, with their ports. */
  readonly pastedHosts?: (target: TargetParams) => readonly string[];
  /** Signs of captchas, refusals, logins and questions that stand where its pages should be. Those of vendors are known for all platforms. */
  readonly walls?: SiteWalls;
  readonly cookies: PlatformFacts['cookies'] & {
    /** Which of them they go to, where a site has a login of its own in each country. Default: all. */
    readonly domainsOf?: (target: TargetParams) => readonly string[];
  };
  /** The first requests. Pure. */
  start(target: ChosenTarget, options: ExportOptions): readonly Next<C>[];
  /**
   * One request (or the few that one page takes) and what it gave.
   * @throws CommentdockError its class says how it is retried
   */
  fetchPage(cursor: C, session: Session): Promise<Page<C>>;
}

/** What holds where a platform says nothing else. */
const USUAL = { tier: 'all', options: [], transport: 'http' } as const satisfies Partial<PlatformFacts>;
type Declared<C extends Json> = Omit<PlatformDefinition<C>, keyof typeof USUAL> & Partial<Pick<PlatformFacts, keyof typeof USUAL>>;

/**
 * Checks the types of a platform where it is written, and says what is usual where it does not: for the tiers of all platforms, over plain
 * HTTP, without options of its own. Its pages count the rows that could not be read among their gaps.
 */
export function definePlatform<C extends Json>(declared: Declared<C>): PlatformDefinition<C> {
  return { ...USUAL, ...declared, fetchPage: (cursor, session) => readingPage(() => declared.fetchPage(cursor, session)) };
}

/** What of a definition is plain data. */
export function factsOf({
  origin: _origin,
  start: _start,
  fetchPage: _fetchPage,
  hosts: _hosts,
  staticHosts: _staticHosts,
  pastedHosts: _pastedHosts,
  walls: _walls,
  cookies,
  ...facts
}: PlatformDefinition): PlatformFacts {
  const { domainsOf: _domainsOf, ...plain } = cookies;
  return { ...facts, cookies: plain, targets: facts.targets.map(({ match: _match, ...target }): TargetFacts => target) };
}
