// What a field is for, by its name, whatever the site: https://schema.org, the words of JSON interfaces, attributes of markup.

/**
 * secret: opens something. person: says who somebody is. account: the number of something. text: what somebody wrote. structure: chosen
 * from a list by the site's own code. count: how many, how much, when. other: nobody knows.
 */
export type FieldKind = 'secret' | 'person' | 'account' | 'text' | 'structure' | 'count' | 'other';

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

const SECRET = words(
  'token tokens csrf xsrf session sess cookie cookies auth authorization password passwd pwd secret signature sig sign nonce apikey jwt bearer dtsg lsd ticket credential credentials passport sid ssid verifyfp fingerprint deviceid',
);
const PERSON = words(
  'name names username user users nick nickname uname handle author authors login acct account accounts screenname fullname firstname lastname givenname familyname surname realname displayname display owner creator poster publisher sender recipient reviewer commenter byline slug vanity uniqueid alias initials email emails mail phone phones tel telephone mobile cell address street city zip postcode postal location place birthday birthdate birth avatar profile profiles permalink mention mentions follower followers following friend friends member members person people contributor participant customer buyer seller ip signer voter',
);
/** Of somebody, whatever else the name says: `phone_number` is no number. */
const REACHES = words('email emails mail phone phones tel telephone mobile cell address street zip postal');
const TEXT = words(
  'text texts body content contents message messages msg comment comments review reviews title titles headline description desc caption captions bio biography about summary html markdown subject quote snippet excerpt note notes reply replies question answer pros cons advice feedback raw plain simpletext runs string label words topic story keywords keyword tags tag hashtag hashtags query alt signature_text info signup status_text spoiler',
);
const STRUCTURE = words(
  'type types typename kind status state code lang language languages locale format mime mimetype currency role sort order orderby level visibility privacy method rel class style icon encoding version unit op operation operationname action event entity object media mode direction position align theme color colour provider charset scope device platform os',
);
const COUNT = words(
  'count counts total num number numbers votes vote views view likes like dislikes shares size length duration time timestamp date created updated published modified edited expires expiry ts at ms seconds price amount score rating stars width height bytes offset limit page pages index rank order percent ratio rate year month day hour minute second utc usec posted start end since until age played playtime',
);
/** Ends of names written in one word: `recommendationid`, `rpid`. */
const ACCOUNT_END = /(?:id|ids|pk|uid|mid|urn|guid|uuid|uin|fid|cursor|after|before|hash|key|etag|ref|code)$/;

const remembered = new Map<string, FieldKind>();
const REMEMBERED = 5_000;

/** What a field of this name is for; names in camel case and with separators are read word by word. */
export function kindOfField(name: string): FieldKind {
  const found = remembered.get(name);
  if (found !== undefined) return found;
  if (remembered.size >= REMEMBERED) remembered.clear();
  const kind = readName(name.slice(0, 100));
  remembered.set(name, kind);
  return kind;
}

function readName(name: string): FieldKind {
  const parts = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((part) => part !== '');
  const whole = parts.join('');
  const last = parts.at(-1) ?? '';
  const any = (list: ReadonlySet<string>): boolean => list.has(whole) || parts.some((part) => list.has(part));
  if (any(SECRET)) return 'secret';
  if (any(REACHES)) return 'person';
  if (STRUCTURE.has(last) || STRUCTURE.has(whole)) return 'structure';
  if (COUNT.has(last)) return 'count';
  if (ACCOUNT_END.test(last)) return 'account';
  if (any(PERSON)) return 'person';
  if (any(TEXT)) return 'text';
  return any(COUNT) ? 'count' : 'other';
}
