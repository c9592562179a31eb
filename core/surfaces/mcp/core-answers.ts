import { contextOf } from '#core/team/call-context.ts';
import { CommentdockError } from '#core/contract/error.ts';
import type { Caller } from '#core/operations/context.ts';
import type { OperationContext, Services } from '#core/operations/registry.ts';
import {
  type AnsweredMethod,
  type Answers,
  type Asked,
  type Params,
  ProtocolFailure,
  type Result,
  RPC_CODES,
} from '#core/surfaces/mcp/answers.ts';
import { callTool, failure } from '#core/surfaces/mcp/call-tool.ts';
import { completeArgument } from '#core/surfaces/mcp/completion.ts';
import { getPrompt, listedPrompts } from '#core/surfaces/mcp/prompts.ts';
import { listResources, readResource, RESOURCE_TEMPLATES } from '#core/surfaces/mcp/resources.ts';
import type { ReportProgress } from '#core/surfaces/mcp/tool.ts';
import { inToolWords } from '#core/surfaces/mcp/tool-words.ts';
import { listedTool, toolNamed, TOOLS } from '#core/surfaces/mcp/tools/all.ts';

/** Who asks, as the transport found out. */
export interface Guest {
  readonly caller: Caller;
  /** Asked for sample data (`X-Sandbox`). */
  readonly sandbox: boolean;
  /** Without a slash at the end. */
  readonly baseUrl: string;
  /** Why this request is not served: the limit of the token. */
  readonly refusal: CommentdockError | null;
}

type Answerer = (asked: Asked, context: OperationContext, guest: Guest) => Promise<Result> | Result;

/** Answers from the core of this process, for each guest. */
export function createCoreAnswers(services: Services): (guest: Guest) => Answers {
  let listing: readonly Result[] | null = null;
  const answerers = createAnswerers(() => (listing ??= TOOLS.map(listedTool)));
  return (guest) => ({
    async answer(asked) {
      const context = contextOf(services, { caller: guest.caller, links: { baseUrl: guest.baseUrl }, signal: asked.signal });
      try {
        return await answerers[asked.method](asked, context, guest);
      } catch (error) {
        if (error instanceof CommentdockError) throw protocolFailure(error, asked.params);
        throw error;
      }
    },
  });
}

function createAnswerers(listTools: () => readonly Result[]): Readonly<Record<AnsweredMethod, Answerer>> {
  return {
    'tools/list': () => ({ tools: listTools() }),
    'tools/call': (asked, context, guest) => {
      const tool = toolNamed(asked.params['name']);
      if (tool === null) throw new ProtocolFailure(RPC_CODES.invalidParams, `There is no tool "${String(asked.params['name'])}".`);
      if (guest.refusal !== null) return failure(guest.refusal, tool);
      return callTool(tool, asked.params['arguments'], { context, sandbox: guest.sandbox, report: reporter(asked) });
    },
    'resources/list': ({ params }, context) => listResources(params['cursor'], context),
    'resources/templates/list': () => ({ resourceTemplates: RESOURCE_TEMPLATES }),
    'resources/read': ({ params }, context, { refusal }) => {
      if (refusal !== null) throw refusal;
      return readResource(String(params['uri']), context);
    },
    'prompts/list': () => ({ prompts: listedPrompts() }),
    'prompts/get': ({ params }) => getPrompt(params),
    'completion/complete': ({ params }, context) => completeArgument(params, context),
  };
}

function reporter({ progressToken, notifyProgress }: Asked): ReportProgress {
  return ({ progress, total, message }) => {
    if (progressToken !== null) notifyProgress({ progressToken, progress, message, ...(total === null ? {} : { total }) });
  };
}

/** Where no tool is called there is no result that could tell of a failure. */
function protocolFailure(error: CommentdockError, params: Params): ProtocolFailure {
  const { code, status, secondsToWait } = error;
  const message = inToolWords(error.message, null);
  const isOurs = status >= 500 || code === 'INTERNAL';
  const data = {
    error_code: code,
    ...(params['uri'] === undefined ? {} : { uri: params['uri'] }),
    ...(secondsToWait === null ? {} : { seconds_to_wait: secondsToWait }),
  };
  if (status === 429) return new ProtocolFailure(RPC_CODES.refused, message, data);
  return new ProtocolFailure(isOurs ? RPC_CODES.internal : RPC_CODES.invalidParams, message, data);
}
