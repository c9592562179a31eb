import type { SimulatedAnswer, SimulatedRequest, Simulator } from '#test/world/simulator.ts';

/** A site whose doors are shut and opened while it is read. */
export interface Doorman {
  readonly site: Simulator;
  /** From now on browsers get a challenge for everything. */
  raiseWall(): void;
  lowerWall(): void;
  /**
   * Does something while a browser waits for an answer: one that a script asked for where the site was asked so before, else a page.
   * @returns whether that came to pass
   */
  beforeNextAnswer(act: () => void): () => boolean;
}

export const FORBIDDEN: SimulatedAnswer = {
  status: 403,
  body: '<html><head><title>403 Forbidden</title></head><body><h1>Forbidden</h1></body></html>',
};
export const CHALLENGE: SimulatedAnswer = {
  status: 403,
  headers: { 'cf-mitigated': 'challenge' },
  body: '<html><head><title>Just a moment...</title></head><body></body></html>',
};
/** A web page where a program asked for data. */
export const HTML_SHELL: SimulatedAnswer = { body: '<!doctype html><html><head><title>Log in</title></head><body></body></html>' };

/**
 * A site that serves browsers and has another answer for programs. It lets its pages read what its other hosts say, but for the wall:
 * whoever puts that up knows nothing of the site.
 * @param toPrograms null leaves a request to the site
 */
export function behindDoorman(site: Simulator, toPrograms: (request: SimulatedRequest) => SimulatedAnswer | null): Doorman {
  let isWalled = false;
  let isAskedByScripts = false;
  let act: (() => void) | null = null;
  return {
    async site(request) {
      if (!isBrowser(request)) return toPrograms(request) ?? site(request);
      const allows = allowing(request);
      if (request.method === 'OPTIONS') return { status: 204, headers: allows };
      const isScript = request.headers['sec-fetch-dest'] === 'empty';
      isAskedByScripts ||= isScript;
      if (isWalled) return CHALLENGE;
      const answer = await site(request);
      if (answer === null) return null;
      if (act !== null && (isScript || !isAskedByScripts)) {
        const due = act;
        act = null;
        due();
      }
      return { ...answer, headers: { ...allows, ...answer.headers } };
    },
    raiseWall: () => (isWalled = true),
    lowerWall: () => (isWalled = false),
    beforeNextAnswer(next) {
      act = next;
      return () => act === null;
    },
  };
}

/** Chromium without a window says so in its name, and programs never call themselves that. */
function isBrowser({ headers }: SimulatedRequest): boolean {
  return headers['user-agent']?.includes('HeadlessChrome') === true;
}

/** As any site's API on a host beside its pages. */
function allowing({ headers }: SimulatedRequest): Record<string, string> {
  const origin = headers['origin'];
  if (origin === undefined) return {};
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-allow-methods': 'GET, POST',
    'access-control-allow-headers': headers['access-control-request-headers'] ?? '',
  };
}
