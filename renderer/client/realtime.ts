import type { QueryClient } from '@tanstack/react-query';
import { Centrifuge } from 'centrifuge';
import { call } from '#renderer/client/call.ts';
import { KEPT } from '#renderer/client/queries.ts';

const PATH = '/connection/websocket';
/** Many events in a row ask for the list once. */
const TOGETHER_MS = 150;
/** The service is near: to ask it often costs nothing. */
const MAX_RECONNECT_MS = 3_000;

interface Told {
  readonly guid?: string;
  readonly event?: string;
}

/** Whoever wants to hear of every event, besides the refresh of what is kept. */
type Listener = (told: Told) => void;

/** Refreshes what is kept as the service tells of it. Returns the way to stop. */
export function followService(kept: QueryClient, listener: Listener): () => void {
  const client = new Centrifuge(`${location.origin.replace(/^http/, 'ws')}${PATH}`, {
    // Who is signed out may be let in again: the connection is tried for as long as the window is there.
    getToken: async () => (await call('realtime.token', {})).token,
    maxReconnectDelay: MAX_RECONNECT_MS,
  });
  let waiting: ReturnType<typeof setTimeout> | null = null;
  const changed = new Set<string>();
  const refresh = (): void => {
    waiting = null;
    void kept.invalidateQueries({ queryKey: KEPT.jobs });
    for (const guid of changed) void kept.invalidateQueries({ queryKey: KEPT.job(guid) });
    changed.clear();
  };
  client.on('publication', ({ data }: { data: Told }) => {
    if (data.guid !== undefined) changed.add(data.guid);
    listener(data);
    waiting ??= setTimeout(refresh, TOGETHER_MS);
  });
  // What happened before the connection stood, or while it was broken, was told to nobody.
  client.on('connected', () => void kept.invalidateQueries({ queryKey: KEPT.jobs }));
  // What breaks it, and what keeps it from standing at all, may be the end of the service: a question finds out.
  const ask = (): void => void call('service.health', {}).catch(() => undefined);
  client.on('connecting', ask).on('error', ask);
  client.connect();
  return () => {
    if (waiting !== null) clearTimeout(waiting);
    client.disconnect();
  };
}
