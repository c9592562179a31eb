import type { Socket } from 'node:net';

/** What a SOCKS client wants. */
interface SocksWish {
  /** `host:port`; a name as the client wrote it. */
  readonly authority: string;
  /** The bytes that tell it how it went. */
  answer(outcome: 'granted' | 'failed'): Buffer;
}

interface Expected {
  readonly version: 4 | 5;
  readonly credentials: { readonly username: string; readonly password: string } | null;
}

const NO_ADDRESS = [0, 0, 0, 0, 0, 0];

/**
 * The server's part of SOCKS4 (with the names of 4a) and of SOCKS5 (RFC 1928, with user names by RFC 1929), until the client has said
 * where it wants to go. Null: turned away, and closed.
 */
export async function greetSocks(client: Socket, expected: Expected): Promise<SocksWish | null> {
  const bytes = readerOf(client);
  try {
    const wish = expected.version === 4 ? await greet4(bytes, expected, client) : await greet5(bytes, expected, client);
    if (wish === null) client.end();
    bytes.giveBack();
    return wish;
  } catch {
    client.destroy();
    return null;
  }
}

async function greet4(bytes: ByteReader, { credentials }: Expected, client: Socket): Promise<SocksWish | null> {
  const [version, command, high = 0, low = 0, ...address] = await bytes.take(8);
  if (version !== 4 || command !== 1) throw new Error('not SOCKS4 CONNECT');
  const user = await bytes.untilZero();
  const [a, b, c, d] = address;
  const isName = a === 0 && b === 0 && c === 0 && d !== 0;
  const host = isName ? await bytes.untilZero() : address.join('.');
  const answer: SocksWish['answer'] = (outcome) => Buffer.from([0, outcome === 'granted' ? 90 : 91, ...NO_ADDRESS]);
  if (credentials !== null && user !== credentials.username) {
    client.write(Buffer.from([0, 93, ...NO_ADDRESS]));
    return null;
  }
  return { authority: `${host}:${high * 256 + low}`, answer };
}

async function greet5(bytes: ByteReader, { credentials }: Expected, client: Socket): Promise<SocksWish | null> {
  const [version, count = 0] = await bytes.take(2);
  if (version !== 5) throw new Error('not SOCKS5');
  const methods = [...(await bytes.take(count))];
  const method = credentials === null ? 0 : 2;
  if (!methods.includes(method)) {
    client.write(Buffer.from([5, 0xff]));
    return null;
  }
  client.write(Buffer.from([5, method]));
  if (credentials !== null && !(await isKnown5(bytes, credentials, client))) return null;
  const [, command, , kind] = await bytes.take(4);
  if (command !== 1) throw new Error('not CONNECT');
  const host = await host5(bytes, kind ?? 0);
  const [high = 0, low = 0] = await bytes.take(2);
  return {
    authority: `${host}:${high * 256 + low}`,
    answer: (outcome) => Buffer.from([5, outcome === 'granted' ? 0 : 4, 0, 1, ...NO_ADDRESS]),
  };
}

async function isKnown5(bytes: ByteReader, expected: NonNullable<Expected['credentials']>, client: Socket): Promise<boolean> {
  await bytes.take(1);
  const text = async (): Promise<string> => (await bytes.take((await bytes.take(1))[0] ?? 0)).toString('utf8');
  const [username, password] = [await text(), await text()];
  const isKnown = username === expected.username && password === expected.password;
  client.write(Buffer.from([1, isKnown ? 0 : 1]));
  return isKnown;
}

async function host5(bytes: ByteReader, kind: number): Promise<string> {
  if (kind === 1) return [...(await bytes.take(4))].join('.');
  if (kind === 3) return (await bytes.take((await bytes.take(1))[0] ?? 0)).toString('utf8');
  const groups = (await bytes.take(16)).toString('hex').match(/.{4}/g) ?? [];
  return `[${groups.join(':')}]`;
}

interface ByteReader {
  take(count: number): Promise<Buffer>;
  untilZero(): Promise<string>;
  /** Leaves the socket to others, with what came too early. */
  giveBack(): void;
}

function readerOf(socket: Socket): ByteReader {
  let held = Buffer.alloc(0);
  let wake: () => void = () => {};
  let isOver = false;
  const onData = (chunk: Buffer): void => {
    held = Buffer.concat([held, chunk]);
    wake();
  };
  const onClose = (): void => {
    isOver = true;
    wake();
  };
  socket.on('data', onData).once('close', onClose);
  const more = async (): Promise<void> => {
    if (isOver) throw new Error('the client went away');
    await new Promise<void>((resolve) => (wake = resolve));
  };
  const take = async (count: number): Promise<Buffer> => {
    while (held.length < count) await more();
    const taken = held.subarray(0, count);
    held = held.subarray(count);
    return taken;
  };
  return {
    take,
    async untilZero() {
      while (!held.includes(0)) await more();
      const text = await take(held.indexOf(0));
      await take(1);
      return text.toString('utf8');
    },
    giveBack() {
      socket.off('data', onData).off('close', onClose).pause();
      if (held.length > 0) socket.unshift(held);
    },
  };
}
