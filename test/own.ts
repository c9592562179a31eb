import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished, TestRunner } from 'vitest';

/** A new folder, removed after all else: made within a test or before each, it goes with the test; otherwise with its file or `describe`. */
export function ownFolder(name: string): string {
  const path = mkdtempSync(join(tmpdir(), `commentdock-${name}-`));
  const remove = (): void => rmSync(path, { recursive: true, force: true, maxRetries: 10 });
  if (TestRunner.getCurrentTest() === undefined) afterAll(remove);
  else onTestFinished(remove);
  return path;
}

/** What is open as long as a test, or, where none runs, as its file or `describe`: closed after it, the last one opened first. */
export async function own<T extends AsyncDisposable>(opening: Promise<T>): Promise<T> {
  const opened = await opening;
  const close = (): PromiseLike<void> => opened[Symbol.asyncDispose]();
  if (TestRunner.getCurrentTest() === undefined) afterAll(close);
  else onTestFinished(() => close());
  return opened;
}
