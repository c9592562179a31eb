import type { MediaEnding } from '#core/contract/media.ts';

/** So many bytes tell what a file is. */
export const HEAD_BYTES = 16;

/** What the first bytes of a file are; a dot stands for any. */
const SIGNS: readonly (readonly [sign: RegExp, ending: MediaEnding])[] = [
  [/^\xff\xd8\xff/s, 'jpg'],
  [/^\x89PNG\r\n\x1a\n/s, 'png'],
  [/^GIF8[79]a/s, 'gif'],
  [/^RIFF.{4}WEBP/s, 'webp'],
  [/^RIFF.{4}WAVE/s, 'wav'],
  [/^.{4}ftypavi[fs]/s, 'avif'],
  [/^.{4}ftyp(?:hei[cxms]|hev[cm]|mif1|msf1)/s, 'heic'],
  [/^.{4}ftypM4[AB] /s, 'm4a'],
  [/^.{4}ftypqt {2}/s, 'mov'],
  [/^.{4}ftyp(?:iso|mp4|avc|dash|M4V|3gp|msnv|f4v)/s, 'mp4'],
  [/^\x1aE\xdf\xa3/s, 'webm'],
  [/^OggS/s, 'ogg'],
  [/^fLaC/s, 'flac'],
  [/^(?:ID3|\xff[\xfb\xf3\xf2])/s, 'mp3'],
];

/** What a file is by its first bytes, whatever its host calls it; null for anything that is not kept. */
export function mediaKindOf(head: Uint8Array): MediaEnding | null {
  const letters = Buffer.from(head.subarray(0, HEAD_BYTES)).toString('latin1');
  return SIGNS.find(([sign]) => sign.test(letters))?.[1] ?? null;
}
