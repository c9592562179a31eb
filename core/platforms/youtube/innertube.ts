import { CommentdockError, PlatformChanged, PlatformRefusal, ThrottledFailure } from '#core/contract/error.ts';
import type { JsonObject } from '#core/platform-api/define.ts';
import { keepVisitor, visitHeaders } from '#core/platforms/youtube/login.ts';
import type { Answer, PlatformRequest, Session } from '#core/platform-api/session.ts';

/** The name of the door for the ledger: the API that YouTube's own pages use. */
export const DOOR = 'innertube';

/** Version of the web page that we speak as. YouTube answers versions of years ago too. */
const WEB_VERSION = '2.20260612.01.00';
const ANDROID_VERSION = '21.03.36';
const ORIGIN = 'https://www.youtube.com';

const WEB_CONTEXT = {
  client: {
    hl: 'en',
    gl: 'US',
    clientName: 'WEB',
    clientVersion: WEB_VERSION,
    originalUrl: ORIGIN,
    platform: 'DESKTOP',
    utcOffsetMinutes: 0,
  },
  request: { internalExperimentFlags: [], useSsl: true },
  user: { lockedSafetyMode: false },
};
const ANDROID_CONTEXT = {
  client: {
    clientName: 'ANDROID',
    clientVersion: ANDROID_VERSION,
    clientScreen: 'WATCH',
    platform: 'MOBILE',
    osName: 'Android',
    osVersion: '16',
    androidSdkVersion: 36,
    hl: 'en',
    gl: 'US',
    utcOffsetMinutes: 0,
  },
  request: { internalExperimentFlags: [], useSsl: true },
  user: { lockedSafetyMode: false },
};
const WEB_HEADERS = {
  origin: ORIGIN,
  referer: ORIGIN,
  'x-youtube-client-name': '1',
  'x-youtube-client-version': WEB_VERSION,
  /** The answer to the consent page that stands before everything in the EU. */
  cookie: 'SOCS=CAE=',
};
const ANDROID_HEADERS = {
  'user-agent': `com.google.android.youtube/${ANDROID_VERSION} (Linux; U; Android 16; US) gzip`,
  'x-goog-api-format-version': '2',
};
const RATE_WALL = '/sorry/';
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

type Endpoint = 'next' | 'browse' | 'navigation/resolve_url' | 'live_chat/get_live_chat' | 'live_chat/get_live_chat_replay';

/**
 * One call of the API of YouTube's pages. A wall of Google against robots counts as a 429.
 * @throws CommentdockError what the session throws; ThrottledFailure, PlatformRefusal, PlatformChanged for a page instead of JSON
 */
export async function askYouTube(
  session: Session,
  endpoint: Endpoint,
  body: JsonObject,
  ways: Pick<PlatformRequest, 'accept' | 'tries'> = {},
): Promise<Answer> {
  const readSite = (): Promise<Answer> => askPage(session, `${ORIGIN}/`);
  const answer = await ask(session, {
    ...ways,
    url: `${ORIGIN}/youtubei/v1/${endpoint}?prettyPrint=false`,
    method: 'POST',
    headers: { ...WEB_HEADERS, ...(await visitHeaders(session, readSite)) },
    json: { context: WEB_CONTEXT, ...body },
    redirect: 'manual',
  });
  refusePages(answer);
  await keepVisitor(session, answer, readSite);
  return answer;
}

/** What the player of the phone's app says about a video; it names the reason why one is not shown. */
export async function askPlayer(session: Session, video: string): Promise<Answer> {
  const answer = await ask(session, {
    url: `https://youtubei.googleapis.com/youtubei/v1/reel/reel_item_watch?prettyPrint=false&t=${randomLetters(12)}&id=${video}&$fields=playerResponse`,
    method: 'POST',
    headers: ANDROID_HEADERS,
    json: {
      context: ANDROID_CONTEXT,
      playerRequest: { videoId: video, cpn: randomLetters(16), contentCheckOk: true, racyCheckOk: true },
      disablePlayerResponse: false,
    },
    redirect: 'manual',
  });
  refusePages(answer);
  return answer;
}

/** A page of the site as HTML. */
export function askPage(session: Session, address: string): Promise<Answer> {
  return ask(session, { url: address, headers: { cookie: WEB_HEADERS.cookie } });
}

/** Google's captcha ("unusual traffic") is how YouTube says 429: it passes with time. */
async function ask(session: Session, request: PlatformRequest): Promise<Answer> {
  try {
    return await session.fetch(request);
  } catch (error) {
    if (error instanceof CommentdockError && error.code === 'CAPTCHA' && error.message.includes('Google')) throw rateWall();
    throw error;
  }
}

function refusePages(answer: Answer): void {
  if (answer.status >= 300 && answer.status < 400) {
    const target = answer.headers['location'] ?? '';
    if (target.includes(RATE_WALL)) throw rateWall();
    if (target.includes('//consent.'))
      throw new PlatformRefusal(
        'BLOCKED',
        'YouTube wants its consent page answered first. Give the cookies of your own session (options.cookies), or choose another route (options.vpn).',
      );
    throw new PlatformChanged('location');
  }
  const isPage = /^\s*</.test(answer.text);
  if (isPage && (answer.url.includes(RATE_WALL) || answer.text.includes(RATE_WALL))) throw rateWall();
}

function rateWall(): ThrottledFailure {
  return new ThrottledFailure(
    'YouTube asks to slow down: it shows its page against robots. Retry later, or choose another route (options.vpn); what was fetched is kept.',
  );
}

function randomLetters(count: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(count));
  return Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length]).join('');
}
