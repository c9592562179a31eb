import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';

const SIGNAL = 'SIGUSR2';
const PATIENCE_MS = 5_000;
const LOOK_EVERY_MS = 100;
/** Of a handle: what it leads to. */
const TELLING = ['remoteEndpoint', 'localEndpoint', 'firesInMsFromNow', 'pid'];

const stackSchema = z.object({ stack: z.array(z.string()).optional() });
/** Of Node's diagnostic report, version 5. */
const reportSchema = z.object({
  javascriptStack: stackSchema,
  libuv: z.array(z.looseObject({ type: z.string(), is_active: z.boolean(), is_referenced: z.boolean().optional() })),
  workers: z.array(z.object({ header: z.object({ threadId: z.int() }), javascriptStack: stackSchema })),
});

/** What a process is started with (`NODE_OPTIONS`), so that it can be asked what it stands at. */
export function reportFlags(folder: string): readonly string[] {
  return ['--report-on-signal', `--report-signal=${SIGNAL}`, `--report-dir=${folder}`];
}

/** What keeps a process from ending: the stacks of its threads, and what its event loop waits for. In words, whatever it answers. */
export async function standingAt(child: ChildProcess, folder: string): Promise<string> {
  const before = new Set(readdirSync(folder));
  const gone = once(child, 'exit').then(() => 'gone' as const);
  child.kill(SIGNAL);
  for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += LOOK_EVERY_MS) {
    const name = readdirSync(folder).find((found) => !before.has(found));
    const report = name === undefined ? null : reportIn(join(folder, name));
    if (report !== null) return wordsOf(report);
    if ((await Promise.race([gone, delay(LOOK_EVERY_MS)])) === 'gone') return 'it ended when it was asked what it stands at';
  }
  return 'it says nothing: its first thread does not come to an end of what it is at';
}

/** Null while it is being written. */
function reportIn(path: string): z.infer<typeof reportSchema> | null {
  try {
    return reportSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return null;
  }
}

function wordsOf({ javascriptStack, libuv, workers }: z.infer<typeof reportSchema>): string {
  const held = libuv.filter(({ is_active: isActive, is_referenced: isReferenced }) => isActive && isReferenced === true);
  const handles = held.map(
    (handle) =>
      `${handle.type} ${JSON.stringify(TELLING.map((field) => handle[field]).find((told) => told !== undefined && told !== null) ?? '')}`,
  );
  const threads = workers.map(({ header, javascriptStack: own }) => `thread ${header.threadId}: ${firstOf(own)}`);
  return [`first thread: ${firstOf(javascriptStack)}`, ...threads, `waits for ${handles.join(', ') || 'nothing'}`].join('; ');
}

function firstOf({ stack = [] }: z.infer<typeof stackSchema>): string {
  return stack.slice(0, 4).join(' < ') || 'idle';
}
