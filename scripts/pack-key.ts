/**
 * Makes the pair of keys that packs are signed with.
 *
 *     npm run pack:key -- ~/commentdock-pack.key
 */
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeKeyPair } from '#core/packs/signature.ts';
import { createPrivateFile } from '#core/config/private-file.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

function main([file, ...rest]: readonly string[]): number {
  if (file === undefined || rest.length > 0) return refuse('Usage: npm run pack:key -- <file for the private key>');
  const path = resolve(process.env['INIT_CWD'] ?? '.', file);
  if (!relative(ROOT, path).startsWith('..')) return refuse(`${path} lies within the repository. Take a place outside of it.`);
  const { privateKey, publicKey } = makeKeyPair();
  if (!createPrivateFile(path, privateKey)) return refuse(`There is a file ${path} already. Nothing was changed.`);
  process.stdout.write(
    `${path}: the private key. Nobody else may have it.\nThe public key, for \`commentdock platforms trust\`:\n${publicKey}\n`,
  );
  return 0;
}

function refuse(words: string): number {
  process.stderr.write(`${words}\n`);
  return 2;
}

process.exitCode = main(process.argv.slice(2));
