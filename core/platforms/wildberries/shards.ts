// Which of its many hosts Wildberries keeps a thing on. The site's script has the same rules and tables; the tables grow with the numbers.

/** Highest hundred-thousands of the numbers on each host: the first on host 01, and so on. */
const BASKETS = [
  143, 287, 431, 719, 1007, 1061, 1115, 1169, 1313, 1601, 1655, 1919, 2045, 2189, 2405, 2621, 2837, 3053, 3269, 3485, 3701, 3917, 4133,
  4349, 4565, 4877, 5189, 5501, 5813, 6125, 6437, 6749, 7061, 7373, 7685, 7997, 8309, 8741, 9173, 9605,
];
/** Hundred-thousands that each of the last hosts of the table has: those after it may have as many. */
const LAST_WIDTH = 432;
/** So many hosts are asked for a product's own card. */
const MOST_BASKETS = 9;
const PHOTOS = [431, 863, 1199, 1535, 1919, 2303, 2687, 3071, 3455, 3839];
const POLYNOMIAL = 0xa001;

/** The feedback hosts, the one that should have the group's reviews first: by CRC-16/ARC of the number as 8 bytes, lowest first. */
export function feedbackHosts(imt: string): readonly [string, string] {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(imt), true);
  return crc16(bytes) % 100 >= 50 ? [feedbackHost(2), feedbackHost(1)] : [feedbackHost(1), feedbackHost(2)];
}

/**
 * Where a product's own card may lie: the host that the table names, or for a number beyond it the one that would be next, and those
 * around it. Tables of different clients differ by some hosts for the newest numbers.
 */
export function cardFiles(nm: string): readonly string[] {
  const id = Number(nm);
  const shard = shardOf(id, BASKETS);
  const last = BASKETS.at(-1) ?? 0;
  const beyond = shard > BASKETS.length ? Math.ceil((Math.floor(id / 100_000) - last) / LAST_WIDTH) - 1 : 0;
  const named = shard + beyond;
  const around = Array.from({ length: MOST_BASKETS }, (_, place) => named + (place % 2 === 1 ? (place + 1) / 2 : -place / 2));
  return around.filter((host) => host > 0).map((host) => `https://basket-${twoDigits(host)}.wbbasket.ru/${pathOf(id)}/info/ru/card.json`);
}

/** A photo by its number. */
export function numberedPhoto(id: number): string {
  return `https://feedback${twoDigits(shardOf(id, PHOTOS))}.wbbasket.ru/${pathOf(id)}/photos/fs.webp`;
}

/** A photo or video by its key `<host>/<name>`; null for another form. */
export function keyedFile(kind: 'photo' | 'video', key: string): string | null {
  const [, host, name] = /^(\d{1,3})\/([\w-]+)$/.exec(key) ?? [];
  if (host === undefined || name === undefined) return null;
  const shard = twoDigits(Number(host));
  return kind === 'photo'
    ? `https://mow-feedback-uuid-${shard}-cdn-${shard}.geobasket.ru/${name}/fs.webp`
    : `https://mow-videofeedback-${shard}-cdn-${shard}.geobasket.ru/${name}/index.m3u8`;
}

function feedbackHost(shard: 1 | 2): string {
  return `feedbacks${shard}.wb.ru`;
}

/** Above the last bound the host after it. */
function shardOf(id: number, bounds: readonly number[]): number {
  const volume = Math.floor(id / 100_000);
  const index = bounds.findIndex((bound) => volume <= bound);
  return index === -1 ? bounds.length + 1 : index + 1;
}

function pathOf(id: number): string {
  return `vol${Math.floor(id / 100_000)}/part${Math.floor(id / 1000)}/${id}`;
}

function twoDigits(shard: number): string {
  return String(shard).padStart(2, '0');
}

function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 1) === 1 ? (crc >> 1) ^ POLYNOMIAL : crc >> 1;
  }
  return crc;
}
