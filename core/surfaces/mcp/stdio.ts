import { once } from 'node:events';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { asCommentdockError } from '#core/contract/error.ts';
import { type Answers, ProtocolFailure, RPC_CODES } from '#core/surfaces/mcp/answers.ts';
import { createProtocolServer } from '#core/surfaces/mcp/protocol-server.ts';
import { createServiceAnswers } from '#core/surfaces/mcp/service-answers.ts';

/** A service to ask: one that runs already, or one that was started for this. */
export interface ReachedService {
  readonly baseUrl: string;
  /** Ends what was started for this. */
  close(): Promise<void>;
}

export interface StdioParts {
  /** `SERVICE_API_TOKEN`; null where it is not set. */
  readonly token: string | null;
  /** Finds or makes a token of this assistant's own on a service that is reached; null: only one that is given counts. */
  readonly ownToken: (() => Promise<string>) | null;
  /** Of the service. */
  readonly dataDir: string;
  /** Aborts on Ctrl+C. */
  readonly signal: AbortSignal;
  /** Attaches to the service that runs on the data folder, else starts one in this process. */
  reach(): Promise<ReachedService>;
}

const NO_TOKEN = 'Unauthorized: set SERVICE_API_TOKEN to an API token. `commentdock token` prints one.';

/**
 * Serves the protocol on the standard streams until the client closes them. Nothing else is written to standard output.
 * Without a token, or with a wrong one, clients connect and get errors.
 */
export async function serveMcpStdio({ token, ownToken, dataDir, signal, reach }: StdioParts): Promise<void> {
  const link = createLink(reach);
  const own = ownToken === null ? null : keptOnce(ownToken);
  const answers: Answers = {
    async answer(asked) {
      const credentialOf = token === null ? own : async () => token;
      if (credentialOf === null) throw new ProtocolFailure(RPC_CODES.unauthorized, NO_TOKEN);
      for (const isLast of [false, true]) {
        const { baseUrl } = await link.reached();
        try {
          return await createServiceAnswers(`${baseUrl}/mcp`, await credentialOf()).answer(asked);
        } catch (error) {
          if (isUnknownToken(error)) throw new ProtocolFailure(RPC_CODES.unauthorized, notOf(dataDir));
          // The service that ran when this process started may be gone by now; one that answers is asked once only.
          if (isLast || !isUnreachable(error)) throw error;
          await link.drop();
        }
      }
      throw new ProtocolFailure(RPC_CODES.internal, 'The service cannot be reached.');
    },
  };
  const handle = serveStdio((context) => createProtocolServer(answers, context), { transport: new StdioServerTransport() });
  try {
    await Promise.race([once(process.stdin, 'close', { signal }), once(process.stdin, 'end', { signal })]);
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    await handle.close();
    await link.drop();
  }
}

/** What was found once; who could not find it looks again the next time. */
function keptOnce<T>(find: () => Promise<T>): () => Promise<T> {
  let found: Promise<T> | null = null;
  return async () => {
    try {
      return await (found ??= find());
    } catch (error) {
      found = null;
      throw error;
    }
  };
}

/** What lacks a scope says so in its data. */
function isUnknownToken(error: unknown): boolean {
  return error instanceof ProtocolFailure && error.code === RPC_CODES.unauthorized && error.data === undefined;
}

function notOf(dataDir: string): string {
  return `Unauthorized: the data folder ${dataDir} does not know this token. It was made on another data folder, was revoked, or has expired. \`commentdock token\` prints one of this folder, COMMENTDOCK_DATA_DIR names another folder.`;
}

/** One service at a time, reached when it is first needed. */
function createLink(reach: () => Promise<ReachedService>) {
  let current: Promise<ReachedService> | null = null;
  return {
    async reached(): Promise<ReachedService> {
      current ??= reach();
      try {
        return await current;
      } catch (error) {
        current = null;
        throw new ProtocolFailure(RPC_CODES.internal, asCommentdockError(error).message);
      }
    },
    async drop(): Promise<void> {
      const dropped = current;
      current = null;
      await dropped?.then((service) => service.close()).catch(() => undefined);
    },
  };
}

/** Nobody listens there: nothing was asked of anybody. */
function isUnreachable(error: unknown): boolean {
  const { cause } = (error ?? {}) as { readonly cause?: { readonly code?: string } };
  return cause?.code === 'ECONNREFUSED';
}
