import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Somebody at a virtual screen: what they press is told to the X server, as of a real mouse (X11 protocol; XTEST extension, version 2.2). */
export interface ScriptedPerson extends AsyncDisposable {
  /** Presses the middle of the screen, and again as long as nothing comes of it. */
  press(until: Promise<void>): Promise<void>;
  /** Closes every window on the screen, as by the cross in its frame (ICCCM 4.2.8.1). */
  closeWindows(): Promise<void>;
}

const QUERY_EXTENSION = 98;
const FAKE_INPUT = 2;
const EVENT = { buttonPress: 4, buttonRelease: 5, motion: 6 } as const;
const [QUERY_TREE, INTERN_ATOM, GET_PROPERTY, SEND_EVENT] = [15, 16, 20, 25];
const CLIENT_MESSAGE = 33;
const LEFT = 1;
/** Of the screen that `openVirtualScreen` makes. */
const MIDDLE = [640, 450] as const;
/** How long a person waits for something to happen before they press again. */
const PATIENCE_MS = 1_500;
const REPLY_BYTES = 32;

/** @param display as in `DISPLAY`: `:99` */
export async function sitDownAt(display: string): Promise<ScriptedPerson> {
  const socket = connect(`/tmp/.X11-unix/X${display.slice(1)}`);
  await once(socket, 'connect');
  const read = reader(socket);
  // Least significant byte first, protocol 11.0, no authorization.
  socket.write(Buffer.from([0x6c, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0]));
  const head = await read(8);
  if (head[0] !== 1) throw new Error('the X server does not let us in');
  const root = rootIn(await read(head.readUInt16LE(6) * 4));
  const name = Buffer.from('XTEST');
  const query = Buffer.alloc(16);
  query.writeUInt8(QUERY_EXTENSION, 0);
  query.writeUInt16LE(4, 2);
  query.writeUInt16LE(name.length, 4);
  name.copy(query, 8);
  socket.write(query);
  const answer = await read(REPLY_BYTES);
  if (answer[8] !== 1) throw new Error('the X server has no XTEST');
  const opcode = answer.readUInt8(9);
  const send = (type: number, detail: number, [x, y]: readonly [number, number] = [0, 0]): void => {
    const request = Buffer.alloc(36);
    request.writeUInt8(opcode, 0);
    request.writeUInt8(FAKE_INPUT, 1);
    request.writeUInt16LE(9, 2);
    request.writeUInt8(type, 4);
    request.writeUInt8(detail, 5);
    request.writeInt16LE(x, 24);
    request.writeInt16LE(y, 26);
    socket.write(request);
  };
  return {
    async press(until) {
      let isDone = false;
      const done = until.then(() => (isDone = true));
      while (!isDone) {
        send(EVENT.motion, 0, MIDDLE);
        send(EVENT.buttonPress, LEFT);
        send(EVENT.buttonRelease, LEFT);
        await Promise.race([done, delay(PATIENCE_MS)]);
      }
    },
    closeWindows: () => closeWindows(root, socket, read),
    async [Symbol.asyncDispose]() {
      socket.destroy();
    },
  };
}

/** The root window of the first screen, in what the server says of itself. */
function rootIn(setup: Buffer): number {
  const [vendorBytes, formats] = [setup.readUInt16LE(16), setup.readUInt8(21)];
  return setup.readUInt32LE(32 + Math.ceil(vendorBytes / 4) * 4 + formats * 8);
}

async function closeWindows(root: number, socket: Socket, read: Reading): Promise<void> {
  const reply = async (): Promise<Buffer | null> => {
    for (;;) {
      const head = await read(REPLY_BYTES);
      if (head[0] === 0) return null;
      if (head[0] === 1) return Buffer.concat([head, await read(head.readUInt32LE(4) * 4)]);
      // An event that all clients are told of, such as another keyboard.
    }
  };
  const ask = (opcode: number, ...words: readonly number[]): Promise<Buffer | null> => {
    const request = Buffer.alloc(4 + words.length * 4);
    request.writeUInt8(opcode, 0);
    request.writeUInt16LE(request.length / 4, 2);
    for (const [index, word] of words.entries()) request.writeUInt32LE(word, 4 + index * 4);
    socket.write(request);
    return reply();
  };
  const atom = async (name: string): Promise<number> => {
    const padded = Buffer.alloc(Math.ceil(name.length / 4) * 4);
    padded.write(name);
    const words = Array.from({ length: padded.length / 4 }, (_, index) => padded.readUInt32LE(index * 4));
    return (await ask(INTERN_ATOM, name.length, ...words))?.readUInt32LE(8) ?? 0;
  };
  const [protocols, deletes] = [await atom('WM_PROTOCOLS'), await atom('WM_DELETE_WINDOW')];
  const tree = (await ask(QUERY_TREE, root)) ?? Buffer.alloc(REPLY_BYTES);
  for (let child = 0; child < tree.readUInt16LE(16); child += 1) {
    const window = tree.readUInt32LE(REPLY_BYTES + child * 4);
    const told = await ask(GET_PROPERTY, window, protocols, 0, 0, REPLY_BYTES);
    const known = Array.from({ length: told?.readUInt32LE(16) ?? 0 }, (_, index) => told?.readUInt32LE(REPLY_BYTES + index * 4));
    if (known.includes(deletes)) socket.write(clientMessage(window, protocols, deletes));
  }
}

function clientMessage(window: number, type: number, datum: number): Buffer {
  const request = Buffer.alloc(44);
  request.writeUInt8(SEND_EVENT, 0);
  request.writeUInt16LE(11, 2);
  request.writeUInt32LE(window, 4);
  request.writeUInt8(CLIENT_MESSAGE, 12);
  request.writeUInt8(32, 13);
  request.writeUInt32LE(window, 16);
  request.writeUInt32LE(type, 20);
  request.writeUInt32LE(datum, 24);
  return request;
}

type Reading = (bytes: number) => Promise<Buffer>;

function reader(socket: Socket): Reading {
  let held = Buffer.alloc(0);
  let wake: () => void = () => undefined;
  socket.on('data', (part: Buffer) => {
    held = Buffer.concat([held, part]);
    wake();
  });
  return async (bytes) => {
    while (held.length < bytes) {
      const { promise, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      await promise;
    }
    const part = held.subarray(0, bytes);
    held = held.subarray(bytes);
    return part;
  };
}
