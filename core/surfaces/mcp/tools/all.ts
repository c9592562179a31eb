import { z } from 'zod';
import { operationOf, type Tool } from '#core/surfaces/mcp/tool.ts';
import { ACCOUNT_TOOLS } from '#core/surfaces/mcp/tools/account.ts';
import { DISCOVERY_TOOLS } from '#core/surfaces/mcp/tools/discovery.ts';
import { EXPORT_TOOLS } from '#core/surfaces/mcp/tools/exports.ts';
import { INSIGHT_TOOLS } from '#core/surfaces/mcp/tools/insights.ts';
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
];

/** Null where there is none. */
export function toolNamed(name: unknown): Tool | null {
  return TOOLS.find((tool) => tool.name === name) ?? null;
}

export function isReading(tool: Tool): boolean {
  return operationOf(tool).scope === 'read';
}

/** A tool as `tools/list` gives it. */
export function listedTool(tool: Tool): Readonly<Record<string, unknown>> {
  const { name, title, description, hints } = tool;
  return {
    name,
    title,
    description,
    inputSchema: jsonSchema(tool.input),
    outputSchema: jsonSchema(resultSchema(tool.data)),
    annotations: {
      title,
      readOnlyHint: isReading(tool),
      destructiveHint: hints.destructive,
      idempotentHint: hints.idempotent,
      openWorldHint: hints.openWorld,
    },
  };
}

/** Every result of a tool: `data` where it went well, else what went wrong. */
function resultSchema(data: z.ZodObject): z.ZodObject {
  return z.object({
    ok: z.boolean().meta({ description: 'Whether it went well.' }),
    data: data.optional(),
    error: z.string().optional().meta({ description: 'What went wrong, and what to do.' }),
    error_code: z.string().optional(),
    detail: z.string().optional(),
    seconds_to_wait: z.number().optional().meta({ description: 'After so many seconds it may be tried again.' }),
  });
}

/**
 * Without the dialect: clients of the older revisions know 2020-12 by no name, and nothing here depends on it. As input,
 * because as output every object would be closed to further fields.
 */
function jsonSchema(schema: z.ZodObject): Readonly<Record<string, unknown>> {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input', override: ({ jsonSchema: part }) => shorten(part) });
  return rest;
}

/** Assistants read every word of a schema: what only repeats the type or the format goes. */
function shorten(part: z.core.JSONSchema.BaseSchema): void {
  if (part.format !== undefined) delete part.pattern;
  if (part.minimum === Number.MIN_SAFE_INTEGER) delete part.minimum;
  if (part.maximum === Number.MAX_SAFE_INTEGER) delete part.maximum;
}
