import { factsOf, type PlatformDefinition } from '#core/platform-api/define.ts';
import { NO_CHANCE, runInCompartment } from '#core/packs/compartment.ts';
import type { PlatformToPack } from '#core/packs/pack-file.ts';
import { packPlatform } from '#core/packs/pack-platform.ts';
import { readSample, targetOf } from '#core/packs/sample-reading.ts';
import { recordingSession, type Sample, SAMPLE_OPTIONS } from '#core/packs/samples.ts';
import { cookiesFor, FakeSession } from '#test/platforms/fake-session.ts';
import { exportsOf } from '#test/platforms/simulated-exports.ts';

/** The same for all: what a sample says hangs on nothing but the code. */
const AT_MS = Date.UTC(2026, 0, 1);

/** A platform with all that its simulator can answer, read through the very code that is packed, in its compartment. */
export async function sampledPlatform(platform: PlatformDefinition, code: string): Promise<PlatformToPack> {
  const facts = factsOf(platform);
  const opened = packPlatform(await runInCompartment(code, { now: () => AT_MS, chance: NO_CHANCE }), facts);
  const samples: Sample[] = [];
  for (const { url, selector = 'own', world, cookies = cookiesFor(platform) } of await exportsOf(platform.id)) {
    const session = new FakeSession([{ match: '', simulator: world() }], { options: SAMPLE_OPTIONS, cookies, fetchedAt: new Date(AT_MS) });
    const calls: Sample['calls'] = [];
    const house = recordingSession(opened.houseOf(session), calls);
    const items = await readSample(opened.platform, targetOf(opened.platform, { url, selector }), (cursor) =>
      opened.readPage(cursor, house),
    );
    samples.push({ url, selector, atMs: AT_MS, calls, items: JSON.parse(JSON.stringify(items)) as Sample['items'] });
  }
  return { facts, code, samples: JSON.stringify(samples) };
}
