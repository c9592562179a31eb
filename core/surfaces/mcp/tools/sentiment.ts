import { z } from 'zod';
import type { ExportDigest } from '#core/contract/digest.ts';
import type { SentimentProvider } from '#core/sentiment/providers.ts';
import { defineTool, guidField, READS } from '#core/surfaces/mcp/tool.ts';

const MAX_ROWS = 1_000;
/** Rows of each finding, and UTF-16 units of each row: all of it has to fit into what an assistant takes in at once. */
const ROWS_TOLD = 3;
const TOLD_LENGTH = 120;

const listSentimentProviders = defineTool({
  name: 'list_sentiment_providers',
  title: 'List sentiment providers',
  description:
    'Who can judge the tone of texts for exports with `sentiment`, and which one is in use. The built-in analyzer and neural models ask nobody; the others are sent the texts. The owner sets them up.',
  operation: 'sentiment.providers',
  hints: READS,
  input: z.object({}),
  ask: () => ({}),
  tell: (providers: readonly SentimentProvider[]) => ({
    providers: providers.map(({ id, title, in_use, has_key, model }) => ({ id, title, in_use, has_key, model })),
  }),
});

const digestExport = defineTool({
  name: 'digest_export',
  title: 'Topics, questions and a summary of an export',
  description:
    'Has the language model that the owner runs on this machine read an export: topics, questions and a summary, each with the rows that bear it out. Takes minutes. Where the owner has set up none, read the rows yourself with `search_export`.',
  operation: 'exports.digest',
  hints: READS,
  input: z.object({
    guid: guidField,
    limit: z
      .int()
      .min(1)
      .max(MAX_ROWS)
      .optional()
      .meta({ description: `Rows that are read, evenly from all. Default 200, at most ${MAX_ROWS}.` }),
  }),
  untrusted: '`summary`, `topics`, `questions` and `citations`',
  ask: ({ guid, limit }) => ({ guid, ...(limit === undefined ? {} : { limit }) }),
  tell: inFewRows,
});

export const SENTIMENT_TOOLS = [listSentimentProviders, digestExport];

function inFewRows({ summary, topics, questions, citations, ...digest }: ExportDigest): ExportDigest {
  const few = <F extends { readonly rows: readonly number[] }>(finding: F) => ({ ...finding, rows: finding.rows.slice(0, ROWS_TOLD) });
  const told = { summary: summary.map(few), topics: topics.map(few), questions: questions.map(few) };
  const named = new Set([...told.summary, ...told.topics, ...told.questions].flatMap(({ rows }) => rows));
  const kept = citations.filter(({ row }) => named.has(row));
  return {
    ...digest,
    ...told,
    citations: kept.map((citation) => ({ ...citation, text: citation.text.slice(0, TOLD_LENGTH).toWellFormed() })),
  };
}
