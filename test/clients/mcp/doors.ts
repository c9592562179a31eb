import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as FormerClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as FormerStdioTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as FormerHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport as FormerTransport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { programToStart } from '#test/program.ts';

const WHO = { name: 'somebody-elses-client', version: '1.0.0' };
export const NEWEST = '2026-07-28';

interface ToolAnswer {
  readonly isError: boolean;
  readonly content: readonly { readonly type: string; readonly text?: string; readonly uri?: string }[];
  readonly structured: Readonly<Record<string, unknown>>;
}

export interface Progress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

interface CallWishes {
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: Progress) => void;
}

type Fields = Readonly<Record<string, unknown>>;

/** A client that has connected; the same for both libraries. They check results against the schemas of the tools. */
export interface Connected extends AsyncDisposable {
  readonly revision: string | undefined;
  call(tool: string, args: Fields, wishes?: CallWishes): Promise<ToolAnswer>;
  listTools(): Promise<readonly Fields[]>;
  listResources(cursor?: string): Promise<{ readonly resources: readonly Fields[]; readonly nextCursor?: string | undefined }>;
  listTemplates(): Promise<readonly Fields[]>;
  readResource(uri: string): Promise<readonly { readonly text?: string; readonly mimeType?: string; readonly _meta?: Fields }[]>;
  listPrompts(): Promise<readonly Fields[]>;
  getPrompt(name: string, args: Readonly<Record<string, string>>): Promise<string>;
  complete(prompt: string, argument: string, value: string): Promise<readonly string[]>;
}

export interface Where {
  readonly baseUrl: string;
  readonly token: string;
  readonly dataDir: string;
  /** For processes: the environment that the service has. */
  readonly env: Readonly<Record<string, string>>;
}

/** The ways in: a transport and an era each. */
export const DOORS = {
  'Streamable HTTP, 2026': ({ baseUrl, token }: Where) =>
    openNew(
      new StreamableHTTPClientTransport(new URL('/mcp', baseUrl), { requestInit: { headers: { authorization: `Bearer ${token}` } } }),
    ),
  'Streamable HTTP, 2025': ({ baseUrl, token }: Where) =>
    openFormer(
      new FormerHttpTransport(new URL('/mcp', baseUrl), { requestInit: { headers: { 'X-AUTH-TOKEN': token } } }) as FormerTransport,
    ),
  'stdio, 2026': (where: Where) => openNew(new StdioClientTransport(command(where))),
  'stdio, 2025': (where: Where) => openFormer(new FormerStdioTransport(command(where))),
} as const satisfies Record<string, (where: Where) => Promise<Connected>>;

export type DoorName = keyof typeof DOORS;
export const DOOR_NAMES = Object.keys(DOORS) as readonly DoorName[];

/** The command as an assistant starts it. */
export function command({ dataDir, token, env }: Omit<Where, 'baseUrl'>, ...flags: readonly string[]) {
  const settings = { ...plainEnv(), ...env, COMMENTDOCK_PORT: '0', COMMENTDOCK_DATA_DIR: dataDir, SERVICE_API_TOKEN: token };
  return { command: process.execPath, args: [programToStart(), 'mcp', ...flags], env: settings, stderr: 'inherit' as const };
}

async function openNew(transport: StreamableHTTPClientTransport | StdioClientTransport): Promise<Connected> {
  const client = new Client(WHO, { versionNegotiation: { mode: { pin: NEWEST } } });
  await client.connect(transport);
  return connected(client as unknown as Library);
}

async function openFormer(transport: FormerTransport): Promise<Connected> {
  const client = new FormerClient(WHO);
  await client.connect(transport);
  return connected({
    ...(client as unknown as Library),
    getNegotiatedProtocolVersion: () => (transport as { readonly _protocolVersion?: string })._protocolVersion,
    // The former library has a result schema between the parameters and the options.
    callTool: (params, wishes) => client.callTool(params, undefined, wishes as object) as Promise<unknown>,
    listTools: () => client.listTools() as Promise<never>,
    listResources: (params) => client.listResources(params) as Promise<never>,
    listResourceTemplates: () => client.listResourceTemplates() as Promise<never>,
    readResource: (params) => client.readResource(params) as Promise<never>,
    listPrompts: () => client.listPrompts() as Promise<never>,
    getPrompt: (params) => client.getPrompt(params) as Promise<never>,
    complete: (params) => client.complete(params as never) as Promise<never>,
    close: () => client.close(),
  });
}

/** What both libraries have. */
interface Library {
  getNegotiatedProtocolVersion(): string | undefined;
  callTool(params: { name: string; arguments: Record<string, unknown> }, wishes?: CallWishes): Promise<unknown>;
  listTools(): Promise<{ readonly tools: readonly Fields[] }>;
  listResources(params: { cursor?: string }): Promise<{ readonly resources: readonly Fields[]; readonly nextCursor?: string }>;
  listResourceTemplates(): Promise<{ readonly resourceTemplates: readonly Fields[] }>;
  readResource(params: { uri: string }): Promise<{ readonly contents: readonly { readonly text?: string }[] }>;
  listPrompts(): Promise<{ readonly prompts: readonly Fields[] }>;
  getPrompt(params: { name: string; arguments: Record<string, string> }): Promise<{ readonly messages: readonly Fields[] }>;
  complete(params: Fields): Promise<{ readonly completion: { readonly values: readonly string[] } }>;
  close(): Promise<void>;
}

function connected(library: Library): Connected {
  return {
    revision: library.getNegotiatedProtocolVersion(),
    async call(name, args, wishes) {
      const result = (await library.callTool({ name, arguments: { ...args } }, wishes)) as {
        readonly isError?: boolean;
        readonly content: ToolAnswer['content'];
        readonly structuredContent?: Fields;
      };
      return { isError: result.isError === true, content: result.content, structured: result.structuredContent ?? {} };
    },
    listTools: async () => (await library.listTools()).tools,
    listResources: (cursor) => library.listResources(cursor === undefined ? {} : { cursor }),
    listTemplates: async () => (await library.listResourceTemplates()).resourceTemplates,
    readResource: async (uri) => (await library.readResource({ uri })).contents,
    listPrompts: async () => (await library.listPrompts()).prompts,
    async getPrompt(name, args) {
      const { messages } = await library.getPrompt({ name, arguments: { ...args } });
      return messages.map(({ content }) => (content as { readonly text: string }).text).join('\n');
    },
    async complete(prompt, argument, value) {
      const { completion } = await library.complete({ ref: { type: 'ref/prompt', name: prompt }, argument: { name: argument, value } });
      return completion.values;
    },
    [Symbol.asyncDispose]: () => library.close(),
  };
}

function plainEnv(): Record<string, string> {
  return Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
