import type { JobRecord } from '#core/contract/job-record.ts';
import { isLoggedIn, type RunLogin } from '#core/engine/login.ts';
import type { FrontierEntry, RunSession, TrafficCounters } from '#core/engine/ports.ts';
import type { Json, Next, Page, PlatformDefinition } from '#core/platform-api/define.ts';

/** A request of an export as another machine is asked to make it. */
export interface AskedRequest {
  /** Of its entry in the frontier. */
  readonly entryId: number;
  readonly cursor: Json;
  readonly role: Next['role'];
  /** Of the export's retries, at that moment. */
  readonly retriesLeft: number;
}

/**
 * What came of it there. `gone`: the platform says that there is nothing. `notRead`: it failed in any other way; whoever runs the export makes it
 * again, and what is thrown then counts.
 */
export type HelpAnswer = {
  readonly traffic: TrafficCounters;
  /** The route that it took, by the name that people know; null: none. */
  readonly route: string | null;
} & ({ readonly kind: 'page'; readonly page: Page } | { readonly kind: 'gone'; readonly detail: string } | { readonly kind: 'notRead' });

/** Other machines that make requests of one run. */
export interface RunHelp {
  /** How many there are, by now: each makes as many requests at once as the run itself. */
  readonly helpers: number;
  /** Told again and again how many requests are still to be answered: it looks for machines where it is worth their while. */
  noteOpen(count: number): void;
  /** Null: it is to be made here after all. Rejects with the signal's reason. */
  ask(request: AskedRequest, signal: AbortSignal): Promise<HelpAnswer | null>;
  /** Nobody is asked any more, and what is under way is dropped. */
  close(): Promise<void>;
}

/** What a run says of the help it may get. */
export interface HelpWish {
  readonly job: JobRecord;
  /** How many machines at most. */
  readonly seats: number;
  /** Called when there are more. */
  readonly onHelpers: () => void;
}

/** How a machine that runs an export finds others for it. */
export interface HelpDesk {
  /** Whether all that ask a host over one route stand in one line for it, whichever machine they are. */
  readonly isPaced: boolean;
  open(wish: HelpWish): RunHelp;
}

/** More machines than that make one export no faster: its pages are stored by one. */
const MOST_HELPERS = 15;

interface Helped {
  readonly platform: PlatformDefinition;
  readonly login: RunLogin;
  readonly session: RunSession;
  readonly desk: Pick<HelpDesk, 'isPaced'>;
}

/**
 * How many other machines may make requests of an export. Each is another visitor to the site, as it is on another route. So there are none
 * where the owner is logged in: a site would see one person come from several addresses; where the platform is read through a browser, whose
 * pages stand on one machine; and where it comes from a pack, which machines may have in several versions. Nor where they would
 * stand in line behind this one: a host has one pace for each route.
 */
export function seatsFor({ platform, login, session, desk }: Helped): number {
  if (isLoggedIn(login) || platform.transport === 'browser' || platform.origin !== undefined || session.window !== undefined) return 0;
  return Math.min(MOST_HELPERS, desk.isPaced ? (session.routes?.ways ?? 1) - 1 : MOST_HELPERS);
}

/** What waits for its time, has one try, or has failed already stays where its export runs. */
export function mayBeAsked({ afterMs, optional }: FrontierEntry, tries: number): boolean {
  return afterMs === 0 && !optional && tries === 0;
}
