import { TOOLS } from 'virtual:assistant-tools';
import type { Output } from '#renderer/client/call.ts';

type Program = NonNullable<Output<'assistants.setup'>['stdio']>;

const LAUNCHER = 'server/index.js';
/** The program finds or makes a token of its own: nobody pastes one, and the file holds none. */
const OWN_TOKEN = '--own-token';

/**
 * The bundle that an assistant installs with a click (modelcontextprotocol/mcpb, MANIFEST.md 0.3): it starts the Commentdock of this machine, on
 * the data folder of this service. The bundle of a release brings the program along instead (scripts/package-mcpb.ts).
 * @param version of the service
 */
export async function bundleOf({ command, args, env }: Program, version: string): Promise<Blob> {
  const { strToU8, zipSync } = await import('fflate');
  const whole = [...args, OWN_TOKEN];
  const manifest = {
    manifest_version: '0.3',
    name: 'commentdock',
    display_name: 'Commentdock',
    version,
    description: 'Exports comments, reviews and followers to spreadsheets, by the Commentdock of this machine.',
    author: { name: 'Commentdock' },
    server: { type: 'node', entry_point: LAUNCHER, mcp_config: { command, args: whole, env } },
    tools: TOOLS.map(({ name, description }) => ({ name, description })),
  };
  // Whoever goes by the entry point instead of the command gets the same.
  const launcher = `const { spawn } = require('node:child_process');
const env = { ...process.env, ...${JSON.stringify(env)} };
spawn(${JSON.stringify(command)}, ${JSON.stringify(whole)}, { stdio: 'inherit', env }).on('exit', (code) => process.exit(code ?? 1));
`;
  const files = { 'manifest.json': strToU8(`${JSON.stringify(manifest, null, 2)}\n`), [LAUNCHER]: strToU8(launcher) };
  return new Blob([zipSync(files)], { type: 'application/zip' });
}
