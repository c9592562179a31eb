import type { Item } from '#core/contract/item.ts';

/**
 * Which files of rows are fetched. thumbnails: one picture a row, that of its video or post where the platform names one. images: all
 * pictures. all: videos, audio and files too. With each comes the picture of the page, where an answer had its address.
 */
export const MEDIA_WISHES = ['thumbnails', 'images', 'all'] as const;
export type MediaWish = (typeof MEDIA_WISHES)[number];

/** What an export fetches at most, in MB, where nothing else is said. */
export const USUAL_MEDIA_MB = 200;
export const MOST_MEDIA_MB = 100_000;

/** Below the folder of exports, and beside whatever leaves it. */
export const MEDIA_FOLDER = 'media';
/** What the names of fetched files look like, as rows have them: the SHA-256 of the file, and what it is. */
const MEDIA_FILE = /^media\/[0-9a-f]{64}\.[a-z0-9]{2,4}$/;

/** The Content-Type of each kind of file that is kept, by its ending. */
export const MEDIA_TYPES = {
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  heic: 'image/heic',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  m4a: 'audio/mp4',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
  flac: 'audio/flac',
} as const;
export type MediaEnding = keyof typeof MEDIA_TYPES;

/** Null for anything that is not kept. */
export function mediaTypeOf(name: string): string | null {
  const ending = name.slice(name.lastIndexOf('.') + 1);
  return Object.hasOwn(MEDIA_TYPES, ending) ? MEDIA_TYPES[ending as MediaEnding] : null;
}

/** Why there is no file, in words that follow a number. */
export const MEDIA_LACKS = {
  ceiling: 'left out, as the ceiling was reached',
  size: 'larger than a quarter of the ceiling',
  type: 'of another kind than was asked for, by their first bytes',
  address: 'at an address that is none of the public web',
  gone: 'gone (404 or 410)',
  refused: 'refused by their hosts',
  unreachable: 'not answered by their hosts, or cut off',
} as const;
export type MediaLack = keyof typeof MEDIA_LACKS;

/** Of the platform's own fields: the address of the picture that stands for a row. */
const THUMBNAIL_KEY = 'thumbnailUrl';
/** Where its file is named. */
export const THUMBNAIL_FILE_KEY = 'thumbnailFile';

function thumbnailOf({ extra }: Item): string | null {
  const url = Object.hasOwn(extra, THUMBNAIL_KEY) ? extra[THUMBNAIL_KEY] : null;
  return typeof url === 'string' ? url : null;
}

/** All addresses of files that a row names. */
export function mediaUrls(item: Item): readonly string[] {
  const thumbnail = thumbnailOf(item);
  return [...(thumbnail === null ? [] : [thumbnail]), ...item.media.map(({ url }) => url)];
}

/** The addresses that are fetched of a row. */
export function wantedMedia(item: Item, wish: MediaWish): readonly string[] {
  if (wish === 'all') return mediaUrls(item);
  const pictures = mediaUrls({ ...item, media: item.media.filter(({ type }) => type === 'image') });
  return wish === 'images' ? pictures : pictures.slice(0, 1);
}

/** The row with the files of its addresses; `fileOf`: by address, left out: there is none. */
export function withMediaFiles(item: Item, fileOf: ReadonlyMap<string, string>): Item {
  const thumbnail = fileOf.get(thumbnailOf(item) ?? '');
  const media = item.media.map(({ type, url }) => {
    const file = fileOf.get(url);
    return file === undefined ? { type, url } : { type, url, file };
  });
  return { ...item, media, ...(thumbnail === undefined ? {} : { extra: { ...item.extra, [THUMBNAIL_FILE_KEY]: thumbnail } }) };
}

/** The files of a row, each once. */
export function mediaFilesOf({ media, extra }: Item): readonly string[] {
  const files = [extra[THUMBNAIL_FILE_KEY], ...media.map(({ file }) => file)];
  return [...new Set(files.filter((file) => typeof file === 'string' && MEDIA_FILE.test(file)))] as string[];
}

/** A picture as it came; `type`: its Content-Type, by its first bytes. */
export interface Picture {
  readonly bytes: Uint8Array;
  readonly type: string;
}

/** What the rest of the process asks of pictures. */
export interface PicturePort {
  /**
   * Fetches a picture that an answer of this export named, as the rows were fetched, and keeps nothing. Null: there is none, or it cannot be had.
   * @param url as the answer had it; any other address would make this a way to anywhere
   */
  fetchPicture(guid: string, url: string): Promise<Picture | null>;
}
