import { execFile } from 'node:child_process';
import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The environment of a test without what the test's own run put there; npm knows its registry, and the authority of the network, still. */
export function npmEnvironment(): Record<string, string | undefined> {
  // In a network with an authority of its own the registry is not to be reached without knowing that one.
  const own = Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_(?!EXTRA_CA_CERTS)|npm_(?!config_)|CI$)/i.test(name));
  return Object.fromEntries(own);
}

/** The program of a line of Node, as the registry has it for this system; null where it cannot be had. */
export async function registryNode(line: number, folder: string): Promise<string | null> {
  const name = `node-${process.platform}-${process.arch}`;
  const words = ['install', '--prefix', folder, '--force', '--no-save', `${name}@${line}`];
  try {
    await promisify(execFile)('npm', words, { cwd: folder, env: npmEnvironment(), maxBuffer: 64 * 1024 * 1024 });
  } catch {
    return null;
  }
  const program = join(folder, 'node_modules', name, 'bin/node');
  if (!existsSync(program)) return null;
  chmodSync(program, 0o755);
  return program;
}
