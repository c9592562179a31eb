import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CeilingExceeded, CommentdockError, PlatformRefusal, TransientFailure } from '#core/contract/error.ts';
import type { Item } from '#core/contract/item.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import type { JobOptions } from '#core/contract/options.ts';
import type { FileWish } from '#core/engine/media-ports.ts';
import type { NetworkPort } from '#core/engine/ports.ts';
import { makeItem } from '#core/platform-api/item.ts';
import { type EngineRoom, engineRooms, settled } from '#test/engine/engine-room.ts';
import { type Puppet, puppetPlatform, puppetSession } from '#test/engine/puppet-platform.ts';

const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('a picture of something')]);
const MP4 = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypmp42 and what moves')]);
const MEGABYTE = 1_000_000;

const openRoom = engineRooms();
const nameOf = (bytes: Buffer, ending: string): string => `${createHash('sha256').update(bytes).digest('hex')}.${ending}`;

/** What lies at an address: bytes, a failure, or what is done instead. */
type Lying = Buffer | Error | 'notPublic' | ((wish: FileWish) => Promise<'whole' | 'notPublic'>);

interface Stage {
  readonly room: EngineRoom;
  readonly puppet: Puppet;
  /** Addresses that were asked for, in that order. */
  readonly asked: string[];
  readonly lying: Record<string, Lying>;
  /** Sessions that are open. */
  readonly sessions: { open: number };
  files(): readonly string[];
  /** Exports rows that name these addresses, each its own. */
  exported(urls: readonly string[], options?: JobOptions): Promise<JobRecord>;
}

/** What is said of files. `dataDir`: of an engine before this one. */
function stage({ dataDir, withoutFiles = false }: { dataDir?: string; withoutFiles?: boolean } = {}): Stage {
  const [asked, lying, sessions]: [string[], Record<string, Lying>, { open: number }] = [[], {}, { open: 0 }];
  const puppet = puppetPlatform();
  const fetchFile = async (wish: Parameters<NonNullable<Awaited<ReturnType<NetworkPort['openSession']>>['fetchFile']>>[0]) => {
    asked.push(wish.url);
    wish.counters.requests += 1;
    const there = lying[wish.url] ?? PNG;
    if (there === 'notPublic') return there;
    if (there instanceof Error) throw there;
    if (typeof there === 'function') return there(wish);
    return give(wish, there);
  };
  const network: NetworkPort = {
    async openSession() {
      sessions.open += 1;
      const session = { ...puppetSession(), close: async () => void (sessions.open -= 1) };
      return withoutFiles ? session : { ...session, fetchFile };
    },
    close: async () => undefined,
  };
  const room = openRoom({ platforms: [puppet.platform], network, ...(dataDir === undefined ? {} : { dataDir }) });
  const folder = join(room.dataDir, 'exports', 'media');
  return {
    room,
    puppet,
    asked,
    lying,
    sessions,
    files: () => (existsSync(folder) ? readdirSync(folder).toSorted() : []),
    async exported(urls, options = {}) {
      const { guid } = await room.createOne({ options: { media: 'images', ...options } });
      (await puppet.next()).answer({ items: urls.map((url, at) => naming(`c${at}`, url)) });
      return Promise.race([room.until(guid, 'finished'), room.until(guid, 'failed')]);
    },
  };
}

function naming(id: string, url: string, type: 'image' | 'video' = 'image'): Item {
  return makeItem({ id, kind: 'comment', text: id, media: [{ type, url }] });
}

/** Whole, in parts, as it comes from the net. */
async function give({ into }: FileWish, bytes: Buffer): Promise<'whole'> {
  into.begin();
  for (let at = 0; at < bytes.length; at += 65_536) into.write(bytes.subarray(at, at + 65_536));
  return 'whole';
}

const url = (name: string): string => `https://files.example/${name}`;
const noteOf = ({ completeness }: JobRecord): string | undefined => completeness.notes.find((note) => note.startsWith('Files of rows:'));

