import { CommentdockError } from '#core/contract/error.ts';

/**
 * Why a pack is not taken. size: beyond a ceiling. form: no pack, or one of another format. tampered: not what was signed. untrusted: signed by a
 * key that nobody trusts. api: made for another house. older: an earlier version than the one in use. law: it breaks a law, on its own
 * samples. code: its code does not load.
 */
export type RefusalReason = 'size' | 'form' | 'tampered' | 'untrusted' | 'api' | 'older' | 'law' | 'code';

/** What each is called in front of the sentence that says more. */
const NAMES: Readonly<Record<RefusalReason, string>> = {
  size: 'The pack is too large',
  form: 'This is no pack that can be read',
  tampered: 'The pack was changed after it was signed',
  untrusted: 'The pack is signed by a key that is not trusted',
  api: 'The pack is made for another version of Commentdock',
  older: 'The pack is older than what is in use',
  law: 'The pack breaks a law',
  code: 'The code of the pack does not run',
};

/** A pack that is not taken: what is in use stays in use. */
export class PackRefusal extends CommentdockError {
  override readonly name = 'PackRefusal';
  readonly reason: RefusalReason;

  /** @param detail what exactly, and what helps */
  constructor(reason: RefusalReason, detail: string, cause?: unknown) {
    super('INVALID_REQUEST', `${NAMES[reason]}: ${detail}`, { cause });
    this.reason = reason;
  }
}
