import type { FileFormat } from '#core/contract/tier.ts';

/**
 * What commands ask: the same operations, whether they run in this process or in the service that already runs on the
 * data folder.
 */
export interface CliClient {
  /** What goes on after the command has ended: exports of a service do, those of this process wait for the next start. */
  readonly runsIn: 'process' | 'service';
  /** The parsed output of the operation. @throws CommentdockError */
  call(name: string, input: Readonly<Record<string, unknown>>): Promise<unknown>;
  /**
   * Copies a file of an export that has ended, whole or not at all. `placeOf` gets the name that the file goes by and says
   * where to put it. Returns that place.
   * @throws CommentdockError
   */
  saveFile(guid: string, format: FileFormat, placeOf: (name: string) => string): Promise<string>;
  /** As `saveFile`, for any operation that answers with a file. @throws CommentdockError */
  saveOutput(name: string, input: Readonly<Record<string, unknown>>, placeOf: (name: string) => string): Promise<string>;
  close(): Promise<void>;
}

/**
 * What a command needs of the data folder. `records`: what is stored there. `archives`: ZIPs of exports are put together too.
 * `engine`: exports run, interrupted ones too, as long as the client is open.
 */
export type ClientUse = 'records' | 'archives' | 'engine';
