import { CommentdockError, asCommentdockError } from '#core/contract/error.ts';
import { callNamed } from '#core/operations/registry.ts';
import { explainIssues } from '#core/contract/issue-words.ts';
import { shortened } from '#core/surfaces/mcp/shorten.ts';
import { offeredInput, operationOf, type Tool, type ToolUse } from '#core/surfaces/mcp/tool.ts';
import { inToolWords } from '#core/surfaces/mcp/tool-words.ts';
import { untrustedWords } from '#core/surfaces/mcp/untrusted.ts';

/** A result as the protocol carries it: the same JSON as text and as structured content. */
interface ToolResult extends Record<string, unknown> {
  readonly content: readonly Readonly<Record<string, unknown>>[];
  readonly structuredContent: Readonly<Record<string, unknown>>;
  readonly isError?: true;
}

/**
 * Runs a tool. What fails is a result too, so that an assistant reads what went wrong and what to do.
 * @throws the reason of the context's signal, where nobody waits for the result any more
 */
export async function callTool(tool: Tool, given: unknown, use: ToolUse): Promise<ToolResult> {
  try {
    const args = argumentsOf(tool, given);
    const asked = tool.ask(args, use);
    const answer = await callNamed(tool.operation, asked, use.context);
    const mark = tool.untrusted === undefined ? {} : { untrusted: untrustedWords(tool.untrusted) };
    return resultOf({ ok: true, data: { ...mark, ...shortened(await tool.tell(answer, args, use, asked)) } });
  } catch (error) {
    use.context.signal.throwIfAborted();
    return failure(asCommentdockError(error), tool);
  }
}

/** A failure as interface.md has it. */
export function failure(error: CommentdockError, tool: Tool): ToolResult {
  const { code, secondsToWait } = error;
  const message = inToolWords(error.message, tool);
  const told = { ok: false, error: message, error_code: code, detail: message };
  return { ...resultOf(secondsToWait === null ? told : { ...told, seconds_to_wait: secondsToWait }), isError: true };
}

/** @throws CommentdockError with the code that the operation itself has for an input that does not fit */
function argumentsOf(tool: Tool, given: unknown): Readonly<Record<string, unknown>> {
  const input = given ?? {};
  const parsed = tool.input.safeParse(input);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const violations = explainIssues(issues, { input, name: `\`${tool.name}\`` });
  const taken = issues.some(({ code }) => code === 'unrecognized_keys')
    ? [`It takes: ${Object.keys(offeredInput(tool).shape).join(', ')}.`]
    : [];
  const code = operationOf(tool).errors.includes('VALIDATION_ERROR') ? 'VALIDATION_ERROR' : 'INVALID_REQUEST';
  throw new CommentdockError(code, [...violations.map(({ message }) => message), ...taken].join(' '), { violations });
}

function resultOf(structured: Readonly<Record<string, unknown>>): ToolResult {
  const text = JSON.stringify(structured);
  return {
    content: [{ type: 'text', text }, ...linksOf(structured['data'])],
    structuredContent: JSON.parse(text) as Record<string, unknown>,
  };
}

/** What did not fit is linked, for clients that read resources. */
function linksOf(data: unknown): readonly Readonly<Record<string, unknown>>[] {
  const { truncated, resource, bytes, guid } = (data ?? {}) as Readonly<Record<string, unknown>>;
  if (truncated !== true) return [];
  return [
    {
      type: 'resource_link',
      uri: resource,
      name: `${String(guid)}.json`,
      title: 'The whole export',
      mimeType: 'application/json',
      size: bytes,
    },
  ];
}