describe('files of rows', () => {
  it('are asked for once each, in the order of the rows, without TLS never', async () => {
    const { exported, asked, files, sessions } = stage();
    const job = await exported([url('b'), url('a'), url('b'), 'http://plain.example/c']);
    expect(asked).toEqual([url('b'), url('a'), 'https://plain.example/c']);
    expect(files()).toEqual([nameOf(PNG, 'png')]);
    expect(noteOf(job)).toBe('Files of rows: 3 of 3, 0.0 MB.');
    expect([job.completeness.requests, job.completeness.complete, sessions.open]).toEqual([3, true, 0]);
  });

  it('are none where none is wished for, and those of samples', async () => {
    const { room, puppet, asked, files } = stage();
    const { guid } = await room.createOne();
    (await puppet.next()).answer({ items: [naming('a', url('a'))] });
    expect(noteOf(await room.until(guid, 'finished'))).toBeUndefined();
    const sample = await room.createOne({ sandbox: true, options: { media: 'all' } });
    expect(noteOf(await room.until(sample.guid, 'finished'))).toBeUndefined();
    expect([asked, files()]).toEqual([[], []]);
  });

  it('begin with the picture of the page', async () => {
    const { room, puppet, asked } = stage();
    const { guid } = await room.createOne({ options: { media: 'thumbnails' } });
    (await puppet.next()).answer({ items: [naming('a', url('a'))], about: { title: 'A', picture: url('page') } });
    await room.until(guid, 'finished');
    expect(asked).toEqual([url('page'), url('a')]);
  });

  it('are of the kinds that are wished for, by their first bytes', async () => {
    const { room, puppet, lying, files } = stage();
    Object.assign(lying, { [url('v')]: MP4, [url('odd')]: Buffer.from('<!doctype html>') });
    const wish = async (media: 'images' | 'all') => {
      const { guid } = await room.createOne({ options: { media } });
      (await puppet.next()).answer({ items: [naming('a', url('v')), naming('b', url('odd')), naming('c', url('moves'), 'video')] });
      return noteOf(await room.until(guid, 'finished'));
    };
    const odd = (count: number): string => ` Not here: ${count} of another kind than was asked for, by their first bytes.`;
    expect(await wish('images')).toBe(`Files of rows: 0 of 2, 0.0 MB.${odd(2)}`);
    expect(files()).toEqual([]);
    expect(await wish('all')).toBe(`Files of rows: 2 of 3, 0.0 MB.${odd(1)}`);
    expect(files()).toEqual([nameOf(MP4, 'mp4'), nameOf(PNG, 'png')].toSorted());
  });

  it.each<[string, Lying, string]>([
    ['gone', new PlatformRefusal('NOT_FOUND'), 'gone (404 or 410)'],
    ['refused', new PlatformRefusal('BLOCKED'), 'refused by their hosts'],
    ['not answered', new TransientFailure(), 'not answered by their hosts, or cut off'],
    ['too slow', new DOMException('late', 'TimeoutError') as unknown as Error, 'not answered by their hosts, or cut off'],
    ['too large', new CeilingExceeded('one file'), 'larger than a quarter of the ceiling'],
    ['elsewhere', 'notPublic', 'at an address that is none of the public web'],
  ])('that cannot be had are told by their cause: %s', async (_why, there, words) => {
    const { exported, lying, files } = stage();
    lying[url('a')] = there;
    const job = await exported([url('a'), url('b')]);
    expect(job.status).toBe('done');
    expect(noteOf(job)).toBe(`Files of rows: 1 of 2, 0.0 MB. Not here: 1 ${words}.`);
    expect(files()).toEqual([nameOf(PNG, 'png')]);
  });

  it('are asked for at addresses of the web alone', async () => {
    const { exported, asked } = stage();
    const longest = url('x'.repeat(2_000 - url('').length));
    const job = await exported([longest, `${longest}x`, 'ftp://files.example/a', 'no address', url('ü'.repeat(1_000))]);
    expect(asked).toEqual([longest]);
    expect(noteOf(job)).toBe('Files of rows: 1 of 5, 0.0 MB. Not here: 4 at an address that is none of the public web.');
  });

  it('are not asked for at a host that failed five times in a row; another one has its own turn', async () => {
    const { exported, asked, lying } = stage();
    const many = Array.from({ length: 20 }, (_, at) => url(`down${at}`));
    for (const each of many) lying[each] = new TransientFailure();
    const job = await exported([...many, 'https://other.example/a']);
    // Four at once may have begun by then.
    expect(asked.filter((each) => each.startsWith('https://files.example')).length).toBeLessThan(9);
    expect(noteOf(job)).toBe('Files of rows: 1 of 21, 0.0 MB. Not here: 20 not answered by their hosts, or cut off.');
  });

  it('are what came of the last try', async () => {
    const { exported, lying, files } = stage();
    lying[url('a')] = async ({ into }) => {
      into.begin();
      into.write(MP4);
      into.write(PNG);
      into.begin();
      for (const byte of PNG) into.write(Buffer.of(byte));
      return 'whole';
    };
    const job = await exported([url('a')], { media: 'all' });
    expect(files()).toEqual([nameOf(PNG, 'png')]);
    expect(job.completeness.notes).toEqual(['Files of rows: 1 of 1, 0.0 MB.']);
    expect(job.status).toBe('done');
  });

  it('are asked for on and on where a host answers in between', async () => {
    const { exported, asked, lying } = stage();
    const many = Array.from({ length: 20 }, (_, at) => url(`odd${at}`));
    for (const [at, each] of many.entries()) if (at % 2 === 0) lying[each] = new TransientFailure();
    expect(noteOf(await exported(many))).toContain('Files of rows: 10 of 20');
    expect(asked).toHaveLength(20);
  });
});

