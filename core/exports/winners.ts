import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { DRAW_ALGORITHM } from '#core/analysis/draw.ts';
import type { Item } from '#core/contract/item.ts';
import { defineOperation, type ExportContext } from '#core/exports/context.ts';
import { refuseUnfinished } from '#core/exports/files.ts';
import { findJob } from '#core/exports/jobs.ts';
import type { KeptDraw } from '#core/exports/ports.ts';

const MAX_WINNERS = 100;
const MAX_SEED_LENGTH = 200;
const SEED_BYTES = 16;

const unixSeconds = z.int().min(0);
const flag = (description: string) => z.boolean().meta({ description });
const filterText = (description: string) => z.string().trim().min(1).nullish().meta({ description });

/** Of a draw. */
export const winnerSchema = z.object({
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

const guid = z.string().min(1).meta({ description: 'The `guid` of the export.' });

const rulesSchema = z.object({
  count: z.int().min(1).max(MAX_WINNERS).default(1).meta({ description: 'How many winners. Default: 1.' }),
  require_mention: filterText('Only those that mention this account. `@` alone: any.'),
  require_hashtag: filterText('Only those with this hashtag. `#` alone: any.'),
  require_text: filterText('Only those with this text, upper and lower case alike.'),
  dedupe_by_user: flag('One entry for each user, the first in the file. Default: true.').default(true),
  exclude_users: z
    .array(
      z
        .string()
        .min(1)
        .meta({ examples: ['ann'] }),
    )
    .default([])
    .meta({ description: 'User names, ids or names that take no part.' }),
  exclude_replies: flag('Without replies. Default: false.').default(false),
  min_timestamp: unixSeconds.nullish().meta({ description: 'Unix seconds: nothing older. Items without a date take part.' }),
  max_timestamp: unixSeconds.nullish().meta({ description: 'Unix seconds: nothing newer. Items without a date take part.' }),
  backups: z.int().min(0).max(MAX_WINNERS).default(0).meta({ description: 'How many more, in case a winner drops out. Default: 0.' }),
  seed: z
    .union([z.string().min(1).max(MAX_SEED_LENGTH), z.int()])
    .nullish()
    .meta({ description: 'What decides the draw, such as a text announced beforehand. Default: a random one.' }),
});
type Rules = z.output<typeof rulesSchema>;

const drawnSchema = z.object({
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
});
type Drawn = z.output<typeof drawnSchema>;

/** A draw as it is kept with its export. */
export const keptSchema = drawnSchema.extend({ drawn_at: z.iso.datetime(), rules: rulesSchema });

const draw = defineOperation({
  name: 'winners.draw',
  summary: 'Draw winners among the comments of an export',
  description:
    'Draws at random among the items that pass the filters. The same entries and seed always give the same winners, and `proof` is what it takes to check the draw: entries stand by the SHA-256 of seed, `entries_sha256` and their id, a line each, and the first ones win. Nothing is changed.',
  scope: 'read',
  input: z.object({ guid, ...rulesSchema.shape }),
  output: drawnSchema,
  errors: ['RESOURCE_NOT_FOUND', 'INVALID_REQUEST'],
  rest: { method: 'POST', path: '/api/v1/exports/{guid}/winners', status: 200, auth: 'token' },
  cli: { command: 'winners' },
  run: (input, context) => drawn(input.guid, input, context),
});

const keep = defineOperation({
  name: 'winners.keep',
  summary: 'Draw winners, and keep the draw with the export',
  description: 'As `winners.draw`. The draw stays with the export as it came out, the last 20 of them, and goes with it.',
  scope: 'write',
  input: z.object({ guid, ...rulesSchema.shape }),
  output: keptSchema,
  errors: ['RESOURCE_NOT_FOUND', 'INVALID_REQUEST'],
  rest: { method: 'POST', path: '/api/v1/exports/{guid}/draws', status: 201, auth: 'token' },
  async run({ guid: of, ...rules }, context) {
    const answer = await drawn(of, rules, context);
    const kept = { drawnAtMs: context.now(), rules, answer };
    context.draws.keep(of, kept);
    return presentKept(kept);
  },
});

const list = defineOperation({
  name: 'winners.list',
  summary: 'List the draws that were kept',
  description: 'The last draws of an export that were kept, the newest first, with their rules, winners and proofs.',
  scope: 'read',
  input: z.object({ guid }),
  output: z.array(keptSchema),
  errors: ['RESOURCE_NOT_FOUND'],
  rest: { method: 'GET', path: '/api/v1/exports/{guid}/draws', status: 200, auth: 'token' },
  run: (input, context) => context.draws.list(findJob(input.guid, context).guid).map(presentKept),
});

export const WINNER_OPERATIONS = [draw, keep, list];

async function drawn(of: string, rules: Rules, context: ExportContext): Promise<Drawn> {
  const job = findJob(of, context);
  refuseUnfinished(job, { partial: false });
  const seed = String(rules.seed ?? randomBytes(SEED_BYTES).toString('hex'));
  const answer = await context.datasets.draw(job.guid, {
    seed,
    count: rules.count,
    backups: rules.backups,
    requireMention: rules.require_mention ?? null,
    requireHashtag: rules.require_hashtag ?? null,
    requireText: rules.require_text ?? null,
    dedupeByUser: rules.dedupe_by_user,
    excludeUsers: rules.exclude_users,
    excludeReplies: rules.exclude_replies,
    minTimestamp: rules.min_timestamp ?? null,
    maxTimestamp: rules.max_timestamp ?? null,
  });
  return {
    total_in_export: answer.totalInExport,
    after_filters: answer.entryCount,
    winners_requested: rules.count,
    winners: answer.winners.map(presentWinner),
    backups: answer.backups.map(presentWinner),
    proof: { entries_sha256: answer.entriesSha256, seed, algorithm: DRAW_ALGORITHM },
  };
}

/** As this file wrote it. */
function presentKept({ drawnAtMs, rules, answer }: KeptDraw): z.output<typeof keptSchema> {
  return { ...(answer as Drawn), drawn_at: new Date(drawnAtMs).toISOString(), rules: rules as Rules };
}

function presentWinner({ id, author, text, url, createdAt }: Item): z.output<typeof winnerSchema> {
  return { username: author.username, name: author.name, comment: text, permalink: url, created_at: createdAt, id };
}
