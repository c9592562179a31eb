import { z } from 'zod';
import type { Completeness } from '#core/contract/completeness.ts';

export const DATE_GRAINS = ['exact', 'day', 'month'] as const;

/** How a file hides who wrote what: people, rows and links stand under keyed names, the same in all files of one project. */
const pseudonymsSchema = z.object({
  /** Whose key in the vault the names hang on. */
  project: z.string(),
  /** The finest that dates are. */
  dates: z.enum(DATE_GRAINS),
  /** Whether texts are in the file, with handles, mentions and links in them replaced. */
  texts: z.boolean(),
});
export type Pseudonyms = z.infer<typeof pseudonymsSchema>;

/** With what the names are made. It stays in this process. */
export interface KeyedPseudonyms extends Pseudonyms {
  readonly key: Uint8Array;
}

/** The ledger as it stands in a file with pseudonyms: it says so, and its notes, which may name rows and people, are counted alone. */
export function ledgerUnder({ project, dates, texts }: Pseudonyms, ledger: Completeness): Completeness {
  const { length } = ledger.notes;
  return {
    ...ledger,
    notes: [
      `Pseudonyms of the project "${project}": people, rows and links stand under keyed names; addresses of accounts, pictures and what the platform says besides are left out.`,
      ...(dates === 'exact' ? [] : [`Dates are those of the ${dates}.`]),
      ...(texts ? [] : ['Texts are left out.']),
      ...(length === 0 ? [] : [`Notes that are left out: ${length}.`]),
    ],
  };
}
