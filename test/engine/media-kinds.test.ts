import { expect, it } from 'vitest';
import { mediaKindOf } from '#core/engine/media-kinds.ts';

const of = (text: string): string | null => mediaKindOf(Buffer.from(text, 'latin1'));

it.each([
  ['\xff\xd8\xff\xe0\x00\x10JFIF', 'jpg'],
  ['\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR', 'png'],
  ['GIF87a..........', 'gif'],
  ['RIFF\x24\n\x00\x00WEBPVP8 ', 'webp'],
  ['RIFF\x24\x00\x00\x00WAVEfmt ', 'wav'],
  ['\x00\x00\x00\x1cftypavif....', 'avif'],
  ['\x00\x00\x00\x18ftypheic....', 'heic'],
  ['\x00\x00\x00\x20ftypisom....', 'mp4'],
  ['\x00\x00\x00\x14ftypqt  ....', 'mov'],
  ['\x00\x00\x00\x20ftypM4A ....', 'm4a'],
  ['\x1aE\xdf\xa3...........', 'webm'],
  ['OggS............', 'ogg'],
  ['ID3.............', 'mp3'],
  ['\xff\xfb\x90\x00........', 'mp3'],
  ['fLaC............', 'flac'],
])('%j is %s', (head, ending) => expect(of(head)).toBe(ending));

it.each([
  ['a page', '<!doctype html><'],
  ['a drawing with scripts', '<svg xmlns="http'],
  ['a program', 'MZ\x90\x00........'],
  ['a list of pieces of a film', '#EXTM3U.........'],
  ['nothing', ''],
  ['a picture behind something else', ' \xff\xd8\xff\xe0....'],
  ['half of a sign', '\x89PN'],
])('%s is nothing that is kept', (_what, head) => expect(of(head)).toBeNull());
