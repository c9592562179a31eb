import { z } from 'zod';
import { apiRangeSchema } from '#core/platform-api/version.ts';
import { platformFactsSchema } from '#core/packs/facts-schema.ts';
import { packVersionSchema } from '#core/packs/version.ts';

const MB = 1024 * 1024;

/** Of the whole file; of its manifest; of one part. All built-in platforms together are some 20 MB. */
export const PACK_CEILING = { bytes: 64 * MB, manifestBytes: 4 * MB, partBytes: 16 * MB, platforms: 100 } as const;

/** One stretch of the file. */
const partSchema = z.strictObject({
  bytes: z.int().min(1).max(PACK_CEILING.partBytes),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

const packedPlatformSchema = z.strictObject({
  facts: platformFactsSchema,
  /** The code, as one script. */
  code: partSchema,
  /** What its laws are run on. */
  samples: partSchema,
});

/** What a pack says about itself. Its bytes are what is signed. */
export const manifestSchema = z.strictObject({
  format: z.literal(1),
  version: packVersionSchema,
  /** When it was made. */
  date: z.iso.datetime(),
  api: apiRangeSchema,
  /** Their parts stand in the file in this order: code, samples. */
  platforms: z
    .array(packedPlatformSchema)
    .min(1)
    .max(PACK_CEILING.platforms)
    .refine((platforms) => new Set(platforms.map(({ facts }) => facts.id)).size === platforms.length, 'names a platform twice'),
});
export type PackManifest = z.infer<typeof manifestSchema>;
