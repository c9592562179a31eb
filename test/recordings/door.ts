import type { Outcome } from '#test/recordings/compare.ts';

/** A way in which an owner exports something. One door serves all cases in turn; the world's content changes between them. */
export interface Door extends AsyncDisposable {
  readonly name: DoorName;
  /** Exports `url` and waits for the end, at most `timeoutMs`. @throws Error where the door itself does not work */
  export(request: {
    readonly url: string;
    readonly options: Readonly<Record<string, unknown>>;
    /** True for the first case of its platform. Left out: it is none. */
    readonly isFirst?: boolean;
    readonly timeoutMs: number;
  }): Promise<Outcome>;
}

export const DOOR_NAMES = ['cli', 'rest', 'engine'] as const;
export type DoorName = (typeof DOOR_NAMES)[number];
