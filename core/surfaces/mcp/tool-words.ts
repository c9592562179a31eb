import { OPERATIONS, type RegisteredOperation } from '#core/operations/registry.ts';
import { argumentWords } from '#core/surfaces/mcp/error-words.ts';
import type { Tool } from '#core/surfaces/mcp/tool.ts';
import { TOOLS } from '#core/surfaces/mcp/tools/all.ts';

const ROUTE = /`?\b(GET|POST|PATCH|PUT|DELETE) (\/[\w/{}-]+)`?/g;

/** The sentence of an error as whoever uses tools can follow it: with tools in place of routes, and the arguments of this one. */
export function inToolWords(message: string, tool: Tool | null): string {
  const prefix = tool !== null && 'options' in tool.input.shape ? 'options.' : '';
  return argumentWords(message, prefix).replaceAll(ROUTE, (_whole, method: string, path: string) => nameOf(method, path));
}

/** The tool of a route; the command of the owner where there is none. */
function nameOf(method: string, path: string): string {
  const operation = OPERATIONS.find(({ rest }) => rest.method === method && isAt(rest, path));
  const tool = TOOLS.find((candidate) => candidate.operation === operation?.name);
  if (tool !== undefined) return `\`${tool.name}\``;
  return operation?.cli === undefined ? 'the app' : `\`commentdock ${operation.cli.command}\``;
}

/** The path may name what it is about, or leave it in braces. */
function isAt({ path: pattern }: RegisteredOperation['rest'], path: string): boolean {
  const [parts, named] = [pattern.split('/'), path.split('/')];
  return parts.length === named.length && parts.every((part, at) => part.startsWith('{') || part === named[at]);
}
