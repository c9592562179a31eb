import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { z } from 'zod';

const PAGE_BYTES = 4_096;
const MEGABYTE = 1_048_576;

const targetsSchema = z.array(z.object({ webSocketDebuggerUrl: z.string() })).min(1);
const replySchema = z.object({ id: z.int(), result: z.object({ usedSize: z.number().optional() }) });

/** A port for `--inspect-port`, free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Collects the garbage of the main thread of a process that was started with `--inspect-port`: what is left, in megabytes. */
export async function heldMb(pid: number, inspectPort: number): Promise<number> {
  const inspector = await connect(pid, inspectPort);
  try {
    await ask(inspector, 1, 'HeapProfiler.collectGarbage');
    return ((await ask(inspector, 2, 'Runtime.getHeapUsage')) ?? 0) / MEGABYTE;
  } finally {
    inspector.close();
  }
}

/** Resident set of a process as it stands, in megabytes, with the garbage that waits to be collected. */
export function rssMb(pid: number): number {
  return (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES) / MEGABYTE;
}

async function connect(pid: number, port: number): Promise<WebSocket> {
  for (let tries = 0; ; tries += 1) {
    try {
      const [target] = targetsSchema.parse(await (await fetch(`http://127.0.0.1:${port}/json`)).json());
      const inspector = new WebSocket(target?.webSocketDebuggerUrl ?? '');
      await new Promise((resolve, reject) => {
        inspector.addEventListener('open', resolve, { once: true });
        inspector.addEventListener('error', reject, { once: true });
      });
      return inspector;
    } catch (error) {
      if (tries === 20) throw error;
      // Opens the inspector of a Node process.
      if (tries === 0) process.kill(pid, 'SIGUSR1');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** The size in the answer of the inspector, where it has one. */
function ask(inspector: WebSocket, id: number, method: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    inspector.addEventListener('message', ({ data }) => {
      const reply = replySchema.safeParse(JSON.parse(String(data)));
      if (reply.success && reply.data.id === id) resolve(reply.data.result.usedSize);
    });
    inspector.send(JSON.stringify({ id, method }));
  });
}