describe('room for files', () => {
  const bytes = (megabytes: number): Buffer => Buffer.concat([PNG, randomBytes(megabytes * MEGABYTE - PNG.length)]);

  it('is a quarter of the ceiling for each, and all of it for all', async () => {
    const { exported, lying } = stage();
    const limits: number[] = [];
    const noting =
      (there: Buffer) =>
      (wish: FileWish): Promise<'whole'> => {
        limits.push(wish.into.mostBytes);
        return give(wish, there);
      };
    for (const [at, size] of [0.25, 0.25, 0.25, 0.2].entries()) lying[url(`${at}`)] = noting(bytes(size));
    expect(noteOf(await exported(['0', '1', '2', '3'].map(url), { mediaMb: 1 }))).toBe('Files of rows: 4 of 4, 0.9 MB.');
    expect(limits[0]).toBe(250_000);
  });

  it('is used up by what comes, be it kept or not', async () => {
    const { exported, lying, asked } = stage();
    const names = Array.from({ length: 30 }, (_, at) => url(`${at}`));
    const rest = randomBytes(200_000);
    // A file that is cut off again and again: each try counts.
    for (const each of names)
      lying[each] = async ({ into }) => {
        into.begin();
        into.write(PNG);
        into.write(rest);
        throw new PlatformRefusal('BLOCKED');
      };
    const job = await exported(names, { mediaMb: 1 });
    expect(asked.length).toBeLessThan(25);
    expect(noteOf(job)).toMatch(
      /^Files of rows: 0 of 30, 0\.0 MB\. Not here: \d+ left out, as the ceiling was reached, \d+ refused by their hosts\.$/,
    );
  });

  it('is told to be used up where less is left than a file may have', async () => {
    const { exported, lying, asked } = stage();
    const { promise: filled, resolve } = Promise.withResolvers<void>();
    let left = 4;
    for (const [at, size] of [0.25, 0.25, 0.25, 0.2].entries())
      lying[url(`file-${at}`)] = async (wish) => {
        const came = await give(wish, bytes(size));
        if ((left -= 1) === 0) resolve();
        return came;
      };
    // Whoever is done with a file waits here until all four are.
    const waiting = async (): Promise<'notPublic'> => {
      await filled;
      await settled();
      return 'notPublic';
    };
    const late: number[] = [];
    const tooLarge = ({ into }: FileWish): Promise<'whole'> => {
      late.push(into.mostBytes);
      return Promise.reject(new CeilingExceeded('one file'));
    };
    const names = (what: string): readonly string[] => Array.from({ length: 4 }, (_, at) => url(`${what}-${at}`));
    for (const each of names('gate')) lying[each] = waiting;
    for (const each of names('late')) lying[each] = tooLarge;
    const job = await exported([...names('file'), ...names('gate'), ...names('late'), url('last')], { mediaMb: 1 });
    expect(new Set(late)).toEqual(new Set([50_000]));
    expect(asked).not.toContain(url('last'));
    expect(noteOf(job)).toBe(
      'Files of rows: 4 of 13, 0.9 MB. Not here: 5 left out, as the ceiling was reached, 4 at an address that is none of the public web.',
    );
  });

  it('is not used up twice by the same bytes at two addresses', async () => {
    const { exported, lying } = stage();
    const same = bytes(0.25);
    for (const name of ['a', 'b', 'c']) lying[url(name)] = same;
    expect(noteOf(await exported(['a', 'b', 'c'].map(url), { mediaMb: 1 }))).toBe('Files of rows: 3 of 3, 0.3 MB.');
  });
});

