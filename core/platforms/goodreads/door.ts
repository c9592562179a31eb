import { ThrottledFailure } from '#core/contract/error.ts';
import { optionalText } from '#core/platform-kit/optional-answer.ts';
import { refusalOf } from '#core/platform-api/refusal.ts';
import type { Answer, Session } from '#core/platform-api/session.ts';

/** The address and key of the API: those of the site's script, which everybody is given. */
export type Door = { readonly url: string; readonly key: string };

export const PUBLIC_DOOR: Door = {
  url: 'https://kxbwmqov6jgg3daaamb744ycu4.appsync-api.us-east-1.amazonaws.com/graphql',
  key: 'da2-xpgsdydkbregjhpr6ejzqdhuwy',
};
/** A page with the site's script that no firewall stands before, as pages of books have one. */
const OPEN_PAGE = 'https://www.goodreads.com/giveaway';
const APP_SCRIPT = /["']([^"']*\/_app-[^"'/]+\.js)["']/;
const KEY_AND_ADDRESS = /"(da2-[a-z0-9]+)","endpoint":"(https:\/\/[a-z0-9]+\.appsync-api\.[a-z0-9-]+\.amazonaws\.com\/graphql)"/g;
/** The script names a pair for each stage, each before the name of its own. */
const PUBLIC_STAGE = '"shortName":"Prod"';

/** The most that the API gives at once; for more it gives nothing. */
export const PAGE_SIZE = 100;

/**
 * One query of the API. `keyIsGood`: the door has answered before, so that a refusal means haste.
 * @throws CommentdockError
 */
export async function post(session: Session, door: Door, json: object, { keyIsGood }: { readonly keyIsGood: boolean }): Promise<Answer> {
  const answer = await session.fetch({ url: door.url, method: 'POST', headers: { 'x-api-key': door.key }, json, accept: [401, 403] });
  if (answer.status === 403 && keyIsGood) throw new ThrottledFailure();
  if (answer.status !== 200) throw refusalOf(answer);
  return answer;
}

/** Page whose script may name another key: one that was read already, or none. */
export interface KeySource {
  readonly html: string;
  readonly url: string;
}

/** The door that the site's script names; null where it cannot be read or names none but the public one. */
export async function doorOfScript(session: Session, page: KeySource | null): Promise<Door | null> {
  const { html, url } = page ?? { html: (await optionalText(session, { url: OPEN_PAGE })) ?? '', url: OPEN_PAGE };
  const source = APP_SCRIPT.exec(html)?.[1];
  if (source === undefined || !URL.canParse(source, url)) return null;
  const script = (await optionalText(session, { url: new URL(source, url).href })) ?? '';
  const pairs = [...script.matchAll(KEY_AND_ADDRESS)];
  const ends = (place: number): number => pairs[place + 1]?.index ?? script.length;
  const found = pairs.find(({ index }, place) => script.slice(index, ends(place)).includes(PUBLIC_STAGE)) ?? pairs[0];
  const [, key, address] = found ?? [];
  return key === undefined || address === undefined || key === PUBLIC_DOOR.key ? null : { key, url: address };
}
