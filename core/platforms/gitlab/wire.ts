import { z } from 'zod';
import { rowsBelow, rowsOf } from '#core/platform-kit/checked.ts';
import { count, countSchema, flag, idSchema, text } from '#core/platform-kit/wire.ts';

/** `path`: on the site's own pages, in the place of `web_url`. */
const names = { name: text, username: text, avatar_url: text, web_url: text, path: text };
const user = z.object({ id: idSchema.nullish(), ...names }).nullish();
export type WireUser = z.infer<typeof user>;

/** `body` by the API, `note` on the site's own pages: Markdown in both. */
const noteSchema = z.object({
  id: countSchema,
  type: text,
  body: text,
  note: text,
  author: user,
  created_at: text,
  system: flag,
  resolvable: flag,
  resolved: flag,
  internal: flag,
  confidential: flag,
  position: z.object({ new_path: text, new_line: count }).nullish(),
  award_emoji: z.array(z.object({ name: text })).nullish(),
});
export type WireNote = z.infer<typeof noteSchema>;

const threadSchema = z.object({ id: text, notes: rowsBelow(noteSchema) });
export type WireThread = z.infer<typeof threadSchema>;
export const threadsSchema = rowsOf(threadSchema);

export const subjectSchema = z.object({ title: text, author: user, user_notes_count: count });

const award = z.object({ id: countSchema, name: text, user, created_at: text });
export type WireAward = z.infer<typeof award>;
export const awardsSchema = rowsOf(award);
const star = z.object({ starred_since: text, user: z.object({ id: idSchema, ...names }) });
export type WireStar = z.infer<typeof star>;
export const starrersSchema = rowsOf(star);

/** By GraphQL, where ids are addresses: `gid://gitlab/Note/1`. */
const noteNode = z.object({
  id: z.string(),
  body: text,
  createdAt: text,
  lastEditedAt: text,
  system: flag,
  url: text,
  author: z.object({ id: text, name: text, username: text, webUrl: text, avatarUrl: text }).nullish(),
  discussion: z.object({ id: z.string() }).nullish(),
});
export type NoteNode = z.infer<typeof noteNode>;
const notes = z.object({
  notes: z.object({ pageInfo: z.object({ endCursor: text, hasNextPage: flag }).nullish(), nodes: rowsOf(noteNode) }),
});
export const projectSchema = z.object({
  project: z.object({ issue: notes.nullish(), mergeRequest: notes.nullish() }).nullish(),
});
export const envelopeSchema = z.object({ data: z.unknown().optional(), errors: z.array(z.object({ message: text })).nullish() });
