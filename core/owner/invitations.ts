import { z } from 'zod';
import { invitationLink } from '#core/auth/invitations.ts';
import { CommentdockError } from '#core/contract/error.ts';
import { pagingFields } from '#core/operations/input-fields.ts';
import { invalidField } from '#core/operations/invalid-field.ts';
import { defineOperation } from '#core/owner/context.ts';

const HOUR_MS = 3_600_000;
const USUAL_HOURS = 24;
const MOST_HOURS = 24 * 30;

const nameSchema = z.string().meta({ examples: ['Ada'] });

const invite = defineOperation({
  name: 'signin.invite',
  summary: 'Make an invitation',
  description:
    'Makes a link that opens the window in one browser, once, within some hours. It is shown now and never again. Until the invitation is revoked, whoever uses it may do all that the owner may, or the `member`.',
  scope: 'write',
  input: z.object({
    name: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .meta({ description: 'Whom it is for.', examples: ['Ada'] }),
    hours: z
      .int()
      .min(1)
      .max(MOST_HOURS)
      .optional()
      .meta({ description: `It works for so many hours. Default: ${USUAL_HOURS}.`, examples: [48] }),
    member: z.string().min(1).optional().meta({ description: 'Whose window it opens: a `uuid`. Default: the owner.' }),
  }),
  output: z.object({
    uuid: z.uuid(),
    name: nameSchema,
    url: z.string().meta({ examples: ['https://comments.example.org/invitation?code=...'] }),
    expires_at: z.iso.datetime(),
  }),
  errors: ['VALIDATION_ERROR'],
  rest: { method: 'POST', path: '/api/v1/invitations', status: 201, auth: 'hands' },
  cli: { command: 'invitations new' },
  run({ name, hours = USUAL_HOURS, member = null }, { signIn, members, links }) {
    if (member !== null && members.find(member) === null)
      throw invalidField('member', 'is the `uuid` of no member. `commentdock members` shows those that exist.');
    const { record, secret } = signIn.invitations.make(name, hours * HOUR_MS, member);
    const url = invitationLink(secret, links.baseUrl);
    return { uuid: record.uuid, name, url, expires_at: new Date(record.expiresAtMs).toISOString() };
  },
});

const list = defineOperation({
  name: 'signin.invitations',
  summary: 'List invitations',
  description: 'Those that can still be used, and those whose browser is let in; the newest first. None shows its link.',
  scope: 'read',
  input: z.object(pagingFields({ defaultLimit: 30, maxLimit: 30 })),
  output: z.array(
    z.object({
      uuid: z.uuid(),
      name: nameSchema,
      /** Whose window it opens; null: the owner's. */
      member: z.string().nullable(),
      created_at: z.iso.datetime(),
      expires_at: z.iso.datetime(),
      /** Null: nobody has used it. */
      used_at: z.iso.datetime().nullable(),
    }),
  ),
  errors: ['INVALID_REQUEST'],
  rest: { method: 'GET', path: '/api/v1/invitations', status: 200, auth: 'hands' },
  cli: { command: 'invitations list' },
  run: ({ page, limit }, { signIn }) =>
    signIn.invitations
      .list()
      .slice((page - 1) * limit, page * limit)
      .map(({ uuid, name, subject, createdAtMs, expiresAtMs, usedAtMs }) => ({
        uuid,
        name,
        member: subject,
        created_at: new Date(createdAtMs).toISOString(),
        expires_at: new Date(expiresAtMs).toISOString(),
        used_at: usedAtMs === null ? null : new Date(usedAtMs).toISOString(),
      })),
});

const revoke = defineOperation({
  name: 'signin.revoke',
  summary: 'Revoke an invitation',
  description: 'Its link works no more, and the browser that it let in is signed out.',
  scope: 'write',
  input: z.object({ uuid: z.string().min(1).meta({ description: 'The `uuid` of the invitation.' }) }),
  output: z.void(),
  errors: ['RESOURCE_NOT_FOUND', 'VALIDATION_ERROR'],
  rest: { method: 'DELETE', path: '/api/v1/invitations/{uuid}', status: 204, auth: 'hands' },
  cli: { command: 'invitations revoke' },
  run({ uuid }, { signIn }) {
    if (signIn.invitations.revoke(uuid)) return;
    throw new CommentdockError(
      'RESOURCE_NOT_FOUND',
      `There is no invitation ${uuid}. \`commentdock invitations list\` shows those that exist.`,
    );
  },
});

export const INVITATION_OPERATIONS = [invite, list, revoke];
