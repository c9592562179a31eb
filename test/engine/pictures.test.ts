import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PlatformRefusal } from '#core/contract/error.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import type { FileWish } from '#core/engine/media-ports.ts';
import { Pictures } from '#core/engine/pictures.ts';
import type { EngineStore } from '#core/engine/ports.ts';
import { openScratchStore } from '#core/store/store.ts';
import { puppetPlatform, puppetSession } from '#test/engine/puppet-platform.ts';
import { insertJob } from '#test/store/stored-job.ts';

const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('a picture of something')]);
const MP4 = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypmp42 and what moves')]);
const ADDRESS = 'https://files.example/a.png';

let store: EngineStore;
let job: JobRecord;
let asked: string[];
let open: number;

beforeEach(() => {
  store = openScratchStore();
  job = insertJob(store);
  asked = [];
  open = 0;
});
afterEach(() => store.close());

type Fetching = (wish: FileWish) => Promise<'whole' | 'notPublic'>;

function picturesWith(fetching: Fetching | null): Pictures {
  return new Pictures({
    store,
    platformOf: async () => puppetPlatform().platform,
    async openSession() {
      open += 1;
      const session = { ...puppetSession(), close: async () => void (open -= 1) };
      if (fetching === null) return session;
      const fetchFile: Fetching = (wish) => {
        asked.push(wish.url);
        return fetching(wish);
      };
      return { ...session, fetchFile };
    },
  });
}

const giving =
  (...bytes: readonly Uint8Array[]): Fetching =>
  async ({ into }) => {
    into.begin();
    for (const each of bytes) into.write(each);
    return 'whole';
  };

describe('a single picture', () => {
  it('is fetched as it is, over a session that is closed then', async () => {
    const pictures = picturesWith(giving(PNG.subarray(0, 3), PNG.subarray(3)));
    expect(await pictures.fetchPicture(job.guid, 'http://files.example/a.png')).toEqual({ bytes: new Uint8Array(PNG), type: 'image/png' });
    expect([asked, open]).toEqual([[ADDRESS], 0]);
  });

  it('is what came of the last try', async () => {
    const pictures = picturesWith(async (wish) => {
      await giving(MP4)(wish);
      return giving(PNG)(wish);
    });
    expect((await pictures.fetchPicture(job.guid, ADDRESS))?.bytes).toEqual(new Uint8Array(PNG));
  });

  it.each<[string, Fetching | null]>([
    ['it is none', giving(MP4)],
    ['it is nothing that is known', giving(Buffer.from('<svg/>'))],
    ['it lies elsewhere', async ({ into }) => (into.begin(), into.write(PNG), 'notPublic')],
    ['it is gone', () => Promise.reject(new PlatformRefusal('NOT_FOUND'))],
    ['it takes too long', () => Promise.reject(new DOMException('late', 'TimeoutError'))],
    ['nobody is here who could fetch it', null],
  ])('is none where %s', async (_why, fetching) => {
    expect(await picturesWith(fetching).fetchPicture(job.guid, ADDRESS)).toBeNull();
    expect(open).toBe(0);
  });

  it('is not asked for where nobody has such an export, it is a sample, or the address is none', async () => {
    const pictures = picturesWith(giving(PNG));
    const sample = insertJob(store, { sandbox: true });
    expect(await pictures.fetchPicture('nobody', ADDRESS)).toBeNull();
    expect(await pictures.fetchPicture(sample.guid, ADDRESS)).toBeNull();
    expect(await pictures.fetchPicture(job.guid, 'data:image/png;base64,AA')).toBeNull();
    expect(asked).toEqual([]);
  });

  it('that our code breaks at is our own fault', async () => {
    const pictures = picturesWith(() => Promise.reject(new TypeError('x is not a function')));
    await expect(pictures.fetchPicture(job.guid, ADDRESS)).rejects.toThrow('x is not a function');
    expect(open).toBe(0);
  });

  it('on its way is given up when the engine closes', async () => {
    const { promise: asking, resolve } = Promise.withResolvers<void>();
    const pictures = picturesWith(({ signal }) => {
      resolve();
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
    });
    const coming = pictures.fetchPicture(job.guid, ADDRESS);
    await asking;
    pictures.close();
    expect(await coming).toBeNull();
    expect(open).toBe(0);
  });
});
