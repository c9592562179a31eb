/** Takes packs into a data folder, one after the other and again from the front, until it is killed: `node test/crash/take-packs.ts <folder> <file>...` */
import { readFileSync } from 'node:fs';
import { InstalledPacks } from '#core/installed-packs/installed-packs.ts';

const [dataDir = '', ...files] = process.argv.slice(2);
const packs = new InstalledPacks({
  dataDir,
  builtIn: new Set(['steam']),
  // How a pack is kept is tried here, and nothing of it hangs on the laws.
  expectLaws: async () => undefined,
  warn: (words) => {
    throw new Error(words);
  },
  now: Date.now,
});
const read = files.map((file) => readFileSync(file));
process.stdout.write('taking\n');
for (;;) for (const file of read) await packs.take(file, 'older', AbortSignal.any([]));
