import { parentPort, workerData } from 'node:worker_threads';
import { makeItem } from '#core/platform-api/item.ts';
import { openEngineStore } from '#core/store/store.ts';
import { insertJob } from '#test/store/stored-job.ts';
import { inFolder } from '#test/store/in-folder.ts';

/** Fills a data folder with one export of comments and replies in eight languages, and tells its guid. */
const PAGE_ITEMS = 100;
const PEOPLE = 60_000;
const FIRST_MS = Date.UTC(2020, 0, 1);
const RANGE_MINUTES = 3_000_000;
const SENTENCES = [
  'This video is really great, I watched it three times and I still love every second of it 😂🔥',
  'Das ist wirklich ein tolles Video, vielen Dank für die Mühe und die schöne Musik',
  '这个视频真的太好看了,我已经看了三遍希望能出续集',
  'วันนี้อากาศดีมากเลยครับขอบคุณสำหรับวิดีโอที่ยอดเยี่ยมนี้',
  'هذا الفيديو رائع جدا شكرا لكم على المجهود الكبير ❤️',
  'Me encanta esta canción, la escucho todos los días con mi familia',
  'Какое прекрасное видео, большое спасибо автору',
  'この動画は本当に素晴らしいです。何度も見ました',
] as const;
const WORDS =
  'price product quality service delivery music guitar singer voice concert memory childhood summer winter friend family mother father school teacher history future planet ocean mountain river garden kitchen recipe dinner breakfast coffee'.split(
    ' ',
  );

const { folder, items } = workerData as { readonly folder: string; readonly items: number };
let state = 7;

/** Below `size`; the same numbers each time (mulberry32). */
function random(size: number): number {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * size);
}

const store = openEngineStore(inFolder(folder));
const job = insertJob(store, { platform: 'youtube' });
const run = store.run(job.id);
let parentId = '';
let replies = 0;
for (let start = 0; start < items; start += PAGE_ITEMS) {
  store.transaction(() => {
    const readKey = String(start).padStart(9, '0');
    const pageId = run.addPage(readKey, start);
    const size = Math.min(PAGE_ITEMS, items - start);
    for (let position = 0; position < size; position += 1) run.addItem({ pageId, readKey, position }, itemAt(start + position), 'kept');
    run.setPageKept(pageId, size);
  });
}
store.jobs.update(job.id, { status: 'done', exported: items, replies, platformTotal: items, finishedAtMs: Date.now() });
store.close();
parentPort?.postMessage(job.guid);

function itemAt(at: number) {
  const isReply = at % 3 !== 0;
  const id = `Ugz${at.toString(36)}${random(1e9).toString(36)}`;
  if (isReply) replies += 1;
  else parentId = id;
  const person = random(PEOPLE);
  const sentence = SENTENCES[random(10) < 6 ? random(2) : random(SENTENCES.length)];
  return makeItem({
    id,
    kind: isReply ? 'reply' : 'comment',
    parentId: isReply ? parentId : null,
    author: {
      name: `Person ${person}`,
      username: `@person${person}`,
      id: `UC${person}`,
      url: `https://www.example.com/channel/UC${person}`,
    },
    text: `${sentence} ${WORDS[random(WORDS.length)]} ${WORDS[random(WORDS.length)]} x${random(100_000)}`,
    createdAt: new Date(FIRST_MS + random(RANGE_MINUTES) * 60_000).toISOString(),
    likes: random(4) === 0 ? random(5_000) : random(10),
    replyCount: isReply ? 0 : 2,
    url: `https://www.example.com/watch?v=abc&lc=${id}`,
    media: random(20) === 0 ? [{ type: 'image', url: 'https://www.example.com/picture.jpg' }] : [],
  });
}
