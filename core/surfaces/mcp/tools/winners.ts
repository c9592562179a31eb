import { z } from 'zod';
import { flag, text } from '#core/surfaces/mcp/export-arguments.ts';
import { defineTool, guidField, READS } from '#core/surfaces/mcp/tool.ts';

const pickRandomWinners = defineTool({
  name: 'pick_random_winners',
  title: 'Draw winners',
  description:
    'Draws winners at random among the comments of a finished export, one entry for each user. Every call draws anew; `proof` lets anyone check it.',
  operation: 'winners.draw',
  hints: { ...READS, idempotent: false },
  input: z.object({
    guid: guidField,
    count: z.int().min(1).max(100).optional().meta({ description: 'How many winners. Default: 1.' }),
    require_mention: text('Only comments that mention this account. `@` alone: any.'),
    require_hashtag: text('Only comments with this hashtag. `#` alone: any.'),
    require_text: text('Only comments with this text.'),
    dedupe_by_user: flag('One entry for each user. Default: true.'),
  }),
  ask: (args) => args,
  untrusted: '`winners` and `backups`',
  tell: (draw: object) => draw,
});

export const WINNER_TOOLS = [pickRandomWinners];
