import type { Output } from '#renderer/client/call.ts';

type Setup = Output<'assistants.setup'>;
type Program = NonNullable<Setup['stdio']>;

/** Stands where a token belongs. */
const NO_TOKEN = 'YOUR_TOKEN';
const NAME = 'commentdock';
/** An export may take ten minutes: the longest that a tool waits, and a little more. */
const LONGEST_S = 620;
const TOKEN_VARIABLE = 'SERVICE_API_TOKEN';

const TRANSPORTS = ['stdio', 'http'] as const;
export type Transport = (typeof TRANSPORTS)[number];

/** Something to copy, and where it goes. */
interface SetupBlock {
  /** A file, or null where it is a command. */
  readonly file: string | null;
  readonly code: string;
}

interface Parts {
  readonly program: Program;
  readonly httpUrl: string;
  readonly token: string;
}

/** A program that speaks the Model Context Protocol. Its names are the same in every language. */
interface Assistant {
  readonly name: string;
  readonly stdio: (parts: Parts) => SetupBlock;
  /** Null where it takes programs alone, or addresses on the internet. */
  readonly http: ((parts: Parts) => SetupBlock) | null;
}

const json = (value: unknown): string => JSON.stringify(value, null, 2);
const environment = ({ program, token }: Parts): Readonly<Record<string, string>> => ({ [TOKEN_VARIABLE]: token, ...program.env });
const started = (parts: Parts): object => ({ command: parts.program.command, args: parts.program.args, env: environment(parts) });
const bearer = ({ token }: Parts): Readonly<Record<string, string>> => ({ Authorization: `Bearer ${token}` });
const servers = (server: object): string => json({ mcpServers: { [NAME]: server } });

export const ASSISTANTS = {
  claudeDesktop: {
    name: 'Claude Desktop',
    stdio: (parts) => ({ file: claudeDesktopFile(), code: servers(started(parts)) }),
    http: null,
  },
  claudeCode: {
    name: 'Claude Code',
    stdio: (parts) => ({ file: null, code: claudeCommand(parts) }),
    http: (parts) => ({
      file: null,
      code: `claude mcp add --transport http ${NAME} ${parts.httpUrl} --header ${quoted(`Authorization: Bearer ${parts.token}`)}`,
    }),
  },
  cursor: {
    name: 'Cursor',
    stdio: (parts) => ({ file: '~/.cursor/mcp.json', code: servers(started(parts)) }),
    http: (parts) => ({ file: '~/.cursor/mcp.json', code: servers({ url: parts.httpUrl, headers: bearer(parts) }) }),
  },
  vsCode: {
    name: 'VS Code',
    stdio: (parts) => ({ file: '.vscode/mcp.json', code: json({ servers: { [NAME]: { type: 'stdio', ...started(parts) } } }) }),
    http: (parts) => ({
      file: '.vscode/mcp.json',
      code: json({ servers: { [NAME]: { type: 'http', url: parts.httpUrl, headers: bearer(parts) } } }),
    }),
  },
  zed: {
    name: 'Zed',
    stdio: (parts) => ({ file: '~/.config/zed/settings.json', code: json({ context_servers: { [NAME]: started(parts) } }) }),
    http: (parts) => ({
      file: '~/.config/zed/settings.json',
      code: json({ context_servers: { [NAME]: { url: parts.httpUrl, headers: bearer(parts) } } }),
    }),
  },
  codex: {
    name: 'Codex',
    stdio: (parts) => ({ file: '~/.codex/config.toml', code: codexProgram(parts) }),
    http: (parts) => ({ file: '~/.codex/config.toml', code: codexAddress(parts) }),
  },
  gemini: {
    name: 'Gemini CLI',
    stdio: (parts) => ({ file: '~/.gemini/settings.json', code: servers({ ...started(parts), timeout: LONGEST_S * 1_000 }) }),
    http: (parts) => ({
      file: '~/.gemini/settings.json',
      code: servers({ httpUrl: parts.httpUrl, headers: bearer(parts), timeout: LONGEST_S * 1_000 }),
    }),
  },
  other: {
    name: 'MCP',
    stdio: (parts) => ({ file: 'mcp.json', code: servers(started(parts)) }),
    http: (parts) => ({ file: 'mcp.json', code: servers({ type: 'http', url: parts.httpUrl, headers: bearer(parts) }) }),
  },
} as const satisfies Readonly<Record<string, Assistant>>;
export type AssistantId = keyof typeof ASSISTANTS;

/** The ways an assistant can take on this machine, the better one first. */
export function transportsOf(id: AssistantId, setup: Setup): readonly Transport[] {
  const { http }: Assistant = ASSISTANTS[id];
  return [...(setup.stdio === null ? [] : ['stdio' as const]), ...(http === null ? [] : ['http' as const])];
}

/** What to copy into an assistant; null where it cannot take that way. */
export function setupBlock(id: AssistantId, transport: Transport, setup: Setup, token: string | null): SetupBlock | null {
  const program = setup.stdio ?? { command: '', args: [], env: {} };
  const { stdio, http }: Assistant = ASSISTANTS[id];
  const parts = { program, httpUrl: setup.http_url, token: token ?? NO_TOKEN };
  if (transport === 'http') return http === null ? null : http(parts);
  return setup.stdio === null ? null : stdio(parts);
}

function claudeDesktopFile(): string {
  const name = 'claude_desktop_config.json';
  if (navigator.platform.startsWith('Mac')) return `~/Library/Application Support/Claude/${name}`;
  return navigator.platform.startsWith('Win') ? String.raw`%APPDATA%\Claude\${name}` : `~/.config/Claude/${name}`;
}

function claudeCommand(parts: Parts): string {
  const { command, args } = parts.program;
  const env = Object.entries(environment(parts)).map(([name, value]) => `--env ${quoted(`${name}=${value}`)}`);
  return [`claude mcp add ${NAME}`, ...env, `-- ${[command, ...args].map(quoted).join(' ')}`].join(' \\\n  ');
}

/** For a shell. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** TOML takes texts as JSON writes them. */
function codexProgram(parts: Parts): string {
  const env = Object.entries(environment(parts)).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
  return `[mcp_servers.${NAME}]
command = ${JSON.stringify(parts.program.command)}
args = ${JSON.stringify(parts.program.args)}
env = { ${env.join(', ')} }
tool_timeout_sec = ${LONGEST_S}`;
}

function codexAddress(parts: Parts): string {
  return `[mcp_servers.${NAME}]
url = ${JSON.stringify(parts.httpUrl)}
http_headers = { Authorization = ${JSON.stringify(`Bearer ${parts.token}`)} }
tool_timeout_sec = ${LONGEST_S}`;
}
