import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Member } from '#core/auth/ports.ts';
import { issueToken, tokenSecretName } from '#core/auth/tokens.ts';
import { CommentdockError } from '#core/contract/error.ts';
import { memberSchema, type MemberView, ROLES } from '#core/contract/member.ts';
import { accountSecretName } from '#core/logins/ports.ts';
import { defineOperation, type MemberContext } from '#core/members/context.ts';
import { invalidField } from '#core/operations/invalid-field.ts';
import { scheduleCookiesSecret } from '#core/schedules/scheduled-export.ts';
import { webhookSecretName } from '#core/webhooks/secret-name.ts';

const MAX_NAME_LENGTH = 100;
const ALL = { page: 1, limit: Number.MAX_SAFE_INTEGER };

const name = z
  .string()
  .trim()
  .min(1)
  .max(MAX_NAME_LENGTH)
  .meta({ description: 'Unique among members.', examples: ['Ann'] });
const role = z.enum(ROLES).meta({
  description: 'owner: all. member: what is theirs, and reading what is shared. reader: reading what is shared.',
});
const uuidInput = z.object({ uuid: z.string().min(1).meta({ description: 'The `uuid` of the member.' }) });

const list = defineOperation({
  name: 'members.list',
  summary: 'List members',
  description: 'People besides the owner, in the order in which they came.',
  scope: 'read',
  input: z.object({}),
  output: z.array(memberSchema),
  errors: [],
  rest: { method: 'GET', path: '/api/v1/members', status: 200, auth: 'owner' },
  cli: { command: 'members' },
  run: (_input, { members }) => members.list().map(presentMember),
});

const create = defineOperation({
  name: 'members.create',
  summary: 'Add a member',
  description: 'Somebody with exports, accounts, schedules and webhooks of their own.',
  scope: 'write',
  input: z.object({ name, role: role.default('member') }),
  output: memberSchema,
  errors: ['VALIDATION_ERROR'],
  rest: { method: 'POST', path: '/api/v1/members', status: 201, auth: 'owner' },
  cli: { command: 'members add' },
  run(input, context) {
    refuseTakenName(input.name, null, context);
    const member = { uuid: randomUUID(), ...input, createdAtMs: context.now() };
    context.members.insert(member);
    return presentMember(member);
  },
});

const update = defineOperation({
  name: 'members.update',
  summary: 'Change a member',
  description: 'What is left out stays. A new role holds at once.',
  scope: 'write',
  input: uuidInput.extend({ name: name.optional(), role: role.optional() }),
  output: memberSchema,
  errors: ['RESOURCE_NOT_FOUND', 'VALIDATION_ERROR'],
  rest: { method: 'PATCH', path: '/api/v1/members/{uuid}', status: 200, auth: 'owner' },
  cli: { command: 'members update' },
  run({ uuid, ...wanted }, context) {
    const member = findMember(uuid, context);
    if (wanted.name !== undefined) refuseTakenName(wanted.name, uuid, context);
    const changed = { ...member, name: wanted.name ?? member.name, role: wanted.role ?? member.role };
    context.members.update(changed);
    return presentMember(changed);
  },
});

const remove = defineOperation({
  name: 'members.remove',
  summary: 'Remove a member',
  description:
    "Ends their tokens at once, and removes their saved accounts and webhooks. Their exports and schedules become the owner's; the schedules pause.",
  scope: 'write',
  input: uuidInput,
  output: z.void(),
  errors: ['RESOURCE_NOT_FOUND'],
  rest: { method: 'DELETE', path: '/api/v1/members/{uuid}', status: 204, auth: 'owner' },
  cli: { command: 'members remove' },
  async run({ uuid }, context) {
    findMember(uuid, context);
    const { members, engine, vault } = context;
    const { secrets, accountUuids } = heldBy(uuid, context);
    // First what lets them in: after a crash, secrets are left that nothing leads to.
    members.remove(uuid);
    for (const secret of secrets) vault.remove(secret);
    for (const account of accountUuids) await engine.forgetWindows(account);
  },
});

const invite = defineOperation({
  name: 'members.invite',
  summary: 'Let a member in',
  description: 'Makes an API token of the member, for one year: hand it to them.',
  scope: 'write',
  input: uuidInput,
  output: z.object({
    member: z.uuid(),
    token: z.string().meta({ examples: ['x7Qm...'] }),
    expiresAt: z.iso.datetime(),
  }),
  errors: ['RESOURCE_NOT_FOUND'],
  rest: { method: 'POST', path: '/api/v1/members/{uuid}/invite', status: 201, auth: 'owner' },
  cli: { command: 'members invite' },
  run({ uuid }, context) {
    const { name: called, role: held } = findMember(uuid, context);
    const member: Member = { uuid, name: called, role: held };
    const { record, value } = issueToken(`Invitation of ${called}`, context, { member });
    return { member: uuid, token: value, expiresAt: new Date(record.expiresAtMs).toISOString() };
  },
});

export const MEMBER_OPERATIONS = [list, create, update, remove, invite];

/** @throws CommentdockError RESOURCE_NOT_FOUND */
function findMember(uuid: string, { members }: MemberContext): Member & { readonly createdAtMs: number } {
  const member = members.find(uuid);
  if (member !== null) return member;
  throw new CommentdockError('RESOURCE_NOT_FOUND', `There is no member ${uuid}. GET /api/v1/members lists those that exist.`);
}

/** @throws CommentdockError VALIDATION_ERROR */
function refuseTakenName(wanted: string, ownUuid: string | null, { members }: MemberContext): void {
  const isTaken = members.list().some((member) => member.name === wanted && member.uuid !== ownUuid);
  if (isTaken) throw invalidField('name', `"${wanted}" is the name of another member. Choose another.`);
}

/** What of a member is in the vault, and whose windows are kept. */
function heldBy(uuid: string, { tokens, accounts, schedules, webhooks }: MemberContext) {
  const isTheirs = ({ memberUuid }: { readonly memberUuid?: string | null }): boolean => memberUuid === uuid;
  const accountUuids = accounts
    .list()
    .filter(isTheirs)
    .map((account) => account.uuid);
  const secrets = [
    ...tokens.list(uuid).map((token) => tokenSecretName(token.uuid)),
    ...accountUuids.map(accountSecretName),
    ...webhooks.list({ ...ALL, urlPart: null, of: uuid }).map((webhook) => webhookSecretName(webhook.uuid)),
    ...schedules
      .list({ ...ALL, of: uuid })
      .filter(isTheirs)
      .map((schedule) => scheduleCookiesSecret(schedule.uuid)),
  ];
  return { secrets, accountUuids };
}

function presentMember({ createdAtMs, uuid, ...member }: Member & { readonly createdAtMs: number }): MemberView {
  return { uuid, name: member.name, role: member.role, createdAt: new Date(createdAtMs).toISOString() };
}
