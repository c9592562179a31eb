import { CommentdockError } from '#core/contract/error.ts';

/** The code of a pack did what no platform does: our own code would be told as INTERNAL too, and so is this. */
export class PackFault extends CommentdockError {
  override readonly name = 'PackFault';
  /** @param did what, after the name of its platform */
  constructor(did: string, cause?: unknown) {
    super('INTERNAL', `The code of the pack ${did}.`, { cause });
  }
}
