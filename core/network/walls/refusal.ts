import { EmptyAnswer, PlatformRefusal } from '#core/contract/error.ts';
import { WALL_CODES, type Wall, type WallKind } from '#core/platform-api/wall-sign.ts';

const SESSION = "give that session's cookies and user agent (options.cookies, options.userAgent)";
const ROUTE = 'choose another route (options.vpn)';

/** What was met, and what the user can do. `whose` is ` (Cloudflare)`, or nothing. */
const WORDS: Readonly<Record<WallKind, (host: string, whose: string) => string>> = {
  challenge: (host, whose) =>
    `${host} asks for a captcha${whose}. Open the page in your own browser, solve it, and ${SESSION}, or ${ROUTE}.`,
  block: (host, whose) =>
    `${host} refuses this machine${whose}. Wait some hours, ${ROUTE}, or open the page in your own browser: where it opens there, ${SESSION}.`,
  login: (host, whose) => `${host} leads to its login${whose} instead of the page. Log in in your own browser and ${SESSION}.`,
  consent: (host, whose) =>
    `${host} asks about cookies before it shows anything${whose}. Open the page in your own browser, choose there, and ${SESSION}, or choose a route (options.vpn) in a country where it does not ask.`,
  country: (host, whose) =>
    `${host} does not show this in the country that your requests come from${whose}. Choose a route (options.vpn) in one where it does.`,
  age: (host, whose) => `${host} asks for the visitor's age${whose}. Open the page in your own browser, confirm it there, and ${SESSION}.`,
};

/** The error that a wall is. */
export function wallRefusal(host: string, { kind, by }: Wall): PlatformRefusal {
  return new PlatformRefusal(WALL_CODES[kind], WORDS[kind](host, by === 'the site' ? '' : ` (${by})`));
}

/** A 200 without a body where data was asked for: what sites give to clients that they take for programs. */
export function emptyAnswer(host: string): EmptyAnswer {
  return new EmptyAnswer(
    `${host} answers with nothing at all, as sites do to clients they take for programs. Wait some hours, ${ROUTE}, or open the page in your own browser: where it opens there, ${SESSION}.`,
  );
}
