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
  /** Its place in the order in which all machines of a team hear it; null where that is not known. Left out: there is no team. */
  readonly number?: number | null;
}

/** Carries events from where they happen to whoever listens in this thread. Listeners are called at once and must not throw. */
export interface Announcer {
  announce<S extends z.ZodType>(event: EventDefinition<S>, payload: z.output<S>): void;
  /** Returns the way to stop listening. */
  subscribe(listener: (announcement: Announcement) => void): () => void;
}

/** One whose events may reach other machines too. */
export interface SharedAnnouncer extends Announcer {
  /** From now on `tell` carries what is announced, to this machine too. Returns what is called with what was carried. */
  share(tell: (announcement: Announcement) => void): (told: Announcement) => void;
}

export function createAnnouncer(): SharedAnnouncer {
  const listeners = new Set<(announcement: Announcement) => void>();
  let tell = (announcement: Announcement): void => tellAll(listeners, announcement);
  return {
    announce: ({ name, audience }, payload) => tell({ name, audience, payload }),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    share(carry) {
      tell = carry;
      return (told) => tellAll(listeners, told);
    },
  };
}
