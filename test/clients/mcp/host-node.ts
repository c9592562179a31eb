import { execFile } from 'node:child_process';
import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A Node of a line that hosts of assistants bring, as the registry has it for this system; null where it cannot be had. */
export async function hostNode(line: number, folder: string): Promise<string | null> {
  const name = `node-${process.platform}-${process.arch}`;
  const own = Object.entries(process.env).filter(([variable]) => !/^(VITEST|NODE_|npm_(?!config_))/i.test(variable));
  const words = ['install', '--prefix', folder, '--force', '--no-save', `${name}@${line}`];
  try {
    await promisify(execFile)('npm', words, { cwd: folder, env: Object.fromEntries(own) });
  } catch {
    return null;
  }
  const program = join(folder, 'node_modules', name, 'bin/node');
  if (!existsSync(program)) return null;
  chmodSync(program, 0o755);
  return program;
}
