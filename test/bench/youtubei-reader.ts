/**
 * youtubei.js reading the comments of a video through the world's proxy, with `replies` the replies too, one request after
 * the other as its interface is made: it parses each page into its objects and keeps nothing of them. A process of its own; prints one JSON line (see reading.ts).
 *
 *   node test/bench/youtubei-reader.ts VIDEO [replies]        with HTTPS_PROXY and NODE_EXTRA_CA_CERTS set
 */
import { fetch as fetchThrough, ProxyAgent } from 'undici';
import { Innertube, Log, type YTNodes } from 'youtubei.js';
import { printReading } from '#test/bench/reading.ts';

type CommentThread = YTNodes.CommentThread;

const [video = '', what] = process.argv.slice(2);
const agent = new ProxyAgent(process.env['HTTPS_PROXY'] ?? '');
Log.setLevel(Log.Level.NONE);
const startedAtMs = performance.now();
const client = await Innertube.create({ retrieve_player: false, fetch: throughProxy });
let items = 0;
for (let page = await client.getComments(video); ; page = await page.getContinuation()) {
  items += page.contents.length;
  if (what === 'replies') for (const thread of page.contents) items += await countReplies(thread);
  if (!page.has_continuation) break;
}
printReading(items, startedAtMs);
await agent.close();

async function countReplies(thread: CommentThread): Promise<number> {
  if (!thread.has_replies) return 0;
  let count = (await thread.getReplies()).replies?.length ?? 0;
  for (
    let more = thread.has_continuation ? await thread.getContinuation() : null;
    more !== null;
    more = more.has_continuation ? await more.getContinuation() : null
  )
    count += more.replies.length;
  return count;
}

/** The body of youtubei.js's own answer object is undici's, untouched: nothing is copied on the way. */
async function throughProxy(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  const body = request.method === 'GET' ? null : await request.text();
  const answer = await fetchThrough(request.url, {
    method: request.method,
    headers: Object.fromEntries(request.headers),
    body,
    dispatcher: agent,
  });
  return answer as unknown as Response;
}
