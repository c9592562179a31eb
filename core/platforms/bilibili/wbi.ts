// WBI: how bilibili's page signs some of its requests, with a key that changes daily and that a call of its own hands out.
import { z } from 'zod';
import { CommentdockError } from '#core/contract/error.ts';
import { md5Hex } from '#core/platform-kit/hash.ts';
import { orShut } from '#core/platform-kit/knock.ts';
import { percentEncoded } from '#core/platform-kit/web-address.ts';
import type { Session } from '#core/platform-api/session.ts';

const NAV = 'https://api.bilibili.com/x/web-interface/nav';
const KEPT = 'bilibili wbi key';
const RENEWED = 'bilibili wbi key renewed';
/** The code of an answer to a request with a wrong signature. */
export const WRONG_SIGNATURE = -403;
const KEY_LENGTH = 32;
const POSITIONS = (
  '46 47 18 2 53 8 23 32 15 50 10 31 58 3 45 35 27 43 5 49 33 9 42 19 29 28 14 39 12 38 41 13 37 48 7 16 24 55 40 61 26 17 0 1 60 51 30 4 ' +
  '22 25 54 21 56 59 6 63 57 62 11 36 20 34 44 52'
)
  .split(' ')
  .map(Number);
const DROPPED = /[!'()*]/g;

/** People who are not logged in get the key too, with a code that says so. */
const navSchema = z.object({ data: z.object({ wbi_img: z.object({ img_url: z.string(), sub_url: z.string() }) }) });

/** Asked for once per run; why the site does not give it, where it does not. */
export function wbiKey(session: Session): Promise<string | CommentdockError> {
  return session.once(KEPT, async () => {
    const nav = await orShut(session.json(navSchema, { url: NAV, headers: { referer: 'https://www.bilibili.com/' }, tries: 'once' }));
    return nav instanceof CommentdockError ? nav : mixedKey(nav.data.wbi_img.img_url, nav.data.wbi_img.sub_url);
  });
}

/** The key is asked for anew once in a run; false where that was done. */
export async function mayRenewWbiKey(session: Session): Promise<boolean> {
  const renewal = await session.once(RENEWED, async () => ({ isDone: false }));
  if (renewal.isDone) return false;
  renewal.isDone = true;
  session.forget(KEPT);
  return true;
}

/** The key that two addresses of pictures hide in their file names. */
export function mixedKey(imgUrl: string, subUrl: string): string {
  const letters = fileName(imgUrl) + fileName(subUrl);
  return POSITIONS.map((position) => letters[position] ?? '')
    .join('')
    .slice(0, KEY_LENGTH);
}

/** The query of a signed request. */
export function signedQuery(query: Readonly<Record<string, string | number>>, key: string, nowMs: number): string {
  const signed = Object.entries({ ...query, wts: Math.floor(nowMs / 1000) })
    .map(([name, value]) => [name, String(value).replace(DROPPED, '')] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${percentEncoded(name)}=${percentEncoded(value)}`)
    .join('&');
  return `${signed}&w_rid=${md5Hex(signed + key)}`;
}

function fileName(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
}
