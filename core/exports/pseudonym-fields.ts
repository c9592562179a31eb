import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { SecretVault } from '#core/contract/secret-vault.ts';
import { DATE_GRAINS, type KeyedPseudonyms } from '#core/contract/pseudonyms.ts';
import { flagField } from '#core/operations/input-fields.ts';
import { textField, wordsOf } from '#core/operations/query-fields.ts';

const KEY_BYTES = 32;

/** Fields of an operation that gives a file with pseudonyms where a project is named. */
export const PSEUDONYM_FIELDS = {
  pseudonyms: textField('A project of yours: authors, ids, links and mentions are replaced by keyed names, the same in all files of it.', {
    maxLength: 64,
    example: 'thesis',
  }),
  pseudonym_dates: z.enum(DATE_GRAINS).default('exact').meta({ description: 'With `pseudonyms`: how fine dates are.' }),
  without_texts: flagField('With `pseudonyms`: without texts.'),
};

interface PseudonymWish {
  readonly pseudonyms?: string | null | undefined;
  readonly pseudonym_dates: KeyedPseudonyms['dates'];
  readonly without_texts: boolean;
}

/** Null where none are asked for. The key of a project is made when it is first needed. */
export function pseudonymsOf(wish: PseudonymWish, vault: Pick<SecretVault, 'get' | 'set'>): KeyedPseudonyms | null {
  const project = wordsOf(wish.pseudonyms)?.trim() ?? null;
  if (project === null) return null;
  const name = `pseudonyms/${project}`;
  if (vault.get(name) === null) vault.set(name, randomBytes(KEY_BYTES).toString('hex'));
  // Of two that made one at the same time, the last one counts.
  const key = new Uint8Array(Buffer.from(vault.get(name) ?? '', 'hex'));
  return { project, dates: wish.pseudonym_dates, texts: !wish.without_texts, key };
}
