import type { Config } from '#core/config/config.ts';
import type { OwnerSettings } from '#core/owner/ports.ts';
import type { PlatformCatalog } from '#core/platforms/registry.ts';
import type { CheckDesk, CheckStore } from '#core/service/check-desk.ts';
import type { ExportPause } from '#core/service/pause.ts';

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

interface WeeklyCheckParts {
  readonly checkDesk: Pick<CheckDesk, 'begin' | 'endedAtMs'>;
  readonly checkRecords: Pick<CheckStore, 'all'>;
  readonly platforms: Pick<PlatformCatalog, 'all'>;
  readonly settings: Pick<OwnerSettings, 'preferences'>;
  readonly exportPause: Pick<ExportPause, 'standing'>;
  readonly config: Pick<Config, 'weeklyCheck'>;
  now(): number;
}

/** What is in force: the environment goes before what the owner chose. */
export function checksWeekly({ settings, config }: Pick<WeeklyCheckParts, 'settings' | 'config'>): boolean {
  return config.weeklyCheck === null ? settings.preferences().weeklyCheck : config.weeklyCheck === 'on';
}

/**
 * Begins to check what was not checked for a week, where the owner wants that; what was unreachable, after a day: it may have been our own
 * connection. Who has just ended checks is left alone for a day.
 */
export function checkWhatIsDue(parts: WeeklyCheckParts): void {
  const { checkDesk, checkRecords, platforms, exportPause, now } = parts;
  if (!checksWeekly(parts) || exportPause.standing() !== null || now() - (checkDesk.endedAtMs ?? 0) < DAY_MS) return;
  const dueAt = new Map(
    checkRecords
      .all()
      .map(({ platform, checkedAtMs, outcome }) => [platform, checkedAtMs + (outcome === 'unreachable' ? DAY_MS : WEEK_MS)]),
  );
  checkDesk.begin(platforms.all.map(({ id }) => id).filter((id) => now() >= (dueAt.get(id) ?? 0)));
}