describe('an export whose files cannot be fetched at all', () => {
  it('is done, and says why', async () => {
    const job = await stage({ withoutFiles: true }).exported([url('a')]);
    expect(job.status).toBe('done');
    expect(noteOf(job)).toBe('Files of rows: 0 of 0, 0.0 MB. Nobody is here who could fetch files.');
  });

  it('fails where the disk is full', async () => {
    const { exported, lying, files, sessions } = stage();
    lying[url('a')] = new CommentdockError('DISK', 'The disk is full.');
    expect(await exported([url('a'), url('b')])).toMatchObject({ status: 'error', errorCode: 'DISK', exported: 2 });
    expect(files().filter((name) => name.endsWith('.partial'))).toEqual([]);
    expect(sessions.open).toBe(0);
  });

  it('is our own fault where our code breaks', async () => {
    const { exported, lying } = stage();
    lying[url('a')] = new TypeError('x is not a function');
    expect(await exported([url('a')])).toMatchObject({ status: 'error', errorCode: 'INTERNAL' });
  });
});

describe('files that are here already', () => {
  it('are asked for no more, and anew where somebody took them away', async () => {
    const { exported, room, puppet, asked, files } = stage();
    const { guid } = await exported([url('a')]);
    const again = async (): Promise<JobRecord> => {
      // A second look at what was exported, as after a crash.
      await settled();
      room.store.jobs.update(room.job(guid).id, { status: 'progress' });
      room.engine.start();
      return room.until(guid, 'finished', room.told(guid).filter((told) => told === 'finished done').length + 1);
    };
    expect(noteOf(await again())).toBe('Files of rows: 1 of 1, 0.0 MB.');
    expect(asked).toHaveLength(1);
    rmSync(join(room.dataDir, 'exports', 'media'), { recursive: true });
    expect(noteOf(await again())).toBe('Files of rows: 1 of 1, 0.0 MB.');
    expect([asked.length, files(), puppet.asked]).toEqual([2, [nameOf(PNG, 'png')], ['first']]);
  });

  it('serve the next run of a living dataset', async () => {
    const { room, puppet, asked } = stage();
    const run = async (...names: readonly string[]): Promise<string | undefined> => {
      const { guid } = await room.createOne({ options: { media: 'images' }, series: 'series-1' });
      (await puppet.next()).answer({ items: names.map((name) => naming(name, url(name))) });
      return noteOf(await room.until(guid, 'finished'));
    };
    await run('a');
    expect(await run('b', 'a')).toBe('Files of rows: 2 of 2, 0.0 MB.');
    expect(asked).toEqual([url('a'), url('b')]);
  });

  it('go with the last export that names them, and at a start where none does', async () => {
    const first = stage();
    const [one, other] = [await first.exported([url('a')]), await first.exported([url('a')])];
    await first.room.engine.remove(one.guid);
    expect(first.files()).toEqual([nameOf(PNG, 'png')]);
    await first.room.engine.remove(other.guid);
    expect(first.files()).toEqual([]);
    await first.exported([url('a')]);
    const { dataDir } = first.room;
    await first.room.close();
    const folder = join(dataDir, 'exports', 'media');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, nameOf(MP4, 'mp4')), MP4);
    writeFileSync(join(folder, 'left.partial'), 'half');
    const second = stage({ dataDir });
    second.room.engine.start();
    expect(second.files()).toEqual([nameOf(PNG, 'png')]);
    expect(readFileSync(join(folder, nameOf(PNG, 'png')))).toEqual(PNG);
  });
});
