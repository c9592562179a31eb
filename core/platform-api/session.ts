import type { z } from 'zod';
import type { CommentdockError } from '#core/contract/error.ts';
import type { ExportOptions } from '#core/platform-api/define.ts';

/** One HTTP request of a platform. The session adds the user agent, cookies, route, pacing, retries and timeouts. */
export interface PlatformRequest {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  /** Appended to the URL's own query, percent-encoded; `undefined` values are left out. */
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  /** Body as JSON; sets the content type. */
  readonly json?: unknown;
  /** Body as application/x-www-form-urlencoded. */
  readonly form?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** `manual` hands 3xx back (with `accept` or not); default: follow. */
  readonly redirect?: 'follow' | 'manual';
  /** The owner's cookies stay behind: for an API for programs, which knows its caller by a token and by a name that is no browser's. */
  readonly withoutCookies?: true;
  /**
   * `anywhere`: it and its redirects may go to any host of the public internet (a short link, a page that embeds the site). Default: to
   * those that the platform names.
   */
  readonly leads?: 'anywhere';
  /** `once`: no second try (a door, an optional call). Default: the general retry rules. */
  readonly tries?: 'general' | 'once';
  /**
   * For a body that may never end (a stream of events): what has come so many milliseconds after its start is the answer. Less than the
   * 15 seconds of silence that count as a hang.
   */
  readonly listenForMs?: number;
  /**
   * Statuses handed back to the platform besides 2xx. Any other status is thrown as the error of the general rules
   * (after its retries): 401 LOGIN_REQUIRED, 403 BLOCKED, 404/410 NOT_FOUND, 429 and 420 RATE_LIMITED, 451 GEO_BLOCKED, 408, 425 and 5xx NETWORK,
   * other 4xx PLATFORM_CHANGED. `any`: every status is handed back, 429 and 5xx after their retries. A challenge page is CAPTCHA,
   * with 2xx and with a listed status too; only `any` hands one back that comes with another status than 2xx.
   */
  readonly accept?: readonly number[] | 'any';
}

/** What came back. The body is complete: a cut-off one has been retried or thrown as NETWORK. */
export interface Answer {
  readonly status: number;
  /** Lower-case names; several values of one header are joined by ", ". */
  readonly headers: Readonly<Record<string, string>>;
  /** The address that answered, after redirects. */
  readonly url: string;
  /** The body as text, decoded by its charset. */
  readonly text: string;
  /** When the body had arrived: what relative dates count from. */
  readonly fetchedAt: Date;
  /** True where `listenForMs` was over before the body was. */
  readonly isPart?: boolean;
  /**
   * The body as JSON, checked. A body that is not JSON or does not fit throws PlatformChanged with the path.
   * @throws PlatformChanged
   */
  json<S extends z.ZodType>(schema: S): z.output<S>;
  /** True where the body parses as JSON. */
  readonly isJson: boolean;
  /** What the general rules would have thrown, had `accept: 'any'` not let this answer through. */
  readonly refusal?: CommentdockError;
}

/** A page to be opened in the browser on the user's machine. Headers, user agent and scripts are the browser's and the site's own. */
export interface BrowserPlace {
  readonly url: string;
  /** As for a request. */
  readonly leads?: PlatformRequest['leads'];
  /**
   * What the page waits for once it is there: a global that its script sets (`a.b` for a property), or an element (CSS selector).
   * Not there after `timeoutMs` (default 3,000): it goes on without.
   */
  readonly ready?: { readonly global?: string; readonly selector?: string; readonly timeoutMs?: number };
  /** Statuses of the page itself that are taken besides 2xx; as for a request. */
  readonly accept?: PlatformRequest['accept'];
}

/**
 * A fetch from inside a page, with the page's credentials and whatever its scripts add (signatures). The browser does not let a page
 * set `cookie`, `user-agent`, `origin` and the like; `referer` must lie within the page's origin.
 */
export interface InPageRequest extends Omit<PlatformRequest, 'redirect'> {
  /** The page it is made from: opened at first use, then kept for the whole export. Default: the root of the URL's origin, whatever it answers. */
  readonly page?: BrowserPlace;
}

