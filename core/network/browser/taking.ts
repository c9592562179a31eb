import type { AnswerMatch, CapturedAnswer } from '#core/platform-api/session.ts';

/** Sorts what a page receives: what earlier calls had, what this one wants, and what comes after. */
export class Taking {
  readonly taken: CapturedAnswer[] = [];
  readonly surplus: CapturedAnswer[] = [];
  readonly #count: number;
  readonly #until: AnswerMatch['until'];
  #toPass: number;
  #isLast = false;

  /** @param toPass answers that were taken before */
  constructor({ count = 1, until }: Pick<AnswerMatch, 'count' | 'until'>, toPass: number) {
    this.#count = count;
    this.#until = until;
    this.#toPass = toPass;
  }

  /** True once `until` was. */
  get isLast(): boolean {
    return this.#isLast;
  }

  take(answer: CapturedAnswer): 'more' | 'done' {
    if (this.#toPass > 0) {
      this.#toPass -= 1;
      return 'more';
    }
    if (this.#isContent) this.surplus.push(answer);
    else {
      this.taken.push(answer);
      this.#isLast = this.#until?.(answer) === true;
    }
    return this.#isContent ? 'done' : 'more';
  }

  get #isContent(): boolean {
    return this.#isLast || this.taken.length >= this.#count;
  }
}
