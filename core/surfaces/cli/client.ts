import type { FileFormat } from '#core/contract/tier.ts';

/**
 * What commands ask: the same operations, whether they run in this process or in the service that already runs on the
 * data folder.
 */
export interface CliClient {
  /** The parsed output of the operation. @throws CommentdockError */
  call(name: string, input: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** Copies a finished file of a job to `path`, whole or not at all. */
  saveFile(guid: string, format: FileFormat, path: string): Promise<void>;
  close(): Promise<void>;
}
