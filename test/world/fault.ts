import type { SimulatedRequest } from '#test/world/simulator.ts';

/** What can go wrong on the way to a platform. */
export type Fault =
  /** A status with a short body of text; `retryAfter` as written in the header (seconds or a date). */
  | { readonly kind: 'status'; readonly status: number; readonly retryAfter?: string | number; readonly body?: string }
  /** The connection is reset before anything is answered. */
  | { readonly kind: 'resetBefore' }
  /** The connection is reset after half of the body. */
  | { readonly kind: 'resetMidway' }
  /** Nothing is ever answered; the connection stays open. */
  | { readonly kind: 'hang' }
  /** Half of the body, then an orderly close: shorter than `content-length` says. */
  | { readonly kind: 'truncated' }
  /** 200 and JSON that stops in the middle, with a matching `content-length`. */
  | { readonly kind: 'malformedJson' }
  /** A challenge page in HTML with status 403 (default) or 200. */
  | { readonly kind: 'captcha'; readonly status?: 200 | 403 };

/** When a fault happens. Rules are looked at in order; the first that applies wins. */
export interface FaultRule {
  /** A RegExp is tested against `METHOD URL`. Left out: every request. */
  readonly match?: RegExp | ((request: SimulatedRequest) => boolean);
  /** So many matching requests pass first. Default 0. */
  readonly after?: number;
  /** Only every nth of the matching requests. Default 1. */
  readonly every?: number;
  /** At most so many faults. Default: without end. */
  readonly times?: number;
  readonly fault: Fault;
}

/** Decides request by request; keeps the counts that `after`, `every` and `times` need. */
interface FaultPlan {
  add(rule: FaultRule): void;
  clear(): void;
  next(request: SimulatedRequest): Fault | null;
}

export const CHALLENGE_PAGE = `<!DOCTYPE html><html lang="en-US"><head><title>Just a moment...</title>
<meta http-equiv="refresh" content="360"></head><body><div class="cf-challenge" id="challenge-form">
<h1>Verify you are human</h1><p>Complete the captcha to continue.</p><div class="g-recaptcha" data-sitekey="test"></div>
<script src="/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1"></script></div></body></html>`;

export const MALFORMED_JSON = '{"items": [{"id": 1, "text": "cut';

export function createFaultPlan(rules: readonly FaultRule[]): FaultPlan {
  const counted = rules.map(counterOf);
  return {
    add(rule) {
      counted.push(counterOf(rule));
    },
    clear() {
      counted.length = 0;
    },
    next(request) {
      for (const entry of counted) {
        if (isDue(entry, request)) return entry.rule.fault;
      }
      return null;
    },
  };
}

interface CountedRule {
  readonly rule: FaultRule;
  matched: number;
  injected: number;
}

function counterOf(rule: FaultRule): CountedRule {
  return { rule, matched: 0, injected: 0 };
}

function isDue(entry: CountedRule, request: SimulatedRequest): boolean {
  const { match, after = 0, every = 1, times = Infinity } = entry.rule;
  if (match instanceof RegExp ? !match.test(`${request.method} ${request.url.href}`) : match?.(request) === false) return false;
  entry.matched += 1;
  const sinceStart = entry.matched - after;
  if (sinceStart <= 0 || sinceStart % every !== 0 || entry.injected >= times) return false;
  entry.injected += 1;
  return true;
}
