import type { AnswerMatch, PageAction } from '#core/platform-api/session.ts';

/**
 * What the engine and the browser's process say to each other. The process knows pages and nothing else: no pace, no retries, no
 * judgement of answers. Messages are plain data (structured clone over the process's own channel).
 */

/** Where a browser's connections go. Two exports on the same route share one browser. */
export interface BrowserRoute {
  /** Names the route; never shown. */
  readonly key: string;
  /** Null: straight to the net, whatever proxy the system has. */
  readonly proxy: BrowserProxy | null;
}

export interface BrowserProxy {
  /** `http://host:port`, `https://...` or `socks5://...`, without credentials: it stands in the browser's command line. */
  readonly server: string;
  /** Hosts that are reached without it, as Chromium writes them, comma-separated. Empty: none, and the browser resolves no names. */
  readonly bypass: string;
  /** Basic credentials of an HTTP proxy; they stay out of the command line. */
  readonly username?: string;
  readonly password?: string;
}

/** A cookie as the browser knows it. A leading dot of `domain` means that subdomains get it too. */
export interface BrowserCookie {
  readonly name: string;
  readonly value: string;
  readonly domain: string;
  readonly path: string;
  /** Seconds since 1970; -1: until the browser closes. */
  readonly expires: number;
  readonly httpOnly: boolean;
  readonly secure: boolean;
  readonly sameSite?: 'Strict' | 'Lax' | 'None';
}

export interface PlaceToOpen {
  readonly url: string;
  readonly ready: { readonly global: string | null; readonly selector: string | null; readonly timeoutMs: number } | null;
  readonly actions: readonly PageAction[];
  /** True: an empty page stands at the address, and the site is not asked for it. */
  readonly isBlank?: true;
  /** True: what a link leads to is asked, as it came and without its scripts' work; a redirect is not followed. */
  readonly asLink?: true;
}

/** Of a document: what came first of its page. Lower-case header names. */
export interface DocumentHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly url: string;
}

/** A page after its load. */
export interface VisitedPage extends DocumentHead {
  readonly html: string;
  /** JSON by name; null where the page has no such global. */
  readonly globals: Readonly<Record<string, string | null>>;
}

export interface FetchToMake {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** A header that pages set by another way. */
  readonly referrer: string | null;
  readonly credentials: 'include' | 'same-origin';
  /** `manual`: one is handed back. */
  readonly redirect: 'follow' | 'manual';
}

export interface WireMatch extends Required<Pick<AnswerMatch, 'types'>> {
  /** Sources of regular expressions over the whole address. */
  readonly urls: readonly string[];
  readonly method: string | null;
  readonly body: string | null;
}

export interface WatchScrolling {
  readonly container: string | null;
  readonly quietMs: number;
}

/** Which page of which export a call is about. Cookies are those that changed since the last call. */
interface PageOfContext {
  readonly context: number;
  readonly key: string;
  readonly cookies: readonly BrowserCookie[];
}

/** Cookies of the whole context, after the call. */
interface WithCookies {
  readonly cookies: readonly BrowserCookie[];
}

