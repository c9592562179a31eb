import { z } from 'zod';
import type { PassStore } from '#core/network/passes.ts';
import type { SecretVault } from '#core/contract/secret-vault.ts';
import { md5Hex } from '#core/platform-kit/hash.ts';

const passesSchema = z.array(
  z.object({
    name: z.string(),
    value: z.string(),
    domain: z.string(),
    path: z.string(),
    expires: z.number(),
    httpOnly: z.boolean(),
    secure: z.boolean(),
    sameSite: z.enum(['Strict', 'Lax', 'None']).optional(),
  }),
);

/** Passes of visitors in the vault: whoever has one goes for that visitor. */
export function savedPasses(vault: SecretVault): PassStore {
  return {
    read(platformId, way) {
      const kept = vault.get(passesSecret(platformId, way));
      if (kept === null) return [];
      return passesSchema
        .parse(JSON.parse(kept))
        .map(({ sameSite, ...pass }) => ({ ...pass, ...(sameSite === undefined ? {} : { sameSite }) }));
    },
    write(platformId, way, passes) {
      const name = passesSecret(platformId, way);
      if (passes.length === 0) vault.remove(name);
      else vault.set(name, JSON.stringify(passes));
    },
  };
}

/** Where the vault keeps them. `way`: the route or the proxy of a pool; empty: straight. */
export function passesSecret(platformId: string, way: string): string {
  return `platform/${platformId}/passes/${way === '' ? 'direct' : md5Hex(way)}`;
}
