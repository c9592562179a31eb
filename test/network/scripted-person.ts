import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Somebody at a virtual screen: what they press is told to the X server, as of a real mouse (X11 protocol; XTEST extension, version 2.2). */
export interface ScriptedPerson extends AsyncDisposable {
  /** Presses the middle of the screen, and again as long as nothing comes of it. */
  press(until: Promise<void>): Promise<void>;
}

const QUERY_EXTENSION = 98;
const FAKE_INPUT = 2;
const EVENT = { buttonPress: 4, buttonRelease: 5, motion: 6 } as const;
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
  await read(head.readUInt16LE(6) * 4);
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
    async [Symbol.asyncDispose]() {
      socket.destroy();
    },
  };
}

function reader(socket: Socket): (bytes: number) => Promise<Buffer> {
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
