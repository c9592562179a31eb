import { z } from 'zod';
import { DATE_GRAINS, LONGEST_PROJECT, type Pseudonyms } from '#core/contract/pseudonyms.ts';
import { flagField } from '#core/operations/input-fields.ts';
import { textField, wordsOf } from '#core/operations/query-fields.ts';

/** Fields of an operation that gives a file with pseudonyms where a project is named. */
export const PSEUDONYM_FIELDS = {
  pseudonyms: textField('A project of yours: authors, ids, links and mentions are replaced by keyed names, the same in all files of it.', {
    maxLength: LONGEST_PROJECT,
    example: 'thesis',
  }),
  pseudonym_dates: z.enum(DATE_GRAINS).default('exact').meta({ description: 'With `pseudonyms`: how fine dates are.' }),
  without_texts: flagField('With `pseudonyms`: without texts.'),
};

interface PseudonymWish {
  readonly pseudonyms?: string | null | undefined;
  readonly pseudonym_dates: Pseudonyms['dates'];
  readonly without_texts: boolean;
}

/** Null where none are asked for. */
export function pseudonymsOf(wish: PseudonymWish): Pseudonyms | null {
  const project = wordsOf(wish.pseudonyms)?.trim() ?? null;
  return project === null ? null : { project, dates: wish.pseudonym_dates, texts: !wish.without_texts };
}
