/**
 * The least a client can do: asks for page after page of a video's comments through the world's proxy, finds the next
 * token by a search in the bytes, keeps nothing. A process of its own; prints one JSON line (see reading.ts).
 *
 *   node test/bench/bare-reader.ts VIDEO        with HTTPS_PROXY and NODE_EXTRA_CA_CERTS set
 */
import { Pool, ProxyAgent } from 'undici';
import { printReading } from '#test/bench/reading.ts';

const ORIGIN = 'https://www.youtube.com';
const HEADERS = { 'content-type': 'application/json' };
const CONTEXT = { client: { clientName: 'WEB', clientVersion: '2.20260612.01.00', hl: 'en', gl: 'US' } };
/** Stands before every token that leads to a further page, and once for each comment on a page. */
const CONTINUATION = Buffer.from('"continuationItemRenderer"');
const TOKEN = Buffer.from('"token":"');
const QUOTE = '"'.charCodeAt(0);
const COMMENT = Buffer.from('"commentThreadRenderer"');

const [video = ''] = process.argv.slice(2);
const agent = new ProxyAgent({
  uri: process.env['HTTPS_PROXY'] ?? '',
  factory: (origin, options) => new Pool(origin, { ...options, connections: 1 }),
});
const startedAtMs = performance.now();
let items = 0;
for (let body: object | null = { videoId: video }; body !== null;) {
  const page = await ask(body);
  items += occurrences(page, COMMENT);
  const token = nextToken(page);
  body = token === null ? null : { continuation: token };
}
printReading(items, startedAtMs);
await agent.close();

async function ask(body: object): Promise<Buffer> {
  const answer = await agent.request({
    origin: ORIGIN,
    path: '/youtubei/v1/next?prettyPrint=false',
    method: 'POST',
    headers: HEADERS,
    body: JSON.stringify({ context: CONTEXT, ...body }),
  });
  return Buffer.from(await answer.body.arrayBuffer());
}

function nextToken(page: Buffer): string | null {
  const at = page.lastIndexOf(CONTINUATION);
  if (at < 0) return null;
  const start = page.indexOf(TOKEN, at) + TOKEN.length;
  return page.toString('latin1', start, page.indexOf(QUOTE, start));
}

function occurrences(page: Buffer, mark: Buffer): number {
  let count = 0;
  for (let at = page.indexOf(mark); at >= 0; at = page.indexOf(mark, at + mark.length)) count += 1;
  return count;
}
