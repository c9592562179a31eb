/**
 * All that ever runs inside a page besides the site's own scripts: fixed functions, serialised by playwright. None of them may refer to
 * anything outside itself, nor leave a trace in the page.
 */

/** What we touch of a page's world. */
interface PageElement {
  scrollHeight: number;
  scrollTop: number;
}
interface PageWorld {
  readonly document: {
    readonly readyState: string;
    readonly scrollingElement: PageElement | null;
    readonly documentElement: PageElement;
    querySelector(selector: string): PageElement | null;
  };
}

interface FetchOrder {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly referrer: string | null;
  readonly credentials: 'include' | 'same-origin';
  /** How long nothing may come. */
  readonly timeoutMs: number;
  readonly pieceBytes: number;
}

/** A fetch under way, held in the page. */
interface PageFetch {
  readonly head: { readonly status: number; readonly url: string; readonly headers: Readonly<Record<string, string>> };
  /** Set where there is no answer: `timeout`, or the page's own words. */
  readonly failure: string | null;
  /** The next piece in base64, null at the end. `failure:` begins what went wrong. */
  next(): Promise<string | null>;
  stop(): void;
}

/** Sends the request through whatever the page's scripts made of `fetch`. */
export async function startFetch(order: FetchOrder): Promise<PageFetch> {
  const controller = new AbortController();
  let isLate = false;
  let timer: ReturnType<typeof setTimeout>;
  const renew = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      isLate = true;
      controller.abort();
    }, order.timeoutMs);
  };
  const words = (error: unknown): string => (isLate ? 'timeout' : String(error));
  const stop = (): void => {
    clearTimeout(timer);
    controller.abort();
  };
  renew();
  try {
    const answer = await fetch(order.url, {
      method: order.method,
      headers: order.headers,
      body: order.body,
      credentials: order.credentials,
      signal: controller.signal,
      ...(order.referrer === null ? {} : { referrer: order.referrer, referrerPolicy: 'unsafe-url' }),
    });
    const reader = answer.body?.getReader();
    let rest: Uint8Array | null = null;
    const next = async (): Promise<string | null> => {
      try {
        const parts: Uint8Array[] = rest === null ? [] : [rest];
        let length = rest?.length ?? 0;
        rest = null;
        while (reader !== undefined && length < order.pieceBytes) {
          renew();
          const read = await reader.read();
          if (read.done) break;
          parts.push(read.value);
          length += read.value.length;
        }
        clearTimeout(timer);
        if (length === 0) return null;
        let binary = '';
        for (const part of parts) {
          for (let at = 0; at < part.length; at += 0x8000) binary += String.fromCharCode(...part.subarray(at, at + 0x8000));
        }
        return btoa(binary);
      } catch (error) {
        return `failure:${words(error)}`;
      }
    };
    return { head: { status: answer.status, url: answer.url, headers: Object.fromEntries(answer.headers) }, failure: null, next, stop };
  } catch (error) {
    stop();
    return { head: { status: 0, url: order.url, headers: {} }, failure: words(error), next: async () => null, stop };
  }
}

/** A global of the page, or a property below it, as JSON; null where there is none. */
export function readGlobal(path: string): string | null {
  let value: unknown = globalThis;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' && typeof value !== 'function') return null;
    if (value === null) return null;
    value = (value as Record<string, unknown>)[name];
  }
  return value === undefined ? null : (JSON.stringify(value) ?? null);
}

/** True once the page has that global. */
export function hasGlobal(path: string): boolean {
  let value: unknown = globalThis;
  for (const name of path.split('.')) {
    if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return false;
    value = (value as Record<string, unknown>)[name];
  }
  return value !== undefined && value !== null;
}

/** True for a page that is whole and has nothing in it that could change it: neither scripts nor frames, nor the wish to go elsewhere. */
export function isAtRest(): boolean {
  const { document } = globalThis as unknown as PageWorld;
  const lively = 'script, iframe, frame, object, embed, [onload], [onerror], meta[http-equiv="refresh" i]';
  return document.readyState === 'complete' && document.querySelector(lively) === null;
}

/** Scrolls to the end of a container, or a little back from it. False where there is no such container. */
export function scrollPage({ container, by }: { readonly container: string | null; readonly by: 'toEnd' | 'back' }): boolean {
  const { document } = globalThis as unknown as PageWorld;
  const found = container === null ? (document.scrollingElement ?? document.documentElement) : document.querySelector(container);
  if (found === null) return false;
  found.scrollTop = by === 'toEnd' ? found.scrollHeight : Math.max(0, found.scrollTop - 400);
  return true;
}
