import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { mastodonSimulator } from '#core/platforms/mastodon/simulator.ts';
import { youtubeSimulator } from '#core/platforms/youtube/simulator.ts';
import { type ServiceProcess, startServiceProcess } from '#test/clients/rest/service-process.ts';
import { own } from '#test/own.ts';
import { redirect, type SimulatedAnswer } from '#test/world/simulator.ts';
import { startWorld, type World } from '#test/world/world.ts';

const VIDEO = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
const THREAD = 'https://social.example/@owner/1000';
const PAGES = 'i.ytimg.com';
const PEOPLE = 'far.example';
const FILES = 'files.example';
const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('a picture')]);
const JPEG = Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.from('another one')]);

let world: World;
let service: ServiceProcess;
/** What the hosts of pictures answer. */
let answers: Record<string, SimulatedAnswer>;

beforeEach(async () => {
  answers = { [PAGES]: { body: JPEG }, [PEOPLE]: { body: PNG }, [FILES]: { body: PNG } };
  const pictures = ({ url }: { readonly url: URL }): SimulatedAnswer | null => answers[url.hostname] ?? null;
  world = await own(startWorld({ simulators: [pictures, mastodonSimulator({ comments: 10 }), youtubeSimulator({ comments: 5 })] }));
  service = await own(startServiceProcess({ world: { ...world.env, COMMENTDOCK_PACE: 'off', COMMENTDOCK_RETRY_SCALE: '0' } }));
});

async function pictureOf(guid: string, query = ''): Promise<{ status: number; type: string | null; bytes: Buffer }> {
  const answer = await fetch(`${service.baseUrl}/api/v1/exports/${guid}/picture${query}`, { headers: { 'X-AUTH-TOKEN': service.token } });
  return { status: answer.status, type: answer.headers.get('content-type'), bytes: Buffer.from(await answer.arrayBuffer()) };
}

const wish = (pictures: boolean) => service.client().ask('PATCH', '/api/v1/preferences', { pictures });

describe('pictures that an export names', () => {
  it('are fetched where the owner wishes it, and none is kept', async () => {
    const { guid, page_picture: address } = await service.client().export(VIDEO);
    expect(address).toMatch(/^https:\/\/i\.ytimg\.com\/vi\/[\w-]{11}\/\w+\.jpg$/);
    const thread = await service.client().export(THREAD, { replies: true });
    expect((await pictureOf(guid)).bytes.toString()).toMatch(/RESOURCE_NOT_FOUND.*the preference `pictures`/);
    expect([world.count(PAGES), world.count(PEOPLE)]).toEqual([0, 0]);

    await wish(true);
    expect(await pictureOf(guid)).toEqual({ status: 200, type: 'image/jpeg', bytes: JPEG });
    expect(await pictureOf(thread.guid, '?row=1')).toEqual({ status: 200, type: 'image/png', bytes: PNG });
    expect(world.count(FILES)).toBe(0);
    const statuses = await Promise.all(Array.from({ length: 10 }, (_, at) => pictureOf(thread.guid, `?row=${at + 1}&picture=1`)));
    // Every fifth row has one.
    expect(statuses.map(({ status }) => status).toSorted()).toEqual([200, 200, ...Array.from({ length: 8 }, () => 404)]);
    expect(existsSync(join(service.dataDir, 'exports', 'media')) ? readdirSync(join(service.dataDir, 'exports', 'media')) : []).toEqual([]);
    expect(world.requests.filter(({ host, headers }) => host === PEOPLE && headers['cookie'] !== undefined)).toEqual([]);
  });

  it('are none where it is no picture, too large, gone, elsewhere than on the public web, or not named', async () => {
    const { guid } = await service.client().export(VIDEO);
    const { guid: thread } = await service.client().export(THREAD, { replies: true });
    await wish(true);
    const bad: readonly SimulatedAnswer[] = [
      { body: '<svg xmlns="http://www.w3.org/2000/svg"/>', headers: { 'content-type': 'image/svg+xml' } },
      { body: Buffer.concat([JPEG, Buffer.alloc(60_000)]), isEndless: true },
      { status: 404, body: JPEG },
      redirect('https://192.168.0.1/router.jpg'),
    ];
    for (const answer of bad) {
      answers[PAGES] = answer;
      expect((await pictureOf(guid)).status, JSON.stringify(answer.headers)).toBe(404);
    }
    expect((await pictureOf(thread)).status).toBe(404);
    expect((await pictureOf(thread, '?row=1000')).status).toBe(404);
    expect((await pictureOf(guid, '?picture=1')).status).toBe(400);
    expect((await pictureOf('nobody')).status).toBe(404);
  });

  it('are not asked for while all exports are paused', async () => {
    const { guid } = await service.client().export(VIDEO);
    await wish(true);
    await service.client().post('/api/v1/pause');
    expect([(await pictureOf(guid)).status, world.count(PAGES)]).toEqual([404, 0]);
  });

  it('come from what was fetched with the export, and with nobody asked', async () => {
    const { guid, completeness } = await service.client().export(VIDEO, { media: 'thumbnails' });
    const { notes } = completeness as { readonly notes?: readonly string[] };
    expect(notes).toContain('Files of rows: 1 of 1, 0.0 MB.');
    expect(world.count(PAGES)).toBe(1);
    answers[PAGES] = { status: 500, body: '' };
    expect(await pictureOf(guid)).toEqual({ status: 200, type: 'image/jpeg', bytes: JPEG });
    expect(world.count(PAGES)).toBe(1);
  });
});
