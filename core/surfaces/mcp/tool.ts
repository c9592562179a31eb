import { z } from 'zod';
import { type Job, JOB_STATUSES } from '#core/contract/job.ts';
import type { NeedsYou } from '#core/contract/needs-you.ts';
import {
  type OperationContext,
  type OperationName,
  operationNamed,
  type OperationTypes,
  type RegisteredOperation,
} from '#core/operations/registry.ts';
import { wallWords } from '#core/surfaces/mcp/error-words.ts';

/** How far an export has come, for whoever waits for it. */
export type ReportProgress = (progress: { readonly progress: number; readonly total: number | null; readonly message: string }) => void;

/** What a tool works with while it runs. */
export interface ToolUse {
  readonly context: OperationContext;
  /** Sample data instead of asking platforms. */
  readonly sandbox: boolean;
  readonly report: ReportProgress;
}

/** What a client may assume of a tool, beyond what its operation says (the hints of the protocol). */
export interface ToolHints {
  /** Takes away what cannot be had back. */
  readonly destructive: boolean;
  /** Called again with the same arguments it changes nothing more. */
  readonly idempotent: boolean;
  /** Reaches out to platforms or to addresses elsewhere. What hands on texts of strangers is listed so besides. */
  readonly openWorld: boolean;
}

/** A tool: the operation it asks, and its own words for the arguments and the answer. */
export interface Tool<I extends z.ZodObject = z.ZodObject, N extends OperationName = OperationName> {
  readonly name: string;
  readonly title: string;
  /** For an assistant that chooses: what it gives, when to take it, what comes next. Assistants read it with every list of tools. */
  readonly description: string;
  /** By name. Its scope is the tool's. */
  readonly operation: N;
  readonly hints: ToolHints;
  /** Closed: what it does not name is refused by name. */
  readonly input: I;
  /** Arguments that are taken and no longer offered. */
  readonly former?: readonly string[];
  /** The members of `data` that hold texts of strangers, as words of a sentence. Left out: none does. */
  readonly untrusted?: string;
  /** The input of the operation. @throws CommentdockError INVALID_REQUEST */
  ask(args: z.output<I>, use: ToolUse): OperationTypes[N]['input'];
  /** What stands in `data` on success, from what the operation answers. `asked` is what it was asked. */
  tell(answer: OperationTypes[N]['output'], args: z.output<I>, use: ToolUse, asked: OperationTypes[N]['input']): object | Promise<object>;
}

/** Checks the types of a tool where it is written, and closes its input. */
export function defineTool<I extends z.ZodObject, const N extends OperationName>(tool: Tool<I, N>): Tool {
  return { ...tool, input: tool.input.strict() as unknown as I };
}

/** The arguments that it is listed with. */
export function offeredInput({ input, former = [] }: Tool): z.ZodObject {
  return z.strictObject(Object.fromEntries(Object.entries(input.shape).filter(([name]) => !former.includes(name))));
}

/** Hints of tools that read, and of those that change what can be changed back. */
export const READS: ToolHints = { destructive: false, idempotent: true, openWorld: false };
export const CHANGES: ToolHints = { destructive: false, idempotent: false, openWorld: false };
export const SETS: ToolHints = { destructive: false, idempotent: true, openWorld: false };
const DELETES: ToolHints = { destructive: true, idempotent: true, openWorld: false };

export const guidField = z.string().min(1).meta({ description: '`guid` of the export.' });

export function operationOf({ operation }: Pick<Tool, 'operation'>): RegisteredOperation {
  return operationNamed(operation);
}

/** A tool that removes for good what has this uuid. */
export function removing(words: Pick<Tool, 'name' | 'title' | 'description' | 'operation'>, uuid: z.ZodString): Tool {
  return defineTool({
    ...words,
    hints: DELETES,
    input: z.object({ uuid }),
    ask: (args) => args,
    tell: (_nothing: undefined, args) => ({ uuid: args.uuid, deleted: true }),
  });
}

/** An export as tools tell of it. */
export const exportDataSchema = z.object({
  id: z.int(),
  guid: z.string(),
  status: z.enum(JOB_STATUSES),
  url: z.string(),
  /** What its owner calls it. */
  title: z.string().optional(),
  folder: z.string().optional(),
  tags: z.array(z.string()).optional(),
  /** What the platform says exists; null where it does not say. */
  totalComments: z.int().nullable(),
  /** Items that are here. */
  exportedComments: z.int(),
  /** Link to the spreadsheet; null until it exists. */
  downloadUrl: z.string().nullable(),
  /** Link to the JSON file; null until it exists. */
  jsonUrl: z.string().nullable(),
  platform: z.string(),
  exportType: z.string(),
  /** Why it failed, and what to do. */
  error: z.string().nullable(),
  error_code: z.string().nullable(),
  /** False: something is missing; null: not finished. */
  complete: z.boolean().nullable(),
  /** What is missing and why, in one sentence. */
  completeness: z.string(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
  /** Not null: an export can go on from here. */
  cursor: z.string().nullable(),
  /** What it waits for its owner to do. */
  needsYou: z.string().optional(),
  sandbox: z.boolean().optional(),
});

function needsYouWords({ code, message, until, command }: NeedsYou): string {
  return `${code}: ${message} The export waits until ${until}. Its owner opens a window of the platform in the app, or with \`${command}\`, and does there what the site asks; nobody else can.`;
}

export function exportData(job: Job): z.output<typeof exportDataSchema> {
  return {
    id: job.id,
    guid: job.guid,
    status: job.status,
    url: job.url,
    ...(job.title === undefined ? {} : { title: job.title }),
    ...(job.folder === undefined ? {} : { folder: job.folder }),
    ...(job.tags === undefined ? {} : { tags: job.tags }),
    totalComments: job.total,
    exportedComments: job.total_exported,
    downloadUrl: job.download_url,
    jsonUrl: job.json_url,
    platform: job.platform,
    exportType: job.export_type,
    error: job.error === null ? null : wallWords(job.error, job.error_code),
    error_code: job.error_code,
    complete: job.completeness.complete,
    completeness: job.completeness.summary,
    createdAt: job.created_at,
    finishedAt: job.exported_at,
    cursor: job.cursor,
    ...(job.needs_you === undefined ? {} : { needsYou: needsYouWords(job.needs_you) }),
    ...(job.sandbox === undefined ? {} : { sandbox: job.sandbox }),
  };
}
