/**
 * Drives real Electron through the first minutes of an owner: `npm run desktop:smoke`. It needs a screen, and Electron's program, which is
 * downloaded the first time.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, DIST } from '../../../scripts/build.ts';
import { buildRenderer } from '../../../scripts/renderer.ts';
import { heldExport } from '#test/electron/smoke/held-export.ts';
import { realDesktop } from '#test/electron/smoke/real-desktop.ts';
import { smoke } from '#test/electron/smoke/smoke.ts';

await build(DIST);
await buildRenderer();
const dataDir = await mkdtemp(join(tmpdir(), 'commentdock-smoke-'));
await using held = await heldExport();
try {
  using desktop = realDesktop(DIST, dataDir, held.env);
  await smoke(desktop, held, (step) => console.log(`holds: ${step}`));
} finally {
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
}
