import { connect } from 'node:net';

/** A request as its bytes go out: nothing is checked or escaped on the way. */
export interface RawRequest {
  readonly method: string;
  /** Path and query as they stand in the first line. */
  readonly target: string;
  /** In order; a name may come twice. `Host`, `Connection` and `Content-Length` are added. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer | null;
}

export interface RawAnswer {
  /** 0: the connection was closed while a long body was still being sent. */
  readonly status: number;
  readonly contentType: string;
  readonly body: Buffer;
}

/** A body longer than this may be refused, and the connection closed, while it is still coming: TCP then drops the answer. */
const EARLY_REFUSAL_BYTES = 65_536;

/** Stands for such a dropped answer. */
const REFUSED_EARLY: RawAnswer = { status: 0, contentType: '', body: Buffer.alloc(0) };

/** Sends the request on a connection of its own. @throws Error where no whole answer comes in time */
export function sendRaw(port: number, request: RawRequest, timeoutMs: number): Promise<RawAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>();
  const chunks: Buffer[] = [];
  const isLong = (request.body?.length ?? 0) > EARLY_REFUSAL_BYTES;
  const socket = connect({ host: '127.0.0.1', port });
  const timer = setTimeout(() => socket.destroy(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.on('error', (error: NodeJS.ErrnoException) => {
    const closedEarly = error.code === 'ECONNRESET' || error.code === 'EPIPE';
    if (chunks.length > 0 && closedEarly) return;
    if (isLong && closedEarly) resolve(REFUSED_EARLY);
    else reject(error);
  });
  socket.on('close', () => {
    clearTimeout(timer);
    try {
      resolve(readAnswer(Buffer.concat(chunks)));
    } catch (error) {
      reject(error as Error);
    }
  });
  socket.write(bytesOf(port, request));
  return promise;
}

function bytesOf(port: number, { method, target, headers, body }: RawRequest): Buffer {
  const all = [
    ['Host', `127.0.0.1:${port}`],
    ['Connection', 'close'],
    ...headers,
    ...(body === null ? [] : [['Content-Length', `${body.length}`]]),
  ];
  const head = `${method} ${target} HTTP/1.1\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
  return Buffer.concat([Buffer.from(head, 'utf8'), body ?? Buffer.alloc(0)]);
}

function readAnswer(bytes: Buffer): RawAnswer {
  const text = bytes.toString('latin1');
  const headEnd = text.indexOf('\r\n\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1]);
  if (headEnd === -1 || Number.isNaN(status)) throw new Error(`no HTTP answer: ${JSON.stringify(text.slice(0, 80))}`);
  const head = text.slice(0, headEnd);
  const contentType = /^content-type: *(.*)$/im.exec(head)?.[1]?.trim() ?? '';
  const body = bytes.subarray(headEnd + 4);
  return { status, contentType, body: /^transfer-encoding: *chunked/im.test(head) ? unchunked(body) : body };
}

function unchunked(body: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; ;) {
    const lineEnd = body.indexOf('\r\n', at);
    const length = Number.parseInt(body.toString('latin1', at, lineEnd), 16);
    if (lineEnd === -1 || Number.isNaN(length)) throw new Error('an answer that ends in the middle');
    if (length === 0) return Buffer.concat(parts);
    parts.push(body.subarray(lineEnd + 2, lineEnd + 2 + length));
    at = lineEnd + 2 + length + 2;
  }
}