/** What is done on a page, in order. */
export type PageAction =
  | ({ readonly click: string } & ActionWait)
  | ({ readonly waitFor: string } & ActionWait)
  /** Scrolls an element into view. */
  | ({ readonly reveal: string } & ActionWait);

interface ActionWait {
  /**
   * An element that does not come is passed over. `untilEnd`: where that happens twice in a row, so are all actions that follow, as at the
   * end of a list.
   */
  readonly optional?: true | 'untilEnd';
  /** How long the element is waited for. Default 10,000. */
  readonly timeoutMs?: number;
}

/** A page to open, and what to do on it. */
export interface Navigation extends BrowserPlace {
  readonly actions?: readonly PageAction[];
  /** `once`: no second try. */
  readonly tries?: 'general' | 'once';
}

export interface PageRequest extends Navigation {
  /** Globals of the page to read as JSON: `__INITIAL_STATE__`, `app.store.items`. */
  readonly globals?: readonly string[];
}

/** A page after its load and actions: `text` is its HTML then, `status` and `headers` are those of the document. */
export interface PageAnswer extends Answer {
  /** A global named in `globals`, checked. @throws PlatformChanged where the page has none, or it does not fit */
  global<S extends z.ZodType>(name: string, schema: S): z.output<S>;
}

/** Which of the answers that a page receives are wanted, while it is scrolled. */
export interface ScrolledMatch {
  /** The whole address without its scheme; `*` stands for anything: `www.example.org/api/comments?*`. Several: any of them. */
  readonly url: string | readonly string[];
  readonly method?: 'GET' | 'POST';
  /** Default: xhr and fetch. */
  readonly types?: readonly ('document' | 'xhr' | 'fetch' | 'script')[];
  /** Text that the request's body holds: for sites with one address for everything. */
  readonly body?: string;
  /** Ends with so many answers. Default 1. */
  readonly count?: number;
  /** Ends with the answer for which this is true, if it comes before `count`. Runs here, not in the page. */
  readonly until?: (answer: CapturedAnswer) => boolean;
  /** As for a request, for the captured answers. */
  readonly accept?: PlatformRequest['accept'];
}

/** The same of a page that asks by itself: somebody has to say how long that is waited for. */
export interface AnswerMatch extends ScrolledMatch {
  /** How long a page that is open may ask for nothing that is wanted. Default 20,000. */
  readonly timeoutMs?: number;
}

/** An answer that the page received, and what the page had asked. */
export interface CapturedAnswer extends Answer {
  readonly request: {
    readonly method: string;
    readonly url: string;
    /** Lower-case names; without cookies. */
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string | null;
  };
}

export interface Capture {
  /** Null where enough had come before the page was whole. */
  readonly page: Answer | null;
  /** At least one. */
  readonly answers: readonly CapturedAnswer[];
}

export interface Scrolling {
  /** Answers that earlier calls have taken already, as the cursor says. A page that stands there goes on; any other is opened anew and scrolled past them. */
  readonly skip?: number;
  /** What scrolls (CSS selector). Default: the window. */
  readonly container?: string;
  /** Without a further answer for so long, three times over, the list is at its end. Default 3,000. */
  readonly quietMs?: number;
}

export interface Scrolled {
  /** The answers after `skip`: `count` of them, fewer at the end. */
  readonly answers: readonly CapturedAnswer[];
  /** True where scrolling brings no more, or `until` was true. */
  readonly ended: boolean;
}

/**
 * What a session can do through the browser on the user's machine. Every call may throw what `fetch` throws, and BROWSER_MISSING where
 * there is none. Challenge pages are CAPTCHA: nothing is solved or got around.
 */
