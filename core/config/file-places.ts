import type { Config } from '#core/config/config.ts';

const BYTES_PER_MB = 1024 * 1024;
/** Where files have another place too, and nobody says how many may lie here. */
const USUAL_MB = 2_048;

/**
 * How many bytes of files of exports this node keeps as a cache: what is not there is written anew or fetched. Null: it keeps all of
 * them, and there is no other place.
 */
export function cacheBytes({ databaseUrl, fileCacheMb, bucket }: Pick<Config, 'databaseUrl' | 'fileCacheMb' | 'bucket'>): number | null {
  const isCache = fileCacheMb !== null || bucket !== null || databaseUrl !== null;
  return isCache ? (fileCacheMb ?? USUAL_MB) * BYTES_PER_MB : null;
}
