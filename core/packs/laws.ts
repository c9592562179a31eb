import { isDeepStrictEqual } from 'node:util';
import { lookAlikes, onHost } from '#core/packs/look-alikes.ts';
import { PackRefusal } from '#core/packs/refusal.ts';
import { readSample, targetOf } from '#core/packs/sample-reading.ts';
import { replayingSession, type Sample } from '#core/packs/samples.ts';
import type { HouseSession } from '#core/packs/crossing.ts';
import type { Json, Page, PlatformDefinition, PlatformFacts, Target, TargetParams } from '#core/platform-api/define.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';

/** A platform whose laws are looked at. */
interface Defendant {
  readonly platform: PlatformDefinition;
  /** As its code says them. */
  readonly ownFacts: PlatformFacts;
  readonly samples: readonly Sample[];
  /** Its page, over another session. */
  readPage(cursor: Json, session: HouseSession): Promise<Page>;
  /** Sets the clock of its code. */
  setClock(atMs: number): void;
  /** @throws where requests of the platform may not go there */
  admit(params: TargetParams, request: { readonly url: string; readonly leads?: unknown }): void;
}

/** @throws PackRefusal law, naming the law that does not hold */
export async function expectLaws(defendant: Defendant): Promise<void> {
  const { platform, ownFacts, samples } = defendant;
  const say = refuser(platform.id);
  if (!isDeepStrictEqual(ownFacts, factsOnly(platform, ownFacts))) say('its code says of itself what its manifest says');
  expectExamples(platform);
  for (const sample of samples) await expectSame(defendant, sample);
}

function refuser(id: string): (law: string, detail?: string, cause?: unknown) => never {
  return (law, detail, cause) => {
    throw new PackRefusal('law', `${id}: ${law}${detail === undefined ? '' : ` (${detail})`}.`, cause);
  };
}

function factsOnly(platform: PlatformDefinition, like: PlatformFacts): object {
  const facts = Object.fromEntries(Object.keys(like).map((key) => [key, platform[key as keyof PlatformFacts]]));
  return JSON.parse(JSON.stringify(facts)) as object;
}

function expectExamples(platform: PlatformDefinition): void {
  const say = refuser(platform.id);
  for (const target of platform.targets) {
    for (const example of target.examples) {
      const claims = claimsOf(platform, example);
      if (claims.length !== 1 || claims[0] !== target.name) say('an example is claimed by its own target alone', example);
      if (goesByShape(platform, target) || !example.startsWith('http')) continue;
      const alike = lookAlikes(example).find((address) => claimsOf(platform, address).length > 0);
      if (alike !== undefined) say('addresses that only look alike are left alone', alike);
    }
  }
}

function claimsOf({ targets, written }: PlatformDefinition, text: string): readonly string[] {
  const url = parsePastedUrl(text, [written === undefined ? {} : { written }]);
  return targets.filter((target) => target.match(url) !== null).map(({ name }) => name);
}

/** True where a target takes any host by the shape of the path alone. */
function goesByShape(platform: PlatformDefinition, target: Target): boolean {
  return target.examples.some(
    (example) => example.startsWith('http') && claimsOf(platform, onHost(example, 'host-of-nobody.example')).length > 0,
  );
}

async function expectSame({ platform, readPage, setClock, admit }: Defendant, sample: Sample): Promise<void> {
  const say = refuser(platform.id);
  setClock(sample.atMs);
  const target = targetOf(platform, sample);
  let strayed: unknown = null;
  const session = replayingSession(sample, (request) => {
    try {
      admit(target.params, request);
    } catch (error) {
      strayed ??= error;
      throw error;
    }
  });
  const items = await readSample(platform, target, (cursor) => readPage(cursor, session)).catch((error: unknown) => {
    if (strayed === null) throw error;
    return [];
  });
  if (strayed !== null) say('requests go to the hosts that it names', strayed instanceof Error ? strayed.message : undefined, strayed);
  if (!isDeepStrictEqual(items, sample.items)) say('a sample that is read again gives the same items', sample.url);
}
