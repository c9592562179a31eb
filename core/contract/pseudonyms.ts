import { z } from 'zod';
import type { Completeness } from '#core/contract/completeness.ts';

export const DATE_GRAINS = ['exact', 'day', 'month'] as const;
export const LONGEST_PROJECT = 64;

/** How a file hides who wrote what: people, rows and links stand under keyed names, the same in all files of one project. */
export interface Pseudonyms {
  /** Whose key in the vault the names hang on. */
  readonly project: string;
  /** The finest that dates are. */
  readonly dates: (typeof DATE_GRAINS)[number];
  /** Whether texts are in the file, with handles, mentions and links in them replaced. */
  readonly texts: boolean;
}

/** The same, as a part of a layout. */
export const pseudonymWishSchema = z.strictObject({
  project: z.string().trim().min(1).max(LONGEST_PROJECT),
  dates: z.enum(DATE_GRAINS).optional().meta({ description: 'How fine dates are. Default: exact.' }),
  texts: z.boolean().optional().meta({ description: 'false: without texts.' }),
});

/** With what the names are made. It stays in this process. */
export interface KeyedPseudonyms extends Pseudonyms {
  readonly key: Uint8Array;
}

export function settledPseudonyms({ project, dates = 'exact', texts = true }: z.infer<typeof pseudonymWishSchema>): Pseudonyms {
  return { project, dates, texts };
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

const PSEUDONYM_KINDS = ['person', 'row', 'link', 'mail'] as const;
export const pseudonymNameSchema = z.string().regex(new RegExp(`^(?:${PSEUDONYM_KINDS.join('|')})-[a-z2-7]{12}$`), {
  error: 'is none of our pseudonyms, such as person-k3q7m2xa5bcd.',
});

/** What a name stands for, as the rows that are stored say. */
export const resolvedPseudonymSchema = z.object({
  kind: z.enum(PSEUDONYM_KINDS),
  /** What the name was made of: a handle, id or name in lower case; the id of a row; an address. */
  value: z.string().meta({ examples: ['ann_lee'] }),
  /** Who wrote rows under that name; null: nobody did. */
  author: z
    .object({ name: z.string().nullable(), username: z.string().nullable(), id: z.string().nullable(), url: z.string().nullable() })
    .nullable(),
  total_rows: z.int().min(1).meta({ description: 'Rows that the name stands in.' }),
  rows: z.array(z.string()).meta({ description: 'Ids of the first hundred of them.', examples: [['UgzGf8kV2b']] }),
});
export type ResolvedPseudonym = z.infer<typeof resolvedPseudonymSchema>;
