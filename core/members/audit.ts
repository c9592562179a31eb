import { z } from 'zod';
import { defineOperation } from '#core/members/context.ts';
import type { AuditEntry } from '#core/members/ports.ts';
import { pagingFields } from '#core/operations/input-fields.ts';

const entrySchema = z.object({
  at: z.iso.datetime(),
  member_uuid: z.uuid().nullable().meta({ description: 'Null: the owner.' }),
  token_uuid: z.string().nullable(),
  client_id: z.string().nullable(),
  address: z
    .string()
    .nullable()
    .meta({ examples: ['127.0.0.1'] }),
  operation: z.string().meta({ examples: ['jobs.delete'] }),
  subjects: z.array(z.uuid()),
  outcome: z.string().meta({ description: '`ok`, or the code of the refusal.', examples: ['ok'] }),
});

const list = defineOperation({
  name: 'audit.list',
  summary: 'List what was done',
  description:
    'Calls that changed something or were refused to, newest first. Kept from the first member on, for COMMENTDOCK_AUDIT_DAYS days.',
  scope: 'read',
  input: z.object({
    ...pagingFields({ defaultLimit: 30, maxLimit: 100 }),
    member: z
      .string()
      .optional()
      .meta({ description: 'Only of this member.', examples: ['7d44bd9e-5c3f-4c1e-9a53-0f0c6a5d8b21'] }),
  }),
  output: z.array(entrySchema),
  errors: [],
  rest: { method: 'GET', path: '/api/v1/audit', status: 200, auth: 'owner' },
  cli: { command: 'audit' },
  run: ({ page, limit, member = null }, { audit }) => audit.list({ page, limit, memberUuid: member }).map(presentEntry),
});

export const AUDIT_OPERATIONS = [list];

function presentEntry(entry: AuditEntry): z.output<typeof entrySchema> {
  return {
    at: new Date(entry.atMs).toISOString(),
    member_uuid: entry.memberUuid,
    token_uuid: entry.tokenUuid,
    client_id: entry.clientId,
    address: entry.address,
    operation: entry.operation,
    subjects: [...entry.subjects],
    outcome: entry.outcome,
  };
}
