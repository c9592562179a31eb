import { z } from 'zod';
import { rowsBelow, rowsOf } from '#core/platform-kit/checked.ts';
import { count, flag, idSchema, text } from '#core/platform-kit/wire.ts';

/** Ids are sent as numbers and, where those are too long for many readers, as text too. */
const id = z.union([z.number().transform(String), z.string()]).nullish();

const verifySchema = z.object({ type: z.int().nullish() }).nullish();

/** A comment; `replies` holds the first few answers. */
const replySchema = z.object({
  rpid: id,
  rpid_str: text,
  root: id,
  root_str: text,
  parent: id,
  parent_str: text,
  mid: id,
  ctime: count,
  like: count,
  rcount: count,
  state: count,
  invisible: flag,
  member: z
    .object({
      mid: id,
      uname: text,
      avatar: text,
      official_verify: verifySchema,
      level_info: z.object({ current_level: count }).nullish(),
    })
    .nullish(),
  content: z.object({ message: text, pictures: z.array(z.object({ img_src: text })).nullish() }).nullish(),
  up_action: z.object({ like: flag, reply: flag }).nullish(),
  reply_control: z.object({ location: text }).nullish(),
  get replies() {
    return rowsBelow(replySchema).nullish();
  },
});
export type WireReply = z.output<typeof replySchema>;

const topSchema = z.object({ upper: replySchema.nullish() }).nullish();

/** A page of comments through any of the doors, or of the answers to one. */
export const pageSchema = z.object({
  replies: rowsOf(replySchema).nullish(),
  top_replies: rowsOf(replySchema).nullish(),
  hots: rowsOf(replySchema).nullish(),
  top: topSchema,
  upper: z.object({ mid: id, top: replySchema.nullish() }).nullish(),
  root: replySchema.nullish(),
  cursor: z
    .object({
      all_count: count,
      is_end: flag,
      next: count,
      pagination_reply: z.object({ next_offset: text }).nullish(),
    })
    .nullish(),
  page: z.object({ count, acount: count }).nullish(),
  v_voucher: text,
});
export type WirePage = z.output<typeof pageSchema>;

/** Every answer. `result` is what calls about films have in the place of `data`. */
export const envelopeSchema = z.object({
  code: z.int(),
  message: text,
  data: z.unknown().optional(),
  result: z.unknown().optional(),
});
export type Envelope = z.output<typeof envelopeSchema>;

const episodeSchema = z.object({ id, ep_id: id, aid: id });
const episodes = z.array(episodeSchema).nullish();
export const seasonSchema = z.object({ episodes, section: z.array(z.object({ episodes })).nullish() });

export const dynamicSchema = z.object({
  item: z.object({ basic: z.object({ comment_id_str: z.string().min(1), comment_type: z.int() }) }),
});

export const relationsSchema = z.object({
  total: count,
  list: rowsOf(
    z.object({
      mid: z.union([z.number().transform(String), z.string().min(1)]),
      uname: text,
      face: text,
      sign: text,
      mtime: count,
      official_verify: verifySchema,
    }),
  ).nullish(),
});
export type WireRelation = NonNullable<z.output<typeof relationsSchema>['list']>[number];

export const roomSchema = z.object({ room_id: z.union([z.number().transform(String), z.string().min(1)]), live_status: count });
export const historySchema = z.object({
  room: rowsOf(z.object({ text, uid: id, nickname: text, timeline: text, id_str: text })).nullish(),
});
export type WireLine = NonNullable<z.output<typeof historySchema>['room']>[number];

/** Where a room's chat is listened to, and what opens it. */
export const chatSchema = z.object({
  token: z.string(),
  host_list: z.array(z.object({ host: z.string().min(1), wss_port: count })).min(1),
});

/** What the socket says. `cmd` may have numbers behind a colon. */
export const eventSchema = z.object({ cmd: text, info: z.unknown().optional(), data: z.unknown().optional() });
export const authAnswerSchema = z.object({ code: z.int().nullish() });

/** A line of a viewer is an array: its facts, its words, its author, the author's badge of a fan. A badge that is not worn is empty. */
export const danmakuSchema = z
  .tuple([z.array(z.unknown()), z.string(), z.tuple([idSchema, text]).rest(z.unknown()), z.array(z.unknown()).nullish()])
  .rest(z.unknown());
export const danmakuFactsSchema = z.object({
  sentMs: z.number().nullish(),
  /** An empty object, as text, where there is none. */
  picture: z.union([z.string(), z.object({ url: text })]).nullish(),
  more: z.object({ extra: text, user: z.object({ base: z.object({ face: text }).nullish() }).nullish() }).nullish(),
});
export const danmakuExtraSchema = z.object({ id_str: text });

/** A line that was paid for, in yuan. */
export const superChatSchema = z.object({
  id: idSchema,
  uid: id,
  message: text,
  price: z.number().nullish(),
  ts: count,
  user_info: z.object({ uname: text, face: text }).nullish(),
});
