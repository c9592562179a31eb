import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Says that an export was read through a window on this profile. */
const PASSED = 'passed';
/** Below it, the browser's own folder for each route. */
const PRIVATE = 0o700;

/** Where the windows of platforms keep what a browser keeps: a folder for each account, platform and route, which nobody else may read. */
export class WindowProfiles {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  /** Makes the folder of a browser. `route` tells ways apart: on another one it is another visitor. */
  async open(profile: string, platformId: string, route: string): Promise<string> {
    const name = createHash('sha256').update(route).digest('hex').slice(0, 16);
    const folder = join(this.#folder(profile, platformId), name);
    await mkdir(folder, { recursive: true, mode: PRIVATE });
    for (const each of [this.#root, join(this.#root, profile), this.#folder(profile, platformId), folder]) await chmod(each, PRIVATE);
    return folder;
  }

  async notePassed(profile: string, platformId: string): Promise<void> {
    await writeFile(join(this.#folder(profile, platformId), PASSED), '');
  }

  hasPassed(profile: string, platformId: string): boolean {
    return existsSync(join(this.#folder(profile, platformId), PASSED));
  }

  async remove(profile: string): Promise<void> {
    await rm(join(this.#root, profile), { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }

  #folder(profile: string, platformId: string): string {
    return join(this.#root, profile, platformId);
  }
}
