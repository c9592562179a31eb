/**
 * Makes a data folder as this version leaves it, with made-up data, for the tests of later versions:
 *
 *     node test/store/upgrades/make.ts <name>
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startServiceProcess } from '#test/clients/rest/service-process.ts';
import { whatIsHeld } from '#test/store/upgrades/kept-folder.ts';
import { steamSimulator } from '#core/platforms/steam/simulator.ts';
import { startWorld } from '#test/world/world.ts';

const APP = 'https://store.steampowered.com/app/10/';
/** What holds nothing, or belongs to the process. */
const NOT_KEPT = ['reserve', 'requests.sqlite', 'lock.sqlite'];

const name = process.argv[2];
if (name === undefined || !/^[\w.-]+$/.test(name))
  throw new Error('Name the folder, as after the version and its last migration: 0.1.0-0013');
const folder = join(import.meta.dirname, name);
const dataDir = join(folder, 'data');
mkdirSync(dataDir, { recursive: true });

await using world = await startWorld({ simulators: [steamSimulator({ reviews: 12 })] });
await using service = await startServiceProcess({ world: world.env, env: { COMMENTDOCK_VAULT: 'file' }, dataDir });
const client = service.client();
await client.export(APP);
await client.export(APP, { limit: 5 });
world.addFault({ fault: { kind: 'status', status: 403 } });
const failed = await client.create(APP, { cookies: { session: 'made up' } });
await client.waitFor(failed.guid, 'error');
const schedule = await client.post('/api/v1/schedules', { url: APP, frequency: 'daily', name: 'Every day' });
const made = [
  schedule,
  // One that is due would start an export, and an enabled webhook would be sent to.
  await client.post(`/api/v1/schedules/${String(schedule.body['uuid'])}/pause`),
  await client.post('/api/v1/webhooks', {
    url: 'https://receiver.example/hook',
    events: ['export.finished'],
    signingSecret: 'made up for a test',
    enabled: false,
  }),
  await client.post('/api/v1/routes', { name: 'Made up', code: 'de', url: 'socks5://user:secret@proxy.example:1080' }),
];
for (const { status, body } of made) if (status >= 300) throw new Error(JSON.stringify(body));
writeFileSync(join(folder, 'expected.json'), `${JSON.stringify(await whatIsHeld(service), null, 2)}\n`);
await service.end();
for (const file of NOT_KEPT) rmSync(join(dataDir, file), { force: true });
