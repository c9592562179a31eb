import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { DRAW_ALGORITHM } from '#core/analysis/draw.ts';
import type { Item } from '#core/contract/item.ts';
import { defineOperation } from '#core/exports/context.ts';
import { refuseUnfinished } from '#core/exports/files.ts';
import { findJob } from '#core/exports/jobs.ts';

const MAX_WINNERS = 100;
const MAX_SEED_LENGTH = 200;
const SEED_BYTES = 16;

const unixSeconds = z.int().min(0);
const flag = (description: string) => z.boolean().meta({ description });
const filterText = (description: string) => z.string().trim().min(1).nullish().meta({ description });

const winnerSchema = z.object({
  username: z
    .string()
    .nullable()
    .meta({ examples: ['ann'] }),
  name: z.string().nullable(),
  comment: z.string().nullable(),
  permalink: z.string().nullable(),
  created_at: z.string().nullable(),
  /** Of the item in the export. */
  id: z.string().meta({ examples: ['UgzGf8kV2b'] }),
});

const draw = defineOperation({
  name: 'winners.draw',
  summary: 'Draw winners among the comments of an export',
  description:
    'Draws at random among the items that pass the filters. The same entries and seed always give the same winners, and `proof` is what it takes to check the draw: entries stand by the SHA-256 of seed, `entries_sha256` and their id, a line each, and the first ones win. Nothing is changed.',
  scope: 'read',
  input: z.object({
    guid: z.string().min(1).meta({ description: 'The `guid` of the export.' }),
    count: z.int().min(1).max(MAX_WINNERS).default(1).meta({ description: 'How many winners. Default: 1.' }),
    require_mention: filterText('Only those that mention this account. `@` alone: any.'),
    require_hashtag: filterText('Only those with this hashtag. `#` alone: any.'),
    require_text: filterText('Only those with this text, upper and lower case alike.'),
    dedupe_by_user: flag('One entry for each user, the first in the file. Default: true.').default(true),
    exclude_users: z.array(z.string().min(1)).default([]).meta({ description: 'User names, ids or names that take no part.' }),
    exclude_replies: flag('Without replies. Default: false.').default(false),
    min_timestamp: unixSeconds.nullish().meta({ description: 'Unix seconds: nothing older. Items without a date take part.' }),
    max_timestamp: unixSeconds.nullish().meta({ description: 'Unix seconds: nothing newer. Items without a date take part.' }),
    backups: z.int().min(0).max(MAX_WINNERS).default(0).meta({ description: 'How many more, in case a winner drops out. Default: 0.' }),
    seed: z
      .union([z.string().min(1).max(MAX_SEED_LENGTH), z.int()])
      .nullish()
      .meta({ description: 'What decides the draw, such as a text announced beforehand. Default: a random one.' }),
  }),
  output: z.object({
    total_in_export: z.int(),
    /** Entries: what passed the filters, one for each user where users count once. */
    after_filters: z.int(),
    winners_requested: z.int(),
    winners: z.array(winnerSchema),
    backups: z.array(winnerSchema),
    proof: z.object({
      entries_sha256: z.string().meta({ examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'] }),
      seed: z.string().meta({ examples: ['summer draw'] }),
      algorithm: z.string().meta({ examples: [DRAW_ALGORITHM] }),
    }),
  }),
  errors: ['RESOURCE_NOT_FOUND', 'INVALID_REQUEST'],
  rest: { method: 'POST', path: '/api/v1/exports/{guid}/winners', status: 200, auth: 'token' },
  cli: { command: 'winners' },
  async run(input, context) {
    const job = findJob(input.guid, context);
    refuseUnfinished(job, { partial: false });
    const seed = String(input.seed ?? randomBytes(SEED_BYTES).toString('hex'));
    const drawn = await context.datasets.draw(job.guid, {
      seed,
      count: input.count,
      backups: input.backups,
      requireMention: input.require_mention ?? null,
      requireHashtag: input.require_hashtag ?? null,
      requireText: input.require_text ?? null,
      dedupeByUser: input.dedupe_by_user,
      excludeUsers: input.exclude_users,
      excludeReplies: input.exclude_replies,
      minTimestamp: input.min_timestamp ?? null,
      maxTimestamp: input.max_timestamp ?? null,
    });
    return {
      total_in_export: drawn.totalInExport,
      after_filters: drawn.entryCount,
      winners_requested: input.count,
      winners: drawn.winners.map(presentWinner),
      backups: drawn.backups.map(presentWinner),
      proof: { entries_sha256: drawn.entriesSha256, seed, algorithm: DRAW_ALGORITHM },
    };
  },
});

export const WINNER_OPERATIONS = [draw];

function presentWinner({ id, author, text, url, createdAt }: Item): z.output<typeof winnerSchema> {
  return { username: author.username, name: author.name, comment: text, permalink: url, created_at: createdAt, id };
}
