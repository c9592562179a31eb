import { z } from 'zod';
import { defineOperation } from '#core/owner/context.ts';

const MCP_PATH = '/mcp';
const CLIENT_ID_LENGTH = 2_000;

const setupSchema = z.object({
  stdio: z
    .object({
      command: z.string().meta({ examples: ['/usr/bin/node'] }),
      args: z.array(z.string()).meta({ examples: [['/opt/commentdock/bin/commentdock.js', 'mcp']] }),
      env: z.record(z.string(), z.string()).meta({ description: 'What it needs besides `SERVICE_API_TOKEN`.' }),
    })
    .nullable()
    .meta({ description: 'What an assistant starts; null in the desktop app, which assistants reach over HTTP.' }),
  http_url: z.string().meta({ examples: ['http://127.0.0.1:4780/mcp'] }),
});

const setup = defineOperation({
  name: 'assistants.setup',
  summary: 'How assistants reach this service',
  description:
    'The command that an assistant on this machine starts, with absolute paths, and the address of the same tools over HTTP. Both take an API token.',
  scope: 'read',
  input: z.object({}),
  output: setupSchema,
  errors: [],
  rest: { method: 'GET', path: '/api/v1/assistants/setup', status: 200, auth: 'owner' },
  team: 'all',
  cli: { command: 'assistants' },
  run: (_input, { assistantCommand, config, links }) => ({
    stdio: assistantCommand && {
      command: assistantCommand.command,
      args: [...assistantCommand.args],
      env: { COMMENTDOCK_DATA_DIR: config.dataDir },
    },
    http_url: `${links.baseUrl}${MCP_PATH}`,
  }),
});

const allowedClientSchema = z.object({
  client_id: z.string().meta({ examples: ['mcp'] }),
  name: z.string().meta({ description: 'What it calls itself; its id where it did not say.', examples: ['Desk assistant'] }),
  scopes: z.array(z.string()).meta({ examples: [['read', 'write']] }),
  allowed_at: z.iso.datetime().meta({ description: 'When the oldest permission that still holds was given.' }),
});

const clients = defineOperation({
  name: 'assistants.clients',
  summary: 'List allowed clients',
  description: 'The OAuth clients that the owner allowed something. Programs with an API token are not among them.',
  scope: 'read',
  input: z.object({}),
  output: z.array(allowedClientSchema),
  errors: [],
  rest: { method: 'GET', path: '/api/v1/assistants/clients', status: 200, auth: 'owner' },
  cli: { command: 'assistants clients' },
  run: (_input, { allowedClients }) =>
    allowedClients.list().map(({ clientId, name, scopes, sinceMs }) => ({
      client_id: clientId,
      name,
      scopes: [...scopes],
      allowed_at: new Date(sinceMs).toISOString(),
    })),
});

const revoke = defineOperation({
  name: 'assistants.revoke',
  summary: 'Take back what a client was allowed',
  description: 'Ends all tokens of an OAuth client at once. Nothing happens where it holds none.',
  scope: 'write',
  input: z.object({
    client_id: z
      .string()
      .min(1)
      .max(CLIENT_ID_LENGTH)
      .meta({ description: 'The `client_id` of the client.', examples: ['mcp'] }),
  }),
  output: z.void(),
  errors: ['VALIDATION_ERROR'],
  rest: { method: 'POST', path: '/api/v1/assistants/clients/revoke', status: 204, auth: 'owner' },
  cli: { command: 'assistants revoke' },
  run: ({ client_id: clientId }, { allowedClients }) => allowedClients.revoke(clientId),
});

export const ASSISTANT_OPERATIONS = [setup, clients, revoke];
