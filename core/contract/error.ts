import { z } from 'zod';
import { wordsOfIssues } from '#core/contract/issue-words.ts';

/**
 * What is tried again within an export: the class of an error alone decides it. never: trying again changes nothing. request: the same
 * request is tried again (full jitter). throttled: as `request`, but the host's own waiting time comes first. page: the whole page is asked
 * for again.
 */
export type RetryPolicy = 'never' | 'request' | 'throttled' | 'page';

interface CatalogueEntry {
  readonly status: number;
  readonly exitCode: number;
  readonly message: string;
}

/**
 * Every error the product can give, once: its code, the HTTP status of the REST API, the CLI's exit code, and what to say when nobody said
 * more. Exit codes: 2 bad input, 3 access, 4 limits, 5 the platform refuses, 6 the platform changed, 7 network, 8 this machine, 1 our fault.
 */
export const ERROR_CATALOGUE = {
  INVALID_REQUEST: { status: 400, exitCode: 2, message: 'The request is not valid.' },
  INVALID_URL: {
    status: 400,
    exitCode: 2,
    message: 'The URL is malformed or not supported. `commentdock platforms` lists what is.',
  },
  VALIDATION_ERROR: { status: 422, exitCode: 2, message: 'Some fields are not valid; see `violations`.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, exitCode: 2, message: 'Send the body as application/json.' },
  RESOURCE_NOT_FOUND: { status: 404, exitCode: 2, message: 'There is no such resource.' },
  METHOD_NOT_ALLOWED: { status: 405, exitCode: 2, message: 'This path does not take that method.' },
  AUTH_HEADER_TOKEN: {
    status: 401,
    exitCode: 3,
    message: 'Send a valid API token in the X-AUTH-TOKEN header. `commentdock token` prints one.',
  },
  TOKEN_EXPIRED: { status: 403, exitCode: 3, message: 'The API token has expired; generate a new one.' },
  PLAN_EXPIRED: { status: 403, exitCode: 3, message: 'The plan in use has no API access; switch it to premium or business.' },
  PLATFORM_NOT_ALLOWED: {
    status: 403,
    exitCode: 3,
    message: 'This platform is not part of the plan in use; business has them all.',
  },
  FORMAT_NOT_ALLOWED: {
    status: 403,
    exitCode: 3,
    message: 'This file format is not part of the plan in use; business has them all.',
  },
  FORBIDDEN_ORIGIN: {
    status: 403,
    exitCode: 3,
    message:
      'The Host or Origin header names another machine. COMMENTDOCK_PUBLIC_URL and COMMENTDOCK_ALLOWED_HOSTS say by which names the service is reached.',
  },
  INSUFFICIENT_SCOPE: {
    status: 403,
    exitCode: 3,
    message: 'The owner did not allow this OAuth client to do that. Authorize it again with the scope it needs.',
  },
  LIMIT_EXCEEDED: { status: 403, exitCode: 4, message: 'The plan in use allows no more of these.' },
  DAILY_LIMIT_EXCEEDED: { status: 429, exitCode: 4, message: 'The daily number of exports is used up.' },
  RATE_LIMIT_EXCEEDED: { status: 429, exitCode: 4, message: 'Too many requests in this minute.' },
  CONCURRENCY_RATE_LIMIT: { status: 429, exitCode: 4, message: 'Too many exports are running.' },
  QUEUE_LIMIT_EXCEEDED: { status: 429, exitCode: 4, message: 'Too many exports are waiting.' },
  RATE_WINDOW_EXCEEDED: { status: 429, exitCode: 4, message: 'Too many exports were created in a short time.' },
  DATA_DIR_IN_USE: {
    status: 500,
    exitCode: 8,
    message: 'Another Commentdock process uses this data folder. Use it, close it, or set COMMENTDOCK_DATA_DIR to another folder.',
  },
  PORT_IN_USE: {
    status: 500,
    exitCode: 8,
    message: 'The port is taken by another program; set COMMENTDOCK_PORT (0 takes any free one).',
  },
  DATA_DIR_NEWER: {
    status: 500,
    exitCode: 8,
    message: 'A newer version of Commentdock made this data folder. Use that version, or set COMMENTDOCK_DATA_DIR to another folder.',
  },
  BROWSER_MISSING: {
    status: 500,
    exitCode: 8,
    message: 'This platform needs Chrome, Edge or Chromium, and none was found. Install one or set COMMENTDOCK_BROWSER to its path.',
  },
  DISK: {
    status: 500,
    exitCode: 8,
    message: 'The file could not be written. Check free space and permissions of the folder.',
  },
  INTERNAL: { status: 500, exitCode: 1, message: 'Something went wrong inside Commentdock.' },
  STOPPED: { status: 400, exitCode: 130, message: 'The export was stopped.' },
  LOGIN_REQUIRED: {
    status: 400,
    exitCode: 5,
    message: 'The platform shows this only to people who are logged in. Give the cookies of your own session (options.cookies).',
  },
  PRIVATE: {
    status: 400,
    exitCode: 5,
    message: 'The content is private. An account that may see it can export it with its cookies.',
  },
  NOT_FOUND: {
    status: 400,
    exitCode: 5,
    message: 'The platform knows nothing under this URL. Check that it opens in a browser.',
  },
  COMMENTS_DISABLED: { status: 400, exitCode: 5, message: 'Comments are turned off here, so there is nothing to export.' },
  AGE_RESTRICTED: {
    status: 400,
    exitCode: 5,
    message: 'The content is age-restricted. Give the cookies of an account whose age is confirmed.',
  },
  GEO_BLOCKED: {
    status: 400,
    exitCode: 5,
    message: 'The platform does not show this in your country. Choose a route (options.vpn) in one where it does.',
  },
  BLOCKED: {
    status: 400,
    exitCode: 5,
    message: 'The platform refuses this machine for now. Wait some hours, log in, or choose another route (options.vpn).',
  },
  CAPTCHA: {
    status: 400,
    exitCode: 5,
    message:
      "The platform asks for a captcha. Open the page in your own browser, solve it, and give that session's cookies and user agent.",
  },
  RATE_LIMITED: {
    status: 400,
    exitCode: 5,
    message: 'The platform asks to slow down. Retry later; what was fetched is kept.',
  },
  PLATFORM_CHANGED: {
    status: 400,
    exitCode: 6,
    message: 'The platform answers in a form we do not know. An update of Commentdock may be needed.',
  },
  NETWORK: {
    status: 400,
    exitCode: 7,
    message: 'The platform could not be reached. Check the connection (and the proxy or route), then retry; what was fetched is kept.',
  },
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof ERROR_CATALOGUE;

/** The codes that a job which failed can carry. */
export const JOB_ERROR_CODES = [
  'LOGIN_REQUIRED',
  'PRIVATE',
  'NOT_FOUND',
  'COMMENTS_DISABLED',
  'RATE_LIMITED',
  'BLOCKED',
  'CAPTCHA',
  'GEO_BLOCKED',
  'AGE_RESTRICTED',
  'PLATFORM_CHANGED',
  'NETWORK',
  'BROWSER_MISSING',
  'DISK',
  'INTERNAL',
] as const satisfies readonly ErrorCode[];
export const jobErrorCodeSchema = z.enum(JOB_ERROR_CODES);
export type JobErrorCode = z.infer<typeof jobErrorCodeSchema>;

export const errorCodeSchema = z.enum(Object.keys(ERROR_CATALOGUE) as [ErrorCode, ...ErrorCode[]]);

export interface Violation {
  readonly propertyPath: string;
  readonly message: string;
}

interface ErrorDetails {
  readonly cause?: unknown;
  /** Seconds until trying again helps. */
  readonly secondsToWait?: number;
  readonly violations?: readonly Violation[];
}

/** An error with a code of the catalogue. `message` is the detail a person reads: what happened and what to do. */
export class CommentdockError extends Error {
  override readonly name: string = 'CommentdockError';
  readonly code: ErrorCode;
  readonly retry: RetryPolicy = 'never';
  readonly secondsToWait: number | null;
  readonly violations: readonly Violation[];

  constructor(code: ErrorCode, detail?: string, details: ErrorDetails = {}) {
    super(detail ?? ERROR_CATALOGUE[code].message, details.cause === undefined ? {} : { cause: details.cause });
    this.code = code;
    this.secondsToWait = details.secondsToWait ?? null;
    this.violations = details.violations ?? [];
  }

  get status(): number {
    return ERROR_CATALOGUE[this.code].status;
  }

  get exitCode(): number {
    return ERROR_CATALOGUE[this.code].exitCode;
  }
}

/** The platform refuses or has nothing: asking again gives the same. Ends the list it comes from. */
export class PlatformRefusal extends CommentdockError {
  override readonly name = 'PlatformRefusal';
}

/** The owner closed the window that an export was read through: the export ends there as a whole, whatever the request was for. */
export class WindowClosed extends PlatformRefusal {}

/** The wire broke (5xx, reset, hang, cut-off body): the same request is tried again. */
export class TransientFailure extends CommentdockError {
  override readonly name = 'TransientFailure';
  override readonly retry: RetryPolicy = 'request';
  constructor(detail?: string, details?: ErrorDetails) {
    super('NETWORK', detail, details);
  }
}

/** The platform asks to slow down (429): tried again after the host's waiting time. */
export class ThrottledFailure extends CommentdockError {
  override readonly name = 'ThrottledFailure';
  override readonly retry = 'throttled';
  constructor(detail?: string, details?: ErrorDetails) {
    super('RATE_LIMITED', detail, details);
  }
}

/** The answer is not what the platform is known to give. `path` names the place in it. */
export class PlatformChanged extends CommentdockError {
  override readonly name = 'PlatformChanged';
  override readonly retry: RetryPolicy = 'page';
  readonly path: string;
  constructor(path: string, detail?: string, details?: ErrorDetails) {
    super('PLATFORM_CHANGED', detail ?? `${ERROR_CATALOGUE.PLATFORM_CHANGED.message} (at ${path})`, details);
    this.path = path;
  }
}

/** A good status and no body where data was asked for: tried again as an answer of unknown form, and in the end a refusal. */
export class EmptyAnswer extends PlatformChanged {
  override readonly code: ErrorCode = 'BLOCKED';
  constructor(detail: string) {
    super('$', detail);
  }
}

/** Redirects that lead in a circle or on and on: an answer of unknown form, and asking again only walks the same way. */
export class EndlessRedirect extends PlatformChanged {
  override readonly retry = 'never';
  constructor(detail: string) {
    super('location', detail);
  }
}

/**
 * An answer is larger than any that a platform is known to give, or takes longer to read: it is not read, nor asked for again. `ceiling`
 * names what it exceeds, with the figure.
 */
export class CeilingExceeded extends PlatformChanged {
  override readonly retry = 'never';
  readonly ceiling: string;
  /** @param whose the host that answered, where it is known */
  constructor(ceiling: string, whose?: string) {
    const answer = whose === undefined ? 'An answer of the platform' : `An answer of ${whose}`;
    super('$', `${answer} exceeds the ceiling of ${ceiling}, and was not read further. No honest answer is known to come near it.`);
    this.ceiling = ceiling;
  }
}

/**
 * The answer is well-formed but lacks what was asked for ("incomplete data"). The page is asked for again, at most
 * three tries; then only its own list is given up and the ledger says so.
 */
export class IncompleteAnswer extends CommentdockError {
  override readonly name = 'IncompleteAnswer';
  override readonly retry = 'page';
  constructor(detail: string) {
    super('PLATFORM_CHANGED', detail);
  }
}

/**
 * Nobody waits for a page any more: its export was stopped, has ended, or has all that it needs. No CommentdockError, since it says nothing
 * of the platform: whatever looks for another door where one is shut does not take it for a refusal.
 */
export class Stopped extends Error {
  override readonly name = 'Stopped';
  /** @param cause why it is over, or what failed meanwhile */
  constructor(cause?: unknown) {
    super('Nobody waits for this page any more.', { cause });
  }
}

/** What was stored is no longer what was written. Room does not help here, nor does time. */
export class DamagedData extends CommentdockError {
  override readonly name = 'DamagedData';
  constructor(detail: string, details?: ErrorDetails) {
    super('DISK', detail, details);
  }
}

/** The database of a team cannot be reached, or went away: what was under way is as if it had not begun, and time helps. */
export class DatabaseAway extends CommentdockError {
  override readonly name = 'DatabaseAway';
  /** What the driver said. */
  readonly words: string;
  constructor(words: string) {
    super('DISK', `The database does not answer: ${words}. All goes on by itself once it is there again (COMMENTDOCK_DATABASE_URL).`);
    this.words = words;
  }
}

/** The export is another machine's by now, or was ended from elsewhere: what this one fetched meanwhile is not stored. */
export class TurnLost extends CommentdockError {
  override readonly name = 'TurnLost';
  constructor(guid: string, cause?: unknown) {
    super('STOPPED', `The export ${guid} is no longer run by this machine.`, { cause });
  }
}

/** Words of SQLite and of the system for a disk that does not take more, or does not answer (https://www.sqlite.org/rescode.html). */
const DISK_CODES = /^(?:SQLITE_(?:FULL|IOERR|READONLY|CANTOPEN)|(?:ENOSPC|EDQUOT|EROFS|EIO)$)/;
const DAMAGE_CODES = /^SQLITE_(?:CORRUPT|NOTADB)/;

/** The error where the disk is behind it; null for any other. */
export function diskTrouble(error: unknown): CommentdockError | null {
  if (error instanceof CommentdockError) return error.code === 'DISK' ? error : null;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const words = error instanceof Error ? error.message : '';
  // One that ended a thread comes out of it with its code and without its class.
  if (code === 'DISK') return new CommentdockError('DISK', words, { cause: error });
  if (DISK_CODES.test(code)) {
    const detail = `The data folder cannot be written (${words}). Free some space and check its permissions, then retry; what was fetched is kept.`;
    return new CommentdockError('DISK', detail, { cause: error });
  }
  if (!DAMAGE_CODES.test(code)) return null;
  const detail = `The database in the data folder is damaged (${words}). Restore the folder from a backup, or set COMMENTDOCK_DATA_DIR to another one.`;
  return new DamagedData(detail, { cause: error });
}

/** Errors of the language repeat what they were given, which may be an answer. */
const MOST_FOREIGN_LETTERS = 300;

/** The error as our own kind: anything unknown becomes INTERNAL, with the original as its cause. */
export function asCommentdockError(error: unknown): CommentdockError {
  if (error instanceof CommentdockError) return error;
  if (error instanceof Stopped) return new CommentdockError('STOPPED', undefined, { cause: error });
  const trouble = diskTrouble(error);
  if (trouble !== null) return trouble;
  const words = error instanceof z.core.$ZodError ? wordsOfIssues(error.issues) : error instanceof Error ? error.message : String(error);
  return new CommentdockError('INTERNAL', `${ERROR_CATALOGUE.INTERNAL.message} (${words.slice(0, MOST_FOREIGN_LETTERS)})`, {
    cause: error,
  });
}

export interface ErrorBody {
  status_code: number;
  error_code: ErrorCode;
  detail: string;
  /** Same as `detail`: existing clients print it. */
  error: string;
  seconds_to_wait?: number;
  violations?: readonly Violation[];
}

/** The JSON body of every REST error. */
export function errorBody(error: CommentdockError): ErrorBody {
  return {
    status_code: error.status,
    error_code: error.code,
    detail: error.message,
    error: error.message,
    ...(error.secondsToWait === null ? {} : { seconds_to_wait: error.secondsToWait }),
    ...(error.violations.length === 0 ? {} : { violations: error.violations }),
  };
}
