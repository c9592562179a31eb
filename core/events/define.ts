import type { z } from 'zod';
import { tellAll } from '#core/contract/tell-all.ts';

/** Who hears of an event: everybody who follows the exports, the webhooks or the account. */
export type EventAudience = 'exports' | 'webhooks' | 'user';

/** Something that is announced, once: its name, who hears of it, and the shape of what is said. */
export interface EventDefinition<S extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly summary: string;
  readonly audience: EventAudience;
  readonly payload: S;
}

/** Checks the types of an event where it is written, and returns it unchanged. */
export function defineEvent<S extends z.ZodType>(event: EventDefinition<S>): EventDefinition<S> {
  return event;
}

/** An event that happened. `payload` has the shape of its definition. */
export interface Announcement {
  readonly name: string;
  readonly audience: EventAudience;
  readonly payload: unknown;
}

/** Carries events from where they happen to whoever listens in this thread. Listeners are called at once and must not throw. */
export interface Announcer {
  announce<S extends z.ZodType>(event: EventDefinition<S>, payload: z.output<S>): void;
  /** Returns the way to stop listening. */
  subscribe(listener: (announcement: Announcement) => void): () => void;
}

/** One whose events reach other machines too. */
export interface SharedAnnouncer extends Announcer {
  /** For what each machine finds out by itself: told in this thread alone. */
  readonly here: Announcer;
  /** `tell` carries what is announced to the others. Returns what is called with what they tell. */
  share(tell: (announcement: Announcement) => void): (told: Announcement) => void;
}

export function createAnnouncer(): SharedAnnouncer {
  const listeners = new Set<(announcement: Announcement) => void>();
  let tellOthers: (announcement: Announcement) => void = () => undefined;
  const subscribe: Announcer['subscribe'] = (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    here: { announce: ({ name, audience }, payload) => tellAll(listeners, { name, audience, payload }), subscribe },
    announce({ name, audience }, payload) {
      tellAll(listeners, { name, audience, payload });
      tellOthers({ name, audience, payload });
    },
    subscribe,
    share(tell) {
      tellOthers = tell;
      return (told) => tellAll(listeners, told);
    },
  };
}
