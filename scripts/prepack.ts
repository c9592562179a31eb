import { join } from 'node:path';
import { env } from 'node:process';
import { build, DIST } from './build.ts';
import { buildDeclarations } from './declarations.ts';
import { buildRenderer } from './renderer.ts';

// npm runs this before `npm pack` and `npm publish`, and, by its name, before `npm run pack` too, which makes packs of platforms and needs
// none of it.
if (env['npm_command']?.startsWith('run') !== true) {
  await build(DIST);
  await buildDeclarations(join(DIST, 'types'));
  await buildRenderer();
}
