import type { SimulatedRequest, Simulator } from '#test/world/simulator.ts';

/**
 * A site that refuses programs before it looks at what they ask for, and serves browsers: 403 or 426, without a challenge. The real ones
 * tell them by their handshake (yt-dlp #16020, ru-marketplace-mcp #93, lettarrboxd #37); here by a header that every browser sends and no page can set.
 */
export function refusesPrograms(site: Simulator, how: { readonly status?: 403 | 426; readonly browsersToo?: boolean } = {}): Simulator {
  return async (request) => {
    const answer = await site(request);
    const isBrowser = request.headers['sec-fetch-site'] !== undefined && how.browsersToo !== true;
    if (answer === null) return null;
    if (isBrowser) return { ...answer, headers: { ...answer.headers, ...allowsItsPage(request) } };
    return { status: how.status ?? 403, body: '<html><head><title>403 Forbidden</title></head><body><h1>Forbidden</h1></body></html>' };
  };
}

/** As any page's own API on another host: browsers let the page read it. */
function allowsItsPage({ headers }: SimulatedRequest): Record<string, string> {
  const origin = headers['origin'];
  return origin === undefined ? {} : { 'access-control-allow-origin': origin };
}
