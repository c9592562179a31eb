import type { Config } from '#core/config/config.ts';
import type { DailyUpdates } from '#core/installed-packs/daily.ts';
import type { InstalledPacks } from '#core/installed-packs/installed-packs.ts';
import { type DefineOperation, defineOperation as define } from '#core/operations/define.ts';
import type { CallContext } from '#core/operations/context.ts';
import type { PackShelf } from '#core/packs/shelf.ts';
import type { PlatformCatalog } from '#core/platforms/registry.ts';

/** What operations on packs work with. */
export interface PackServices {
  readonly packs: InstalledPacks;
  /** Everything that platforms are used from. */
  readonly shelf: PackShelf;
  /** The file at an https address of the public internet. @throws CommentdockError INVALID_REQUEST, NETWORK; the signal's reason */
  readonly downloadPack: (address: string, signal: AbortSignal) => Promise<Uint8Array>;
  readonly dailyUpdates: Pick<DailyUpdates, 'start' | 'look'>;
  readonly platforms: PlatformCatalog;
  readonly config: Config;
}

export type PackContext = PackServices & CallContext;

/** An operation on packs: checked against what it is called with. */
export const defineOperation: DefineOperation<PackContext> = define;
