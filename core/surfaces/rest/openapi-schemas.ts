import { z } from 'zod';
import { completenessSchema } from '#core/contract/completeness.ts';
import { errorCodeSchema, jobErrorCodeSchema } from '#core/contract/error.ts';
import { exportedItemSchema } from '#core/contract/exported-item-schema.ts';
import { incrementalSchema } from '#core/contract/incremental.ts';
import { jobSchema } from '#core/contract/job.ts';
import { listFiltersSchema } from '#core/contract/labels.ts';
import { layoutSchema } from '#core/contract/layout.ts';
import { memberSchema } from '#core/contract/member.ts';
import { needsYouSchema } from '#core/contract/needs-you.ts';
import { exportTypeSchema, jobOptionsSchema } from '#core/contract/options.ts';
import { keptRemarkSchema } from '#core/contract/remark.ts';
import { exportsOfUrlSchema, platformInfoSchema } from '#core/contract/platform.ts';
import { poolSchema, routeHealthSchema, routeSchema } from '#core/contract/route.ts';
import { savedAccountSchema } from '#core/contract/saved-account.ts';
import { scheduleSchema } from '#core/contract/schedule.ts';
import { foundRowSchema, textRangesSchema } from '#core/contract/search.ts';
import { sentimentAccountSchema } from '#core/contract/sentiment.ts';
import { webhookBodySchema, webhookEventSchema, webhookSchema } from '#core/contract/webhook.ts';
import { createdJobSchema } from '#core/exports/job-creation.ts';
import { keptSchema, winnerSchema } from '#core/exports/winners.ts';
import { operationNamed } from '#core/operations/registry.ts';
import { shortenSchema } from '#core/operations/short-schema.ts';
import { tokenSchema } from '#core/owner/tokens.ts';

export type JsonObject = { [key: string]: unknown };

export const errorBodySchema = z.object({
  status_code: z.int(),
  error_code: errorCodeSchema,
  detail: z.string().meta({ description: 'What happened and what to do.' }),
  error: z.string().meta({ description: 'The same as `detail`.' }),
  seconds_to_wait: z.int().optional().meta({ description: 'After so many seconds the same request passes.' }),
  violations: z.array(z.object({ propertyPath: z.string(), message: z.string() })).optional(),
});

/** Schemas that stand once, under components. */
const NAMED_SCHEMAS = {
  Job: jobSchema,
  CreatedJob: createdJobSchema,
  JobOptions: jobOptionsSchema,
  Layout: layoutSchema,
  Completeness: completenessSchema,
  NeedsYou: needsYouSchema,
  SentimentAccount: sentimentAccountSchema,
  ExportType: exportTypeSchema,
  ExportsOfUrl: exportsOfUrlSchema,
  JobErrorCode: jobErrorCodeSchema,
  Item: exportedItemSchema,
  FoundRow: foundRowSchema,
  TextRanges: textRangesSchema,
  Platform: platformInfoSchema,
  Token: tokenSchema,
  Webhook: webhookSchema,
  WebhookEvent: webhookEventSchema,
  WebhookBody: webhookBodySchema,
  Schedule: scheduleSchema,
  Route: routeSchema,
  Pool: poolSchema,
  SavedAccount: savedAccountSchema,
  SentimentProvider: operationNamed('sentiment.set').output,
  PlatformStandings: operationNamed('platforms.checks').output,
  Pack: operationNamed('packs.rollback').output,
  Incremental: incrementalSchema,
  Member: memberSchema,
  Winner: winnerSchema,
  KeptDraw: keptSchema,
  Remark: keptRemarkSchema,
  ListFilters: listFiltersSchema,
  Account: operationNamed('account.switch').output,
  Preferences: operationNamed('preferences.set').output,
  Pause: operationNamed('service.pause').output,
  Browser: operationNamed('browser.install').output,
  PackUpdates: operationNamed('packs.choose').output,
  PackKeys: operationNamed('packs.trust').output,
  RouteHealth: routeHealthSchema,
  Error: errorBodySchema,
  ErrorCode: errorCodeSchema,
} as const;

/** Turns schemas into JSON Schema with references to the named ones. */
export interface SchemaWriter {
  /** Those that were referred to so far. */
  readonly byName: ReadonlyMap<string, JsonObject>;
  /** Responses with them, which operations share. */
  readonly responses: Map<string, JsonObject>;
  write(schema: z.ZodType, io: 'input' | 'output'): JsonObject;
}

/** What schemas say of themselves, and the names under which some stand once. */
class NamedMetadata extends z.core.$ZodRegistry<Record<string, unknown>> {
  override get<S extends z.core.$ZodType>(schema: S): z.core.$replace<Record<string, unknown>, S> | undefined {
    return { ...z.globalRegistry.get(schema), ...super.get(schema) } as z.core.$replace<Record<string, unknown>, S>;
  }
}

export function schemaWriter(): SchemaWriter {
  const metadata = new NamedMetadata();
  for (const [id, schema] of Object.entries(NAMED_SCHEMAS)) metadata.add(schema, { id });
  const byName = new Map<string, JsonObject>();
  return {
    byName,
    responses: new Map(),
    write(schema, io) {
      // In a list: a named schema that stands alone would be written out.
      const { $defs = {}, items } = withRefs(
        z.toJSONSchema(z.array(schema), { io, metadata, unrepresentable: 'any', override: ({ jsonSchema }) => plainly(jsonSchema) }),
      );
      for (const [name, definition] of Object.entries($defs as Record<string, JsonObject>)) byName.set(name, definition);
      return io === 'output' ? withoutBounds(items as JsonObject) : (items as JsonObject);
    },
  };
}

/** Without what says nothing more; a record of given names has each of them as a property, so that readers know them. */
function plainly(part: z.core.JSONSchema.BaseSchema): void {
  shortenSchema(part);
  const { propertyNames, required, additionalProperties: member } = part;
  if (propertyNames === undefined || required === undefined || member === undefined) return;
  part.properties = Object.fromEntries(required.map((name) => [name, member]));
  delete part.propertyNames;
  delete part.additionalProperties;
}

function withRefs(schema: object): JsonObject {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as JsonObject;
}

/** Bounds are for those who send something: whoever reads an answer takes what is there, and fields that come to it later. */
function withoutBounds(schema: JsonObject): JsonObject {
  const isBound = (name: string, value: unknown): boolean =>
    name === 'additionalProperties' ? value === false : (name === 'minimum' || name === 'minLength') && typeof value === 'number';
  return JSON.parse(JSON.stringify(schema), (name, value: unknown) => (isBound(name, value) ? undefined : value)) as JsonObject;
}
