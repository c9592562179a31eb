import type { CommentdockError } from '#core/contract/error.ts';
import type { NetworkPort } from '#core/engine/ports.ts';
import type { RoutePage } from '#core/engine/route-ports.ts';

/** The owner's window of a run that goes through it. */
export interface WindowTries {
  /**
   * Does the work of a page, and again whenever a person may have passed the wall that it met.
   * @throws what the work throws and no person mends; WindowClosed, whatever the work makes of that; the signal's reason
   */
  tryPage<T>(page: RoutePage, work: () => Promise<T>): Promise<T>;
  /** Somebody says that the wall is passed. */
  nudge(): void;
}

/** What a run tells of its window. */
export interface WindowNews {
  /** A wall stands there, and its window is open. */
  readonly onWall: (error: CommentdockError) => void;
  /** What was asked for came. */
  readonly onPassed: () => void;
}

/** A wish to go through the owner's window. */
export interface WindowWish extends WindowNews {
  /** Whose profile it has: the uuid of an account, or what stands for none. */
  readonly profile: string;
  /** The page that is shown: that of the export. */
  readonly url: string;
}

/** Windows as the engine asks for them. */
export interface WindowPort {
  /** Why none can be opened here, with what to do; null where it can. */
  lacking(): string | null;
  /** True where an export was read through a window of this platform on this profile before. */
  hasPassed(platformId: string, profile: string): boolean;
  /** Closes those whose profile lies below this folder. */
  close(below: string): Promise<void>;
  /** Closes the windows of a profile, and removes what they left on the disk. */
  forget(profile: string): Promise<void>;
}

const NONE = 'No window of a platform can be opened here.';

/** As `WindowPort.lacking`. */
export function lackingWindow({ windows }: Pick<NetworkPort, 'windows'>): string | null {
  return windows === undefined ? NONE : windows.lacking();
}
