import { z } from 'zod';
import { rowsBelow, rowsOf } from '#core/platform-kit/checked.ts';
import { count, flag, idSchema, text } from '#core/platform-kit/wire.ts';

/** A heading with what stands below it, or a comment with its answers. */
const threadItem = z.object({
  type: z.enum(['heading', 'comment']),
  id: z.string().min(1),
  level: count,
  html: text,
  /** Of comments: as the signature links it. */
  author: text,
  /** Where the signature shows another name. */
  displayName: text,
  /** To the minute. */
  timestamp: text,
  /** Of headings: all that stands below. */
  commentCount: count,
  get replies() {
    return rowsBelow(threadItem).nullish();
  },
});
export type ThreadItem = z.output<typeof threadItem>;

export const threadsSchema = z.object({ discussiontoolspageinfo: z.object({ threaditemshtml: rowsOf(threadItem) }) });

const pageFields = { ns: count, title: text, missing: flag, invalid: flag };

export const associatedSchema = z.object({ query: z.object({ pages: z.array(z.object({ ...pageFields, associatedpage: text })) }) });

const editFields = {
  revid: idSchema,
  parentid: count,
  user: text,
  userid: count,
  timestamp: text,
  comment: text,
  size: count,
  minor: flag,
  tags: z.array(z.string()).nullish(),
  userhidden: flag,
  commenthidden: flag,
};
const revisionSchema = z.object(editFields);
export type Revision = z.output<typeof revisionSchema>;
const contributionSchema = z.object({ ...editFields, title: text, sizediff: count });
export type Contribution = z.output<typeof contributionSchema>;

/** What is sent back for the next answer. */
const more = z.record(z.string(), z.union([z.string(), z.number().transform(String)])).nullish();

export const revisionsSchema = z.object({
  query: z.object({ pages: z.array(z.object({ ...pageFields, revisions: rowsOf(revisionSchema).nullish() })) }),
  continue: more,
});
export const contributionsSchema = z.object({ query: z.object({ usercontribs: rowsOf(contributionSchema) }), continue: more });

export const errorSchema = z.object({ error: z.object({ code: z.string(), info: text }) });
