import { z } from 'zod';
import { settingsOf } from '#core/analysis/sentiment-providers/providers.ts';
import { type ExportDigest, exportDigestSchema } from '#core/contract/digest.ts';
import { CommentdockError } from '#core/contract/error.ts';
import { hasTexts } from '#core/contract/sentiment.ts';
import { refuseUnfinished } from '#core/exports/files.ts';
import { findJob } from '#core/exports/jobs.ts';
import { filterFields, filtersOf } from '#core/insight/search-filters.ts';
import { numberField, textField, wordsOf } from '#core/operations/query-fields.ts';
import { NO_MODEL_HERE } from '#core/sentiment/ports.ts';
import { defineOperation } from '#core/insight/context.ts';
import { digestOf } from '#core/insight/digest-run.ts';

const DEFAULT_ROWS = 200;
const MAX_ROWS = 1_000;
const MAX_QUERY_LENGTH = 2_000;
/** Rows that are named for one finding; `count` has all of a topic. */
const ROWS_NAMED = 10;

const digest = defineOperation({
  name: 'exports.digest',
  summary: 'Topics, questions and a summary',
  description:
    'The language model that you set up on this machine (`local-model`) reads rows and says what they speak of, what they ask, and what they say in all. Each finding names rows; what names none is left out. Rows are chosen as by a search, and evenly where there are more than `limit`. It takes up to four and a half minutes. Nothing leaves this machine, and nothing is kept.',
  scope: 'read',
  input: z.object({
    guid: z.string().min(1).meta({ description: 'The `guid` of the export.' }),
    q: textField('Only rows with these words, as a search takes them.', { maxLength: MAX_QUERY_LENGTH, example: 'battery OR charger' }),
    ...filterFields,
    limit: numberField(`Rows that are read. Default ${DEFAULT_ROWS}, at most ${MAX_ROWS}; more is lowered to that.`, {
      min: 1,
      whole: true,
    }),
  }),
  output: exportDigestSchema,
  errors: ['RESOURCE_NOT_FOUND', 'INVALID_REQUEST', 'NETWORK', 'RATE_LIMITED', 'BLOCKED', 'PLATFORM_CHANGED', 'DISK'],
  rest: { method: 'POST', path: '/api/v1/exports/{guid}/digest', status: 200, auth: 'token' },
  cli: { command: 'digest' },
  async run({ guid, q, limit, ...filter }, context) {
    const job = findJob(guid, context);
    refuseUnfinished(job, { partial: true });
    if (!hasTexts(job.target.type)) throw new CommentdockError('INVALID_REQUEST', `An export of ${job.target.type} has no texts to read.`);
    const { insights, localModels, sentimentSettings, signal } = context;
    const { model } = settingsOf('local-model', sentimentSettings.read());
    if (model === null) throw new CommentdockError('INVALID_REQUEST', NO_MODEL_HERE);
    const wish = { query: wordsOf(q), filters: filtersOf(filter), sort: 'file', cursor: null, topLevel: false } as const;
    const found = await digestOf(
      {
        models: localModels,
        page: (offset, most) => insights.search(job.guid, { ...wish, offset, limit: most }),
        mostRows: Math.min(limit ?? DEFAULT_ROWS, MAX_ROWS),
      },
      signal,
    );
    return { guid: job.guid, model, ...presented(found) };
  },
});

export const DIGEST_OPERATIONS = [digest];

function presented({
  total,
  read,
  topics,
  questions,
  summary,
  notes,
}: Awaited<ReturnType<typeof digestOf>>): Omit<ExportDigest, 'guid' | 'model'> {
  const named = <F extends { readonly text: string; readonly rows: readonly number[] }>({ text, rows: all }: F) => ({
    text,
    rows: all.slice(0, ROWS_NAMED),
  });
  const shown = {
    summary: summary.map(named),
    topics: topics.map((topic) => ({ ...named(topic), count: topic.rows.length })),
    questions: questions.map(named),
  };
  const cited = new Set([...shown.summary, ...shown.topics, ...shown.questions].flatMap((finding) => finding.rows));
  return {
    total,
    rows_read: read.size,
    ...shown,
    citations: [...cited].toSorted((a, b) => a - b).flatMap((row) => read.get(row) ?? []),
    note: notes.length === 0 ? null : notes.join(' '),
  };
}
