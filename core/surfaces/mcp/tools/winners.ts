import { z } from 'zod';
import { defineTool, guidField, READS } from '#core/surfaces/mcp/tool.ts';

const requirement = (description: string) => z.string().optional().meta({ description });

const winnerSchema = z.object({
  username: z.string().nullable(),
  name: z.string().nullable(),
  comment: z.string().nullable(),
  permalink: z.string().nullable(),
  created_at: z.string().nullable(),
  id: z.string(),
});

const drawSchema = z.object({
  total_in_export: z.int(),
  after_filters: z.int().meta({ description: 'Entries that passed the filters.' }),
  winners_requested: z.int(),
  winners: z.array(winnerSchema),
  backups: z.array(winnerSchema),
  proof: z.object({ entries_sha256: z.string(), seed: z.string(), algorithm: z.string() }),
});

const pickRandomWinners = defineTool({
  name: 'pick_random_winners',
  title: 'Draw winners',
  description:
    'Draws winners at random among the comments of a finished export, one entry for each user. Every call draws anew; `proof` lets anyone check a draw. Changes nothing.',
  operation: 'winners.draw',
  hints: { ...READS, idempotent: false },
  input: z.object({
    guid: guidField,
    count: z.int().min(1).max(100).optional().meta({ description: 'How many winners. Default: 1.' }),
    require_mention: requirement('Only comments that mention this account. `@` alone: any.'),
    require_hashtag: requirement('Only comments with this hashtag. `#` alone: any.'),
    require_text: requirement('Only comments with this text.'),
    dedupe_by_user: z.boolean().optional().meta({ description: 'One entry for each user. Default: true.' }),
  }),
  data: drawSchema,
  ask: (args) => args,
  tell: (draw: z.output<typeof drawSchema>) => draw,
});

export const WINNER_TOOLS = [pickRandomWinners];
