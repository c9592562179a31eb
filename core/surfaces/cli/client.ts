import type { FileFormat } from '#core/contract/tier.ts';
import { type OperationName, operationNamed, type OperationTypes, type RegisteredOperation } from '#core/operations/registry.ts';

type Given = Readonly<Record<string, unknown>>;
type Output<N extends OperationName> = OperationTypes[N]['output'];

export type Ask = (operation: RegisteredOperation, input: Given) => Promise<unknown>;

/** Calls of operations by their names: each gives what its definition says, in this process and over REST. */
export function callsBy(ask: Ask): Pick<CliClient, 'call' | 'callAsGiven'> {
  const callAsGiven = async <N extends OperationName>(name: N, input: Given) => (await ask(operationNamed(name), input)) as Output<N>;
  return { callAsGiven, call: (name, input) => callAsGiven(name, { ...input }) };
}

/**
 * What commands ask: the same operations, whether they run in this process or in the service that already runs on the
 * data folder.
 */
export interface CliClient {
  /** What goes on after the command has ended: exports of a service do, those of this process wait for the next start. */
  readonly runsIn: 'process' | 'service';
  /** The output of an operation. @throws CommentdockError */
  call<N extends OperationName>(name: N, input: OperationTypes[N]['input']): Promise<Output<N>>;
  /** As `call`, with what somebody wrote: what does not fit is refused by the operation. */
  callAsGiven<N extends OperationName>(name: N, input: Given): Promise<Output<N>>;
  /**
   * Copies a file of an export that has ended, whole or not at all. `placeOf` gets the name that the file goes by and says
   * where to put it. Returns that place.
   * @throws CommentdockError
   */
  saveFile(guid: string, format: FileFormat, placeOf: (name: string) => string): Promise<string>;
  /** As `saveFile`, for any operation that answers with a file. @throws CommentdockError */
  saveOutput(name: OperationName, input: Given, placeOf: (name: string) => string): Promise<string>;
  close(): Promise<void>;
}

/**
 * What a command needs of the data folder. `records`: what is stored there. `archives`: ZIPs of exports are put together too.
 * `engine`: exports run, interrupted ones too, as long as the client is open.
 */
export type ClientUse = 'records' | 'archives' | 'engine';
