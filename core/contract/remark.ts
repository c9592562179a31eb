import { z } from 'zod';
import type { Item } from '#core/contract/item.ts';

/** Where an item carries what people said of it: beside what the platform says, and apart from that. */
export const REMARK_KEY = 'remark';

/** What people said of a row. */
const remarkSchema = z.object({
  starred: z.boolean(),
  note: z.string().nullable(),
  tags: z.array(z.string().meta({ examples: ['to read'] })),
});

export type Remark = z.infer<typeof remarkSchema>;

/** Of a row of which nobody said anything. */
export const NO_REMARK: Remark = { starred: false, note: null, tags: [] };

/** As the list of them has it. */
export const keptRemarkSchema = remarkSchema.extend({
  /** Of the row. */
  id: z.string().meta({ examples: ['UgzGf8kV2b'] }),
  at: z.iso.datetime(),
});

export function withRemark(item: Item, remark: Remark): Item {
  return { ...item, extra: { ...item.extra, [REMARK_KEY]: remark } };
}

/** Null where nobody said anything. */
export function remarkOf({ extra }: Pick<Item, 'extra'>): Remark | null {
  const { data } = remarkSchema.safeParse(extra[REMARK_KEY]);
  return data ?? null;
}

/** The item as the platform gave it. */
export function withoutRemark(item: Item): Item {
  if (!Object.hasOwn(item.extra, REMARK_KEY)) return item;
  const { [REMARK_KEY]: _said, ...extra } = item.extra;
  return { ...item, extra };
}
