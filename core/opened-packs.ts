import { AsyncDisposableStack } from '@whatwg-node/disposablestack';
import type { Config } from '#core/config/config.ts';
import { asCommentdockError } from '#core/contract/error.ts';
import type { EnginePort } from '#core/engine/ports.ts';
import type { PackServices } from '#core/installed-packs/context.ts';
import { DailyUpdates } from '#core/installed-packs/daily.ts';
import { InstalledPacks } from '#core/installed-packs/installed-packs.ts';
import { PACK_CEILING } from '#core/packs/manifest.ts';
import type { PackInUse } from '#core/packs/shelf.ts';
import { openCatalog } from '#core/platforms/catalog.ts';
import { platformIds } from '#core/platforms/registry.ts';
import { shelfOf } from '#core/threads/known-platforms.ts';
import { useOwnPlatforms } from '#core/threads/own-platforms.ts';
import { packCatalogOf } from '#core/threads/pack-catalog.ts';
import { expectPackLaws } from '#core/threads/pack-laws.ts';

/**
 * The packs of a data folder that this process holds, and the platforms with them. Exports that end are counted for or against them; nobody is asked for new ones until that
 * is started. @throws CommentdockError DISK
 */
export async function openPacks(
  config: Config,
  { subscribe }: Pick<EnginePort, 'subscribe'>,
  warn: (words: string) => void,
): Promise<Omit<PackServices, 'config'> & AsyncDisposable> {
  const packs = new InstalledPacks({
    dataDir: config.dataDir,
    builtIn: new Set(await platformIds()),
    expectLaws: expectPackLaws,
    warn,
    now: Date.now,
  });
  subscribe(({ kind, job }) => {
    if (kind !== 'finished' && kind !== 'failed') return;
    try {
      packs.noteEnd(job);
    } catch (error) {
      warn(`The end of an export could not be counted for its pack: ${asCommentdockError(error).message}`);
    }
  });
  const onSilent = (entry: PackInUse): void => {
    try {
      packs.noteSilent(entry);
    } catch (error) {
      warn(`The pack of ${entry.id} could not be put aside: ${asCommentdockError(error).message}`);
    }
  };
  // Loaded when it is asked for: most services never download a pack.
  const downloadPack: PackServices['downloadPack'] = async (address, signal) => {
    const { download } = await import('#core/network/download.ts');
    return download(address, { ...config, mostBytes: PACK_CEILING.bytes }, signal);
  };
  const shelf = shelfOf(config.dataDir);
  await using opened = new AsyncDisposableStack();
  await useOwnPlatforms(config, warn);
  const platforms = await openCatalog(opened.use(packCatalogOf(config.dataDir, { onSilent, warn })));
  const dailyUpdates = opened.adopt(new DailyUpdates({ packs, config, downloadPack, warn, now: Date.now }), (one) => one.close());
  const resources = opened.move();
  return { packs, platforms, shelf, downloadPack, dailyUpdates, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}
