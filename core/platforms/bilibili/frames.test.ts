import { brotliCompressSync, deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { frameOf, readFrames } from '#core/platforms/bilibili/frames.ts';

/** A frame in hexadecimal digits, by hand. */
function frame(version: number, operation: number, body: Buffer | string, headLength = 16): Buffer {
  const hex = (value: number, bytes: number): string => value.toString(16).padStart(bytes * 2, '0');
  const bytes = Buffer.from(body);
  const length = headLength + bytes.length;
  const head = Buffer.from(hex(length, 4) + hex(headLength, 2) + hex(version, 2) + hex(operation, 4) + hex(1, 4), 'hex');
  return Buffer.concat([head, Buffer.alloc(headLength - 16), bytes]);
}

function wordsIn(message: Uint8Array): unknown {
  const { frames, unread } = readFrames(message);
  return { words: frames.map(({ operation, body }) => [operation, Buffer.from(body).toString()]), unread };
}

describe('a frame to be said', () => {
  it('has a head of 16 bytes, and its text in UTF-8', () => {
    expect(Buffer.from(frameOf(7, '{"a":"é"}')).toString('hex')).toBe(
      `0000001a${'0010'}${'0001'}${'00000007'}${'00000001'}${Buffer.from('{"a":"é"}').toString('hex')}`,
    );
    expect(Buffer.from(frameOf(2)).toString('hex')).toBe('00000010001000010000000200000001');
  });
});

describe('the frames of a message', () => {
  it('are read one after the other, packed ones in their place', () => {
    const inner = Buffer.concat([frame(0, 5, '二'), frame(0, 5, 'three')]);
    const message = Buffer.concat([frame(0, 5, 'one'), frame(2, 5, deflateSync(inner)), frame(1, 3, 'four', 20)]);
    expect(wordsIn(message)).toEqual({
      words: [
        [5, 'one'],
        [5, '二'],
        [5, 'three'],
        [3, 'four'],
      ],
      unread: [],
    });
  });

  it('are read within a larger buffer too', () => {
    const message = Buffer.concat([Buffer.from('before'), frame(0, 5, 'one'), Buffer.from('behind')]);
    expect(wordsIn(message.subarray(6, -6))).toEqual({ words: [[5, 'one']], unread: [] });
  });

  it('are left out where their version is not known, and that is said', () => {
    const packed = frame(3, 5, brotliCompressSync(frame(0, 5, 'x')));
    const message = Buffer.concat([packed, frame(0, 5, 'one'), frame(2, 5, deflateSync(frame(9, 5, 'y')))]);
    expect(wordsIn(message)).toEqual({ words: [[5, 'one']], unread: [3, 9] });
  });

  it('can be none', () => {
    expect(wordsIn(new Uint8Array())).toEqual({ words: [], unread: [] });
  });

  it.each([
    ['a head cut off', frame(0, 5, 'one').subarray(0, 10)],
    ['a body cut off', frame(0, 5, 'one').subarray(0, -1)],
    ['a length of nothing', Buffer.alloc(16)],
    ['a head longer than all', Buffer.from('00000010002000000000000500000001', 'hex')],
    ['no zlib where it should be', frame(2, 5, 'one')],
    ['zlib cut off', frame(2, 5, deflateSync(frame(0, 5, 'one'.repeat(50))).subarray(0, -8))],
  ])('are refused with %s', (_, message) => {
    expect(() => readFrames(message)).toThrow(expect.objectContaining({ code: 'PLATFORM_CHANGED', path: 'socket.frame' }));
  });

  it.each([
    ['kilobytes that unpack to many megabytes', frame(2, 5, deflateSync(Buffer.alloc(20_000_000))), '8 MB unpacked'],
    [
      'many that unpack to as much together',
      Buffer.concat(Array.from({ length: 9 }, () => frame(2, 5, deflateSync(frame(0, 5, Buffer.alloc(1_000_000)))))),
      '8 MB unpacked',
    ],
    [
      'packings within packings',
      [1, 2, 3, 4].reduce((inner: Buffer) => frame(2, 5, deflateSync(inner)), frame(0, 5, 'one')),
      '3 packings within each other',
    ],
  ])('end at their ceiling with %s', (_, message, ceiling) => {
    expect(() => readFrames(message)).toThrow(ceiling);
  });
});
