import { type JSONRPCRequest, ProtocolError, type Result, Server, type ServerContext } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { wordsOfIssues } from '#core/contract/issue-words.ts';
import { RPC_CODES } from '#core/surfaces/mcp/answers.ts';

type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

/** The server of the SDK, which gives what its schemas refuse as a dump of them, and mostly as an inner error: this one says it in words. */
export class TellingServer extends Server {
  protected override _wrapHandler(method: string, handler: Handler): Handler {
    const wrapped = super._wrapHandler(method, handler);
    return async (request, context) => {
      try {
        return await wrapped(request, context);
      } catch (error) {
        const issues = dumpedIssues(error);
        if (issues === null) throw error;
        throw new ProtocolError(RPC_CODES.invalidParams, wordsOfIssues(issues, { input: request, name: 'The request' }));
      }
    };
  }
}

/** Null where the error is of another kind. */
function dumpedIssues(error: unknown): readonly z.core.$ZodIssue[] | null {
  if (!(error instanceof Error)) return null;
  const dump = /^(?:Invalid \S+ request: )?(\[\s*\{[^]*\])$/.exec(error.message)?.[1];
  if (dump === undefined) return null;
  try {
    const issues = JSON.parse(dump) as readonly Partial<z.core.$ZodIssue>[];
    return issues.every(({ code, path }) => typeof code === 'string' && Array.isArray(path)) ? (issues as z.core.$ZodIssue[]) : null;
  } catch {
    return null;
  }
}
