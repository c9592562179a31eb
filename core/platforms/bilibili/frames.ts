// Frames of bilibili's chat socket: a head of 16 bytes (big-endian: length of all, length of the head, version, operation, 1), then the
// body. A body of version 2 is zlib, and holds further frames.
import { CeilingExceeded, PlatformChanged } from '#core/contract/error.ts';
import { inMegabytes, LINE_CEILING, PACKINGS_CEILING } from '#core/platform-kit/ceilings.ts';
import { inflate } from '#core/platform-kit/inflate.ts';

export const OPERATION = { heartbeat: 2, message: 5, auth: 7, authAnswer: 8 } as const;
const HEAD_BYTES = 16;
const VERSION = { plain: 0, bare: 1, zlib: 2 } as const;
const PATH = 'socket.frame';

/** `body`: UTF-8 text, or a number of viewers in the answer to a heartbeat. */
export interface Frame {
  readonly operation: number;
  readonly body: Uint8Array<ArrayBuffer>;
}

interface ReadFrames {
  readonly frames: readonly Frame[];
  /** Versions of frames that were left out, as their form is not known here; 3 is Brotli. */
  readonly unread: readonly number[];
}

/** A frame to be said. */
export function frameOf(operation: number, text = ''): Uint8Array<ArrayBuffer> {
  const body = new TextEncoder().encode(text);
  const frame = new Uint8Array(HEAD_BYTES + body.length);
  const head = new DataView(frame.buffer);
  head.setUint32(0, frame.length);
  head.setUint16(4, HEAD_BYTES);
  head.setUint16(6, VERSION.bare);
  head.setUint32(8, operation);
  head.setUint32(12, 1);
  frame.set(body, HEAD_BYTES);
  return frame;
}

/** What a message may still unpack to. */
interface Room {
  bytes: number;
  packings: number;
}

/**
 * The frames of a message, in order, those within a packed one in its place.
 * @throws PlatformChanged where a length or a packed body is wrong; CeilingExceeded where a message unpacks to more than one of a line may have
 */
export function readFrames(message: Uint8Array, room: Room = { bytes: LINE_CEILING.messageBytes, packings: PACKINGS_CEILING }): ReadFrames {
  const frames: Frame[] = [];
  const unread: number[] = [];
  for (const { version, ...frame } of split(message)) {
    if (version === VERSION.plain || version === VERSION.bare) frames.push(frame);
    else if (version === VERSION.zlib) {
      const inner = readPacked(frame.body, room);
      for (const each of inner.frames) frames.push(each);
      for (const each of inner.unread) unread.push(each);
    } else unread.push(version);
  }
  return { frames, unread };
}

function readPacked(body: Uint8Array, room: Room): ReadFrames {
  if (room.packings === 0) throw new CeilingExceeded(`${PACKINGS_CEILING} packings within each other`);
  const unpacked = unpack(body, room.bytes);
  room.bytes -= unpacked.length;
  room.packings -= 1;
  const inner = readFrames(unpacked, room);
  room.packings += 1;
  return inner;
}

function* split(message: Uint8Array): Generator<Frame & { readonly version: number }> {
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
  for (let at = 0; at < message.length;) {
    if (at + HEAD_BYTES > message.length) throw new PlatformChanged(PATH);
    const [length, headLength] = [view.getUint32(at), view.getUint16(at + 4)];
    if (headLength < HEAD_BYTES || length < headLength || at + length > message.length) throw new PlatformChanged(PATH);
    const body = new Uint8Array(message.subarray(at + headLength, at + length));
    yield { version: view.getUint16(at + 6), operation: view.getUint32(at + 8), body };
    at += length;
  }
}

function unpack(body: Uint8Array, mostBytes: number): Uint8Array<ArrayBuffer> {
  try {
    return inflate(body, mostBytes);
  } catch (cause) {
    // What is named is the ceiling of the whole message, and not what others left of it.
    if (cause instanceof CeilingExceeded) throw new CeilingExceeded(`${inMegabytes(LINE_CEILING.messageBytes)} unpacked`);
    throw new PlatformChanged(PATH, undefined, { cause });
  }
}