/** Calls by name: what goes in, what comes back. */
export interface HostCalls {
  openContext: {
    readonly in: { readonly route: BrowserRoute; readonly executable: string; readonly idleMs: number };
    readonly out: { readonly context: number };
  };
  /** A window that people see, on a profile that is kept: `folder`. Exports on the same one share it. */
  openWindow: {
    readonly in: { readonly route: BrowserRoute; readonly executable: string; readonly idleMs: number; readonly folder: string };
    readonly out: WithCookies & { readonly context: number };
  };
  /** Closes the window of every profile below this folder. */
  closeWindows: { readonly in: { readonly below: string }; readonly out: null };
  closeContext: { readonly in: { readonly context: number }; readonly out: null };
  closePage: { readonly in: { readonly context: number; readonly key: string }; readonly out: null };
  visit: {
    readonly in: PageOfContext & { readonly place: PlaceToOpen; readonly globals: readonly string[]; readonly timeoutMs: number };
    readonly out: WithCookies & { readonly page: VisitedPage };
  };
  fetch: {
    readonly in: PageOfContext & { readonly request: FetchToMake; readonly timeoutMs: number };
    readonly out: WithCookies & { readonly head: DocumentHead };
  };
  watch: {
    readonly in: PageOfContext & {
      /** Null: goes on with the page that stands there. */
      readonly place: PlaceToOpen | null;
      readonly match: WireMatch;
      /** Statuses of the document, besides 2xx, with which the call goes on. */
      readonly accept: readonly number[] | 'any';
      readonly scroll: WatchScrolling | null;
      /** For opening the page, and for each answer. */
      readonly timeoutMs: number;
      /** How long a page that stands may ask for nothing. Default: `timeoutMs`. */
      readonly quietMs?: number;
    };
    readonly out: WithCookies & { readonly page: VisitedPage | null; readonly ended: 'told' | 'quiet' | 'timeout' | 'refused' };
  };
  /** Waits until somebody did something in the window: a page of it has another document, or it has other cookies. */
  stir: {
    readonly in: PageOfContext & { readonly timeoutMs: number };
    readonly out: WithCookies & { readonly stirred: 'document' | 'cookies' | null; readonly page: VisitedPage };
  };
  close: { readonly in: null; readonly out: null };
}

export type HostCallName = keyof HostCalls;

/** What the process tells while a call runs. */
export type HostEvent =
  /** The document's head has arrived. */
  | { readonly kind: 'document'; readonly head: DocumentHead }
  /** A piece of a fetched body. */
  | { readonly kind: 'piece'; readonly bytes: Uint8Array }
  /** The page wants to send a request that matches; it waits for `go`. */
  | { readonly kind: 'ask'; readonly n: number; readonly host: string }
  /** Its answer. The process goes on after `more`, and ends the call after `done`. */
  | {
      readonly kind: 'captured';
      readonly n: number;
      readonly head: DocumentHead;
      readonly body: Uint8Array;
      readonly request: {
        readonly method: string;
        readonly url: string;
        readonly headers: Readonly<Record<string, string>>;
        readonly body: string | null;
      };
    }
  | { readonly kind: 'lost'; readonly n: number; readonly failure: HostFailure };

/** What the engine tells while a call runs. */
export type EngineWord = { readonly word: 'go'; readonly n: number } | { readonly word: 'more' } | { readonly word: 'done' };

/**
 * missing: the browser does not start. gone: the browser, its process or the context is no more. closed: whoever sits in front of the window
 * has closed it, or the page in it. crashed: the page's renderer died or hangs.
 * noPage: no page under this key. timeout: nothing in time. net: the wire broke (`text` is Chromium's `net::` code). action: an
 * element did not come. ceiling: more came than an answer may be (`text` names the ceiling). fault: anything else.
 */
export interface HostFailure {
  readonly kind: 'missing' | 'gone' | 'closed' | 'crashed' | 'noPage' | 'timeout' | 'net' | 'action' | 'ceiling' | 'fault';
  readonly text: string;
  /** `host:port` that the wire should have led to, where that is known. */
  readonly at?: string | null;
}

export type ToHost =
  | { readonly type: 'call'; readonly id: number; readonly name: HostCallName; readonly input: unknown }
  | { readonly type: 'word'; readonly id: number; readonly word: EngineWord }
  | { readonly type: 'abort'; readonly id: number }
  /** Asks for a sign of life. */
  | { readonly type: 'ping' };

export type FromHost =
  | { readonly type: 'result'; readonly id: number; readonly value: unknown }
  | { readonly type: 'failure'; readonly id: number; readonly failure: HostFailure }
  | { readonly type: 'event'; readonly id: number; readonly event: HostEvent }
  | { readonly type: 'pong'; readonly id: 0 };

/** A call that failed in the browser's process, or with it. */
export class BrowserFailure extends Error {
  override readonly name = 'BrowserFailure';
  readonly kind: HostFailure['kind'];
  readonly text: string;
  readonly at: string | null;

  constructor({ kind, text, at = null }: HostFailure) {
    super(`${kind}: ${text}`);
    this.kind = kind;
    this.text = text;
    this.at = at;
  }
}
