import { z } from 'zod';
import { estimateOf } from '#core/analysis/sentiment-providers/estimate.ts';
import { dialectOf, judgeInUse, keyName, settingsOf } from '#core/analysis/sentiment-providers/providers.ts';
import { BUILT_IN, JUDGE_IDS, NEURAL, SET_UP_IDS } from '#core/contract/sentiment.ts';
import { defineOperation } from '#core/sentiment/context.ts';
import { refuseUnfinished } from '#core/exports/files.ts';
import { findJob } from '#core/exports/jobs.ts';
import { refuseFilter } from '#core/exports/new-jobs.ts';

const count = z.int().min(0);

const estimateSchema = z.object({
  guid: z.uuid(),
  provider: z.enum(JUDGE_IDS),
  model: z.string().nullable(),
  rows: count.meta({ description: 'Items of the export.' }),
  items: count.meta({ description: 'Of them with a text to judge.' }),
  characters: count,
  requests: count,
  input_tokens: count.meta({ description: 'Estimated; 0 where the provider does not count tokens.' }),
  output_tokens: count,
  units: count.meta({ description: 'Started thousands of characters, where the provider counts those.' }),
  cost: z
    .number()
    .nullable()
    .meta({ description: 'In your currency, estimated; null as long as you have given no price. 0: on this machine.' }),
});

const estimate = defineOperation({
  name: 'sentiment.estimate',
  summary: 'Estimate what judging an export takes',
  description:
    'Texts, tokens and cost of judging an export with the provider in use, or with another one, before anything is sent. Tokens are guessed from the length of texts; the cost comes from the prices that you set.',
  scope: 'read',
  input: z.object({
    guid: z.string().min(1).meta({ description: 'The `guid` of the export.' }),
    provider: z.enum(SET_UP_IDS).optional().meta({ description: 'Default: the one in use.' }),
  }),
  output: estimateSchema,
  errors: ['RESOURCE_NOT_FOUND', 'INVALID_REQUEST'],
  rest: { method: 'GET', path: '/api/v1/jobs/{guid}/sentiment-estimate', status: 200, auth: 'token' },
  cli: { command: 'jobs estimate-sentiment' },
  async run({ guid, provider }, context) {
    const job = findJob(guid, context);
    refuseUnfinished(job, { partial: true });
    refuseFilter({ sentiment: true }, job.target.type, 'filter');
    const { vault, sentimentSettings, datasets } = context;
    const settings = sentimentSettings.read();
    const asked = provider ?? judgeInUse(settings, (known) => vault.get(keyName(known)) !== null);
    const size = await datasets.measureTexts(job.guid);
    const { rows, texts: items, characters } = size;
    const about = { guid: job.guid, rows, items, characters };
    if (asked === BUILT_IN || asked === NEURAL) {
      const model = asked === NEURAL ? settings.neuralModel : null;
      return { ...about, provider: asked, model, requests: 0, input_tokens: 0, output_tokens: 0, units: 0, cost: 0 };
    }
    const own = settingsOf(asked, settings);
    const { requests, inputTokens, outputTokens, units, cost } = estimateOf(size, dialectOf(asked), own);
    return { ...about, provider: asked, model: own.model, requests, input_tokens: inputTokens, output_tokens: outputTokens, units, cost };
  },
});

export const SENTIMENT_ESTIMATE_OPERATIONS = [estimate];
