import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** kill -9, and waits until the process is gone. One that has ended already is left. */
export async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
