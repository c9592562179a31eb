import type { z } from 'zod';
import type { CommentdockError } from '#core/contract/error.ts';
import type { ExportOptions } from '#core/platforms/define.ts';

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
  /** `once`: no second try (a door, an optional call). Default: the general retry rules. */
  readonly tries?: 'general' | 'once';
  /**
   * Statuses handed back to the platform besides 2xx. Any other status is thrown as the error of the general rules
   * (after its retries): 401 LOGIN_REQUIRED, 403 BLOCKED, 404/410 NOT_FOUND, 429 RATE_LIMITED, 451 GEO_BLOCKED, 5xx NETWORK,
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

/** The identity of one export on the net: route, cookie jar, user agent, pace. Given to `fetchPage`. */
export interface Session {
  readonly options: ExportOptions;
  /** Sends the request; see `PlatformRequest.accept` for what is thrown. */
  fetch(request: PlatformRequest): Promise<Answer>;
  /** `fetch`, then the JSON body checked. A body that is not JSON is asked for again before PLATFORM_CHANGED. */
  json<S extends z.ZodType>(schema: S, request: PlatformRequest): Promise<z.output<S>>;
  /** Runs `make` once per run of the export and keeps its result in memory (a client id, a resolved name). */
  once<T>(key: string, make: () => Promise<T>): Promise<T>;
  /** Forgets what `once` kept, so that it is made again (a renewed client id). */
  forget(key: string): void;
  /** Value of a cookie that will be sent to `url`, or null. */
  cookie(url: string, name: string): string | null;
  /** True where the owner gave cookies for this export. */
  readonly hasCookies: boolean;
}
