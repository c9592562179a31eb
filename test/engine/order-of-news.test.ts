import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PlatformRefusal } from '#core/contract/error.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import type { WritingPort } from '#core/engine/writing-port.ts';
import { startWriting } from '#core/threads/writing-client.ts';
import { type EngineRoom, openEngineRoom, settled } from '#test/engine/engine-room.ts';
import { playedJudge } from '#test/engine/played-judge.ts';
import { comment, type Puppet, puppetPlatform } from '#test/engine/puppet-platform.ts';
import { inFolder } from '#test/store/in-folder.ts';

/** A disk whose deletions wait until the test lets them. */
const disk = vi.hoisted(() => ({ asked: [] as string[], free: Promise.resolve(), wake: (): void => undefined }));

vi.mock('node:fs/promises', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:fs/promises')>();
  const unlink: typeof original.unlink = async (path) => {
    disk.asked.push(String(path));
    disk.wake();
    await disk.free;
    await original.unlink(path);
  };
  return { ...original, unlink };
});

let rooms: EngineRoom[] = [];
let release: () => void = () => undefined;

beforeEach(() => {
  disk.asked.length = 0;
});

afterEach(async () => {
  release();
  for (const room of rooms) await room[Symbol.asyncDispose]();
  rooms = [];
});

/** The test goes on once a deletion was asked for; it stays undone until `release`. */
function holdDeletions(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  disk.free = promise;
  release = resolve;
  return new Promise((asked) => {
    disk.wake = asked;
  });
}

interface Failed {
  readonly room: EngineRoom;
  readonly puppet: Puppet;
  /** With one row of two, and a JSON file of it. */
  readonly job: JobRecord;
}

async function failedExport(parts: Omit<Parameters<typeof openEngineRoom>[0], 'platforms'> = {}): Promise<Failed> {
  const puppet = puppetPlatform();
  const room = openEngineRoom({ platforms: [puppet.platform], ...parts });
  rooms.push(room);
  const { guid } = await room.createOne();
  (await puppet.next()).answer({ items: [comment('a')], next: [{ cursor: 'second', role: 'page' }] });
  (await puppet.next()).fail(new PlatformRefusal('BLOCKED'));
  await room.until(guid, 'failed');
  return { room, puppet, job: await room.engine.writeFiles(guid, ['json']) };
}

/** Writes files of this format only once `gate` opens, or nobody wants them any more. */
function heldWriting(format: string, gate: Promise<void>): (dataDir: string) => WritingPort {
  return (dataDir) => {
    const writing = startWriting(inFolder(dataDir), join(dataDir, 'exports'));
    return {
      async write(request) {
        const { signal } = request;
        const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
        if (request.formats.some((asked) => asked === format) && !signal.aborted) await Promise.race([gate, aborted]);
        return writing.write(request);
      },
      close: () => writing.close(),
    };
  };
}

it('a retry is told as started, and asks, only once the files of the run before are gone', async () => {
  const { room, puppet, job } = await failedExport();
  const deleting = holdDeletions();
  await room.engine.retry(job.guid);
  await deleting;
  await settled();
  expect(room.told(job.guid).slice(-2)).toEqual(['failed error', 'requeued queueing']);
  expect(puppet.asked).toEqual(['first', 'second']);
  release();
  (await puppet.next()).answer({ items: [comment('b')] });
  const done = await room.until(job.guid, 'finished');
  expect(room.files()).toEqual(done.files.map(({ name }) => name));
});

it('an export is told as removed only once its files are', async () => {
  const { room, job } = await failedExport();
  const deleting = holdDeletions();
  const removing = room.engine.remove(job.guid);
  await deleting;
  await settled();
  expect(room.told(job.guid).at(-1)).toBe('failed error');
  release();
  await removing;
  expect(room.told(job.guid).at(-1)).toBe('removed error');
  expect(room.files()).toEqual([]);
});

it('a retry that comes while the files of its export are deleted is ended, and a file that is written then goes too', async () => {
  for (const begin of ['retry', 'writeFiles'] as const) {
    const { room, puppet, job } = await failedExport();
    const deleting = holdDeletions();
    const removing = room.engine.remove(job.guid);
    await deleting;
    if (begin === 'writeFiles') await room.engine.writeFiles(job.guid, ['csv']);
    else await room.engine.retry(job.guid);
    release();
    await removing;
    // The retry may have come as far as its first request: that is ended, and there is none after the end.
    const asked = puppet.asked.length;
    await settled();
    expect(room.store.jobs.find(job.guid)).toBeNull();
    expect(room.files()).toEqual([]);
    expect(room.told(job.guid).at(-1)).toMatch(/^removed /);
    expect(puppet.asked).toHaveLength(asked);
  }
});

it('a file that is still being written when a retry begins is given up, and says so', async () => {
  const gate = Promise.withResolvers<void>();
  const { room, puppet, job } = await failedExport({ writing: heldWriting('csv', gate.promise) });
  const writing = room.engine.writeFiles(job.guid, ['csv']).catch((error: unknown) => error);
  await room.engine.retry(job.guid);
  (await puppet.next()).answer({ items: [comment('b')] });
  const done = await room.until(job.guid, 'finished');
  const end = await Promise.race([writing, settled().then(() => 'still being written')]);
  gate.resolve();
  expect(end).toMatchObject({ code: 'INVALID_REQUEST', message: expect.stringContaining('went on') });
  expect(room.files()).toEqual(done.files.map(({ name }) => name));
});

it('a file that is being written when its export is deleted is of none any more', async () => {
  const gate = Promise.withResolvers<void>();
  const { room, job } = await failedExport({ writing: heldWriting('csv', gate.promise) });
  const writing = room.engine.writeFiles(job.guid, ['csv']);
  await Promise.all([expect(writing).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' }), room.engine.remove(job.guid)]);
  expect(room.files()).toEqual([]);
});

it('a judgement that ends after a retry has begun leaves no files beside those of the run', async () => {
  const judge = playedJudge();
  const gate = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const { answer } = judge;
  judge.answer = async (request, signal) => {
    asked.resolve();
    await gate.promise;
    return answer(request, signal);
  };
  const { room, puppet, job } = await failedExport({ sentiment: judge });
  const judging = room.engine.reprocess(job.guid, { sentiment: true, language: false, format: 'csv' }).catch((error: unknown) => error);
  await asked.promise;
  await room.engine.retry(job.guid);
  const flying = await puppet.next();
  gate.resolve();
  expect(await judging).toMatchObject({ code: 'INVALID_REQUEST' });
  flying.answer({ items: [comment('b')] });
  const done = await room.until(job.guid, 'finished');
  expect(room.files()).toEqual(done.files.map(({ name }) => name));
});
