import { Centrifuge } from 'centrifuge';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { type JobEvent, jobEventSchema } from '#core/contract/event.ts';
import { JOB_STATUSES } from '#core/contract/job.ts';
import { type PlatformInfo, platformInfoSchema } from '#core/contract/platform.ts';
import type { ServiceAddress } from '#electron/core-messages.ts';

const REALTIME_PATH = '/connection/websocket';
const HEALTH_TIMEOUT_MS = 5_000;
const PAGE_SIZE = 30;
/** Open exports are looked for among so many pages of the newest. */
const MAX_PAGES = 10;

const jobSchema = z.object({
  guid: z.string(),
  url: z.string(),
  status: z.enum(JOB_STATUSES),
  total: z.int().nullable(),
  total_exported: z.int(),
});
const errorSchema = z.object({ detail: z.string() });
const healthSchema = z.object({ service: z.literal('commentdock') });
const pausedSchema = z.object({ paused: z.boolean() });

/** An export as the shell shows it. */
export interface OpenExport {
  readonly guid: string;
  readonly url: string;
  readonly current: number;
  /** Null where the platform does not say. */
  readonly total: number | null;
}

export interface ServiceListener {
  onEvent(event: JobEvent): void;
  /** What happened before was told to nobody. */
  onConnected(): void;
  onLost(): void;
}

/** What the shell asks of the service, as its owner, wherever it runs. @throws Error with the service's words */
export interface ServiceClient {
  readonly baseUrl: string;
  /** Opens the window, once. */
  windowLink(): Promise<string>;
  /** Exports that wait or run, newest first. */
  openExports(): Promise<readonly OpenExport[]>;
  isPaused(): Promise<boolean>;
  pause(until: 'resume' | 'restart'): Promise<void>;
  /** Also starts what schedules have come due. */
  resume(): Promise<void>;
  /** Null for an id that it does not know. */
  platform(id: string): Promise<PlatformInfo | null>;
  /** @param cookies JSON in a form that cookie extensions write */
  saveAccount(account: {
    readonly platform: string;
    readonly name: string | undefined;
    readonly cookies: string;
    /** Of the window that they were made in. */
    readonly userAgent: string;
  }): Promise<void>;
  /** False where nobody answers, or somebody else. */
  answers(): Promise<boolean>;
  /** Returns the way to stop listening. */
  follow(listener: ServiceListener): () => void;
}

export function createServiceClient({ baseUrl, ownerSecret }: ServiceAddress): ServiceClient {
  const ask = async <S extends z.ZodType>(schema: S, method: 'GET' | 'POST', path: string, body?: object): Promise<z.output<S>> => {
    const answer = await fetch(new URL(path, baseUrl), {
      method,
      headers: { 'x-auth-token': ownerSecret, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const content: unknown = await answer.json();
    if (answer.ok) return z.parse(schema, content);
    throw new Error(errorSchema.safeParse(content).data?.detail ?? `The service answered with status ${answer.status}.`);
  };
  return {
    baseUrl,
    // At a public address the service names that one: the app's own window stays on this machine.
    windowLink: async () => {
      const { pathname, search } = new URL((await ask(z.object({ window_url: z.url() }), 'POST', '/api/v1/login-code')).window_url);
      return `${baseUrl}${pathname}${search}`;
    },
    async openExports() {
      const open: OpenExport[] = [];
      for (let page = 1; page <= MAX_PAGES; page += 1) {
        const jobs = await ask(z.array(jobSchema), 'GET', `/api/v3/jobs?page=${page}&limit=${PAGE_SIZE}`);
        for (const { status, total_exported: current, guid, url, total } of jobs)
          if (status === 'queueing' || status === 'progress') open.push({ guid, url, current, total });
        if (jobs.length < PAGE_SIZE) break;
      }
      return open;
    },
    isPaused: async () => (await ask(pausedSchema, 'GET', '/api/v1/pause')).paused,
    pause: async (until) => void (await ask(pausedSchema, 'POST', '/api/v1/pause', { until })),
    resume: async () => void (await ask(pausedSchema, 'POST', '/api/v1/resume')),
    async platform(id) {
      const all = await ask(z.array(platformInfoSchema), 'GET', '/api/public/platforms');
      return all.find((platform) => platform.id === id) ?? null;
    },
    saveAccount: async ({ userAgent, ...account }) =>
      void (await ask(z.unknown(), 'POST', '/api/v1/accounts', { ...account, user_agent: userAgent, source: 'login' })),
    answers: () => isServiceAt(baseUrl),
    follow: (listener) =>
      follow(baseUrl, async () => (await ask(z.object({ token: z.string() }), 'POST', '/api/public/auth/socket')).token, listener),
  };
}

async function isServiceAt(baseUrl: string): Promise<boolean> {
  try {
    const answer = await fetch(new URL('/health', baseUrl), { signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) });
    return healthSchema.safeParse(await answer.json()).success;
  } catch (error) {
    // One that hangs is still there.
    return error instanceof Error && error.name === 'TimeoutError';
  }
}

function follow(baseUrl: string, getToken: () => Promise<string>, { onEvent, onConnected, onLost }: ServiceListener): () => void {
  const address = `${baseUrl.replace(/^http/, 'ws')}${REALTIME_PATH}`;
  const client = new Centrifuge(address, { getToken, websocket: WebSocket });
  client.on('publication', ({ data }: { readonly data: unknown }) => {
    const event = jobEventSchema.safeParse(data);
    if (event.success) onEvent(event.data);
  });
  client.on('connected', onConnected);
  // Told at each failed try, too.
  client.on('error', onLost);
  client.on('disconnected', onLost);
  client.connect();
  return () => {
    client.removeAllListeners();
    client.disconnect();
  };
}
