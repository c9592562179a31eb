import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';
import { getCurrentTest } from 'vitest/suite';

/** A new folder, removed after all else: made within a test or before each, it goes with the test; otherwise with its file or `describe`. */
export function ownFolder(name: string): string {
  const path = mkdtempSync(join(tmpdir(), `commentdock-${name}-`));
  const remove = (): void => rmSync(path, { recursive: true, force: true, maxRetries: 10 });
  if (getCurrentTest() === undefined) afterAll(remove);
  else onTestFinished(remove);
  return path;
}
