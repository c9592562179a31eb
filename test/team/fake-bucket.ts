import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import aws4 from 'aws4';

export const BUCKET = 'results';
const REGION = 'eu-test-1';
const KEYS = { accessKeyId: 'AKIATEST', secretAccessKey: 'secret+of/the test' };
const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/\d{8}\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;
const METADATA = 'x-amz-meta-';

interface StoredObject {
  bytes: Buffer;
  readonly contentType: string;
  readonly metadata: Readonly<Record<string, string>>;
}

/** A bucket on loopback, by the public protocol: signatures (version 4) are checked by another implementation than the one that makes them. */
interface FakeBucket extends AsyncDisposable {
  /** Settings of a program that uses it. */
  readonly env: Readonly<Record<string, string>>;
  readonly objects: ReadonlyMap<string, StoredObject>;
  /** `METHOD key` of each request that was answered. */
  readonly asked: string[];
  /** What every request is answered with from now on; null: as it should be. */
  trouble: 'refuses' | 'hangs up' | null;
}

interface Asked {
  readonly method: string;
  readonly key: string;
  readonly query: URLSearchParams;
  readonly body: Buffer;
  readonly headers: IncomingMessage['headers'];
}

export async function startFakeBucket(prefix: string): Promise<FakeBucket> {
  const objects = new Map<string, StoredObject>();
  const uploads = new Map<string, { readonly of: Omit<StoredObject, 'bytes'>; readonly parts: Map<number, Buffer> }>();
  const asked: string[] = [];
  const fake = { objects, asked, trouble: null as FakeBucket['trouble'] };
  const server = createServer((request, response) => {
    if (fake.trouble === 'hangs up') return void request.socket.destroy();
    void handle(request, response);
  });
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://localhost');
    const body = await buffer(request);
    const refusal = fake.trouble === 'refuses' ? 'AccessDenied' : refusalOf(request, body);
    if (refusal !== null) return failure(response, 403, refusal);
    const [, bucket = '', ...words] = decodeURIComponent(pathname).split('/');
    if (bucket !== BUCKET) return failure(response, 404, 'NoSuchBucket');
    const one = { method: request.method ?? '', key: words.join('/'), query, body, headers: request.headers };
    asked.push(`${one.method} ${one.key}`);
    if (query.has('uploads') || query.has('uploadId')) multipart(one, response);
    else if (query.get('list-type') === '2') list(query.get('prefix') ?? '', response);
    else answer(one, response);
  };
  const multipart = ({ method, key, query, body, headers }: Asked, response: ServerResponse): void => {
    const id = query.get('uploadId') ?? `upload-${uploads.size}`;
    if (query.has('uploads')) {
      uploads.set(id, { of: describedBy(headers), parts: new Map() });
      return xml(response, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
    }
    const upload = uploads.get(id);
    if (upload === undefined) return failure(response, 404, 'NoSuchUpload');
    if (method === 'PUT') {
      upload.parts.set(Number(query.get('partNumber')), body);
      return void response.setHeader('etag', etagOf(body)).end();
    }
    uploads.delete(id);
    const parts = [...upload.parts].toSorted(([one], [other]) => one - other).map(([, bytes]) => bytes);
    objects.set(key, { ...upload.of, bytes: Buffer.concat(parts) });
    xml(response, `<CompleteMultipartUploadResult><Key>${key}</Key><ETag>"of parts"</ETag></CompleteMultipartUploadResult>`);
  };
  const list = (begin: string, response: ServerResponse): void => {
    const keys = [...objects.keys()].filter((key) => key.startsWith(begin));
    const contents = keys.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('');
    xml(response, `<ListBucketResult><IsTruncated>false</IsTruncated><KeyCount>${keys.length}</KeyCount>${contents}</ListBucketResult>`);
  };
  const answer = ({ method, key, body, headers }: Asked, response: ServerResponse): void => {
    if (method === 'PUT') {
      objects.set(key, { ...describedBy(headers), bytes: body });
      return void response.setHeader('etag', etagOf(body)).end();
    }
    if (method === 'DELETE') {
      objects.delete(key);
      return void response.writeHead(204).end();
    }
    const found = objects.get(key);
    if (found === undefined) return failure(response, 404, 'NoSuchKey');
    for (const [name, value] of Object.entries(found.metadata)) response.setHeader(METADATA + name, value);
    response.writeHead(200, { 'content-type': found.contentType, 'content-length': found.bytes.length, etag: etagOf(found.bytes) });
    response.end(method === 'HEAD' ? undefined : found.bytes);
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(fake, {
    env: {
      COMMENTDOCK_BUCKET: `s3://${BUCKET}/${prefix}?endpoint=${endpoint}&region=${REGION}`,
      AWS_ACCESS_KEY_ID: KEYS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

/** Null where the request is signed with the right keys, over its body too. */
function refusalOf({ method = '', url = '', headers }: IncomingMessage, body: Buffer): string | null {
  const [, accessKeyId, region, names = '', signature] = AUTHORIZATION.exec(headers.authorization ?? '') ?? [];
  if (accessKeyId !== KEYS.accessKeyId || region !== REGION) return 'InvalidAccessKeyId';
  if (createHash('sha256').update(body).digest('hex') !== headers['x-amz-content-sha256']) return 'XAmzContentSHA256Mismatch';
  const signed = Object.fromEntries(names.split(';').map((name) => [name, String(headers[name])]));
  const again = aws4.sign({ service: 's3', region, method, path: url, headers: signed }, KEYS);
  const [, , , namesAgain, signatureAgain] = AUTHORIZATION.exec(String(again.headers?.['Authorization'])) ?? [];
  return namesAgain === names && signatureAgain === signature ? null : 'SignatureDoesNotMatch';
}

function describedBy(headers: IncomingMessage['headers']): Omit<StoredObject, 'bytes'> {
  const metadata = Object.entries(headers).flatMap(([name, value]) =>
    name.startsWith(METADATA) ? [[name.slice(METADATA.length), String(value)] as const] : [],
  );
  return { contentType: headers['content-type'] ?? '', metadata: Object.fromEntries(metadata) };
}

function etagOf(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`;
}

function xml(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'content-type': 'application/xml' }).end(`<?xml version="1.0" encoding="UTF-8"?>${text}`);
}

function failure(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}
