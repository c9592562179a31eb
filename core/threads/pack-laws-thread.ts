import { parentPort } from 'node:worker_threads';
import { createTargetGuard } from '#core/network/targets/target-guard.ts';
import { createTargetLaw } from '#core/network/targets/target-law.ts';
import { NO_CHANCE, runInCompartment } from '#core/packs/compartment.ts';
import { expectLaws } from '#core/packs/laws.ts';
import { readPack } from '#core/packs/pack-file.ts';
import { packPlatform } from '#core/packs/pack-platform.ts';
import { factsIn } from '#core/packs/packs-in-use.ts';
import { PackRefusal, type RefusalReason } from '#core/packs/refusal.ts';
import { samplesSchema } from '#core/packs/samples.ts';
import type { PlatformDefinition, PlatformFacts } from '#core/platform-api/define.ts';
import { parseBounded } from '#core/platform-kit/bounded-json.ts';

/** What the thread is asked: whether one platform of a pack keeps its laws. */
export interface LawsWish {
  readonly file: Uint8Array;
  readonly id: string;
}

/** Null: it does. */
export type LawsAnswer = { readonly reason: RefusalReason; readonly detail: string } | null;

async function judge({ file, id }: LawsWish): Promise<void> {
  const pack = readPack(file);
  const { code, samples: text } = pack.partsOf(id);
  const read = samplesSchema.safeParse(parseBounded(text));
  if (!read.success)
    throw new PackRefusal('law', `${id}: it has samples that can be read (${read.error.issues[0]?.path.join('.') ?? '$'}).`);
  let nowMs = 0;
  const port = await runInCompartment(code, { now: () => nowMs, chance: NO_CHANCE });
  const { platform, readPage } = packPlatform(port, factsIn(pack, id));
  await expectLaws({
    platform,
    ownFacts: JSON.parse(JSON.stringify(port.own.facts)) as PlatformFacts,
    samples: read.data,
    readPage,
    setClock: (atMs) => (nowMs = atMs),
    admit: admissionTo(platform),
  });
}

/** As every request of an export is judged. */
function admissionTo(platform: PlatformDefinition): Parameters<typeof expectLaws>[0]['admit'] {
  const guard = createTargetGuard({ allowedInnerHosts: null });
  return (params, { url, leads }) => {
    const law = createTargetLaw(platform, platform.pastedHosts?.(params) ?? [], guard);
    law.admit(new URL(url.replace(/^ws/, 'http')), leads === 'anywhere' ? 'anywhere' : undefined);
  };
}

parentPort?.once('message', (wish: LawsWish) => {
  judge(wish).then(
    () => parentPort?.postMessage(null),
    (error: unknown) => {
      const detail = error instanceof Error ? error.message.slice(0, 500) : 'it failed with something that is no error';
      const answer: LawsAnswer =
        error instanceof PackRefusal ? { reason: error.reason, detail } : { reason: 'code', detail: `${wish.id}: ${detail}` };
      parentPort?.postMessage(answer);
    },
  );
});