export interface BrowserSession {
  /** Fetches from inside a page. */
  inPage(request: InPageRequest): Promise<Answer>;
  /** `inPage`, then the JSON body checked, as `json` does it. */
  inPageJson<S extends z.ZodType>(schema: S, request: InPageRequest): Promise<z.output<S>>;
  /** Opens a page and reads it after its load. */
  page(request: PageRequest): Promise<PageAnswer>;
  /** Opens a page and takes the answers that it receives by itself. @throws PlatformChanged where none comes */
  capture(navigate: Navigation, match: AnswerMatch): Promise<Capture>;
  /** Opens a page and scrolls it until `match` is content; the next call goes on from there. */
  scroll(navigate: Navigation, match: ScrolledMatch, how?: Scrolling): Promise<Scrolled>;
}

/** Text, or bytes. */
export type LineMessage = string | Uint8Array;

/** A WebSocket to listen at. It stays open from page to page of one run, and what is said meanwhile is kept for the next page. */
export interface LineRequest {
  /** `wss:` or `ws:`. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Said once, in this order, as soon as it is open. */
  readonly greeting?: readonly LineMessage[];
  /** Said again and again, so that the other side does not hang up. */
  readonly heartbeat?: { readonly message: LineMessage; readonly everyMs: number };
  /** What a message is answered with at once; null: with nothing. Runs here, between pages too. */
  readonly reply?: (message: LineMessage) => LineMessage | null;
  /** How long one call listens. */
  readonly listenForMs: number;
  /** The call ends with the message for which this is true, if it comes before. */
  readonly until?: (message: LineMessage) => boolean;
  /** `once`: no second try to open it. */
  readonly tries?: 'general' | 'once';
}

/** What was said since the last call. */
export interface Heard {
  readonly messages: readonly { readonly data: LineMessage; readonly at: Date }[];
  /** True where this call opened the line: what was said before was not heard. */
  readonly isNew: boolean;
  /** False where the other side has hung up; the next call opens the line anew. */
  readonly isOpen: boolean;
}

/**
 * What the site's own pages told of one thing that holds for all its visitors: the id of a call, the key of its web client, switches. Kept by
 * platform, from one export to the next. What belongs to a visitor, a session or an account is never noted here.
 */
export interface Learnt {
  /** What worked last; null: nothing is known. A stranger wrote it: whoever uses it checks its form again (`learntOf` of the kit). */
  value(): string | null;
  /**
   * Keeps what has just worked, in the place of what worked before. `source`: address of the page that told it, kept without its query. A value is one word of at most 1,000
   * letters, digits and `_ . , -`; another one is not kept.
   */
  note(value: string, source: string): void;
  /** Forgets what works no longer. */
  drop(value: string): void;
}

/**
 * The identity of one export on the net: route, cookie jar, user agent, pace. Given to `fetchPage`. Every call throws `Stopped` where nobody
 * waits for the page any more; a platform passes it on without a thought, since it catches nothing but errors of the catalogue.
 */
export interface Session extends BrowserSession {
  readonly options: ExportOptions;
  /** Sends the request; see `PlatformRequest.accept` for what is thrown. */
  fetch(request: PlatformRequest): Promise<Answer>;
  /** `fetch`, then the JSON body checked. A body that is not JSON is asked for again before PLATFORM_CHANGED. */
  json<S extends z.ZodType>(schema: S, request: PlatformRequest): Promise<z.output<S>>;
  /** Listens at a WebSocket, which is opened where it is not open yet. A line that cannot be opened is NETWORK, after its tries. */
  listen(request: LineRequest): Promise<Heard>;
  /** Runs `make` once per run of the export and keeps its result in memory (a client id, a resolved name). */
  once<T>(key: string, make: () => Promise<T>): Promise<T>;
  /** Forgets what `once` kept, so that it is made again (a renewed client id). */
  forget(key: string): void;
  /** What exports of this platform learnt under this name: that of a thing, in words for people (`reviews of Yelp`). */
  learnt(name: string): Learnt;
  /** Value of a cookie that will be sent to `url`, or null. */
  cookie(url: string, name: string): string | null;
  /** What plain requests to `url` call the browser that they come from, for sites that want it said twice. */
  userAgent(url: string): Promise<string>;
  /** True where the owner gave cookies for this export. */
  readonly hasCookies: boolean;
}
