import { z } from 'zod';
import { shortenSchema } from '#core/operations/short-schema.ts';
import { offeredInput, operationOf, type Tool } from '#core/surfaces/mcp/tool.ts';
import { ACCOUNT_TOOLS } from '#core/surfaces/mcp/tools/account.ts';
import { DISCOVERY_TOOLS } from '#core/surfaces/mcp/tools/discovery.ts';
import { EXPORT_TOOLS, FILE_TOOLS } from '#core/surfaces/mcp/tools/exports.ts';
import { INSIGHT_TOOLS } from '#core/surfaces/mcp/tools/insights.ts';
import { LABEL_TOOLS } from '#core/surfaces/mcp/tools/labels.ts';
import { SCHEDULE_TOOLS } from '#core/surfaces/mcp/tools/schedules.ts';
import { SENTIMENT_TOOLS } from '#core/surfaces/mcp/tools/sentiment.ts';
import { WEBHOOK_TOOLS } from '#core/surfaces/mcp/tools/webhooks.ts';
import { WINNER_TOOLS } from '#core/surfaces/mcp/tools/winners.ts';

/** The 23 tools of interface.md, in the order in which they are listed, and ours behind them. */
export const TOOLS: readonly Tool[] = [
  ...EXPORT_TOOLS,
  ...DISCOVERY_TOOLS,
  ...ACCOUNT_TOOLS,
  ...WINNER_TOOLS,
  ...WEBHOOK_TOOLS,
  ...SCHEDULE_TOOLS,
  ...INSIGHT_TOOLS,
  ...SENTIMENT_TOOLS,
  ...FILE_TOOLS,
  ...LABEL_TOOLS,
];

/** Null where there is none. */
export function toolNamed(name: unknown): Tool | null {
  return TOOLS.find((tool) => tool.name === name) ?? null;
}

export function isReading(tool: Tool): boolean {
  return operationOf(tool).scope === 'read';
}

/** The same for all: what stands in `data` costs every assistant more as a schema than it tells. */
const OUTPUT_SCHEMA = {
  type: 'object',
  properties: { ok: { type: 'boolean' }, data: { type: 'object' } },
  required: ['ok'],
} as const;

/** A tool as `tools/list` gives it. */
export function listedTool(tool: Tool): Readonly<Record<string, unknown>> {
  const { name, title, description, hints, untrusted } = tool;
  return {
    name,
    title,
    description,
    inputSchema: inputSchemaOf(tool),
    outputSchema: OUTPUT_SCHEMA,
    annotations: {
      // What else there is means something of tools that change alone, and false is what holds where they say nothing of it.
      ...(isReading(tool)
        ? { readOnlyHint: true }
        : { destructiveHint: hints.destructive, ...(hints.idempotent ? { idempotentHint: true } : {}) }),
      openWorldHint: hints.openWorld || untrusted !== undefined,
    },
  };
}

/**
 * Without the dialect: clients of the older revisions know 2020-12 by no name, and nothing here depends on it. Closed where it names all
 * that is taken.
 */
function inputSchemaOf(tool: Tool): Readonly<Record<string, unknown>> {
  const {
    $schema: _dialect,
    additionalProperties,
    ...rest
  } = z.toJSONSchema(offeredInput(tool), {
    io: 'input',
    override: ({ jsonSchema }) => shorten(jsonSchema),
  });
  return tool.former === undefined ? { ...rest, additionalProperties } : rest;
}

/** Whoever sends an empty text, or one that is too long, hears so: assistants need not read it of each. */
function shorten(part: z.core.JSONSchema.BaseSchema): void {
  shortenSchema(part);
  delete part.minLength;
  delete part.maxLength;
  if (part.minItems === 1) delete part.minItems;
}
