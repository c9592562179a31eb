import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { z } from 'zod';
import { ROOT } from '../build.ts';
import { shippedVersions } from '../notices.ts';

const MOST_BYTES = 64 * 1024 * 1024;

const billSchema = z.looseObject({
  metadata: z.looseObject({ component: z.looseObject({ 'bom-ref': z.string() }) }),
  components: z.array(z.looseObject({ 'bom-ref': z.string(), name: z.string(), version: z.string() })),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()) })),
});

/**
 * All that is installed with the program, from the lock file (CycloneDX). npm tells of everything; asked to leave development packages out it
 * leaves out what those need too (npm 11.19), of which much is shipped.
 */
export async function billOfMaterials(): Promise<string> {
  const words = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  const { stdout } = await promisify(execFile)('npm', words, { cwd: ROOT, maxBuffer: MOST_BYTES, shell: process.platform === 'win32' });
  const bill = billSchema.parse(JSON.parse(stdout));
  const shipped = shippedVersions();
  const components = bill.components.filter(({ name, version }) => shipped.has(`${name}@${version}`));
  const kept = new Set([bill.metadata.component['bom-ref'], ...components.map((component) => component['bom-ref'])]);
  const dependencies = bill.dependencies
    .filter(({ ref }) => kept.has(ref))
    .map(({ dependsOn, ...one }) => ({ ...one, dependsOn: dependsOn.filter((ref) => kept.has(ref)) }));
  return `${JSON.stringify({ ...bill, components, dependencies }, null, 2)}\n`;
}
