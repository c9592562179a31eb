import { z } from 'zod';
import { PLANS } from '#core/contract/job.ts';
import { ROLES } from '#core/contract/member.ts';
import { FILE_FORMATS, tierOf } from '#core/contract/tier.ts';
import { subscriptionChange, subscriptionUpdated } from '#core/events/subscription.ts';
import { API_VERSION, apiUsageSchema, apiUsage } from '#core/owner/api-usage.ts';
import { defineOperation, type OwnerContext } from '#core/owner/context.ts';
import { ownerOf } from '#core/operations/context.ts';
import { planLimits, planLimitsSchema, quota, quotaSchema } from '#core/owner/quota.ts';

const ping = defineOperation({
  name: 'account.ping',
  summary: 'Check the token',
  description: 'Answers when the service is up and the token is valid.',
  scope: 'read',
  input: z.object({}),
  output: z.object({ message: z.literal('pong'), status: z.literal('ok') }),
  errors: [],
  rest: { method: 'GET', path: '/api/v1/ping', status: 200, auth: 'token' },
  run: () => ({ message: 'pong' as const, status: 'ok' as const }),
});

const usage = defineOperation({
  name: 'account.usage',
  summary: 'What the plan allows and what is used',
  description:
    'Whether the plan in use has API access, its limits, what of them is used, its platforms, and what business would add to premium.',
  scope: 'read',
  input: z.object({}),
  output: apiUsageSchema,
  errors: [],
  rest: { method: 'GET', path: '/api/v1/api-usage', status: 200, auth: 'token' },
  cli: { command: 'usage' },
  run: (_input, context) => apiUsage(context),
});

const profileSchema = z.object({
  /** Of the owner; realtime channels are named after it. */
  uuid: z.uuid(),
  plan: z.enum(PLANS),
  has_api_access: z.boolean(),
  api_version: z.string().meta({ examples: [API_VERSION] }),
  platforms: z.enum(['major', 'all']),
  formats: z.array(z.enum(FILE_FORMATS)),
  /** Valid ones. */
  tokens: z.int().min(0),
  member: z
    .object({ name: z.string(), role: z.enum(ROLES) })
    .optional()
    .meta({ description: 'Who asks; left out: the owner.' }),
});

const profile = defineOperation({
  name: 'account.profile',
  summary: 'Who the owner is, and on which plan',
  description: 'The owner of the data folder. Never holds a secret.',
  scope: 'read',
  input: z.object({}),
  output: profileSchema,
  errors: [],
  rest: { method: 'GET', path: '/api/v1/user/profile', status: 200, auth: 'token' },
  cli: { command: 'account' },
  run: (_input, context) => presentProfile(context),
});

const switchPlan = defineOperation({
  name: 'account.switch',
  summary: 'Switch the plan',
  description:
    'Puts another plan in force at once, for every token: its limits, platforms and formats. Exports that exist keep the plan they were created under. Announces `subscription.updated` where the plan is another one than before.',
  scope: 'write',
  input: z.object({ plan: z.enum(PLANS).meta({ description: 'The plan to use from now on.', examples: ['premium'] }) }),
  output: profileSchema,
  errors: ['INVALID_REQUEST'],
  rest: { method: 'PATCH', path: '/api/v1/user/profile', status: 200, auth: 'session' },
  cli: { command: 'plan' },
  run({ plan }, context) {
    const { settings, announcer, now } = context;
    if (plan !== settings.plan()) {
      settings.setPlan(plan);
      announcer.announce(subscriptionUpdated, subscriptionChange(plan, now()));
    }
    return presentProfile(context);
  },
});

const quotaLeft = defineOperation({
  name: 'account.quota',
  summary: 'What is left of the limits',
  description: 'For each limit on new exports: how many it allows, how many are used and left, and after how many seconds one more passes.',
  scope: 'read',
  input: z.object({}),
  output: quotaSchema,
  errors: [],
  rest: { method: 'GET', path: '/api/v1/user/quota', status: 200, auth: 'token' },
  cli: { command: 'account quota' },
  run: (_input, context) => quota(context),
});

const limits = defineOperation({
  name: 'account.limits',
  summary: 'The limits of the plan',
  description: 'Every limit of the plan in use. Null where there is none.',
  scope: 'read',
  input: z.object({}),
  output: planLimitsSchema,
  errors: [],
  rest: { method: 'GET', path: '/api/v1/user/limits', status: 200, auth: 'token' },
  cli: { command: 'account limits' },
  run: (_input, context) => planLimits(context),
});

export const ACCOUNT_OPERATIONS = [ping, usage, profile, switchPlan, quotaLeft, limits];

function presentProfile({ caller, settings, tokens, now }: OwnerContext): z.output<typeof profileSchema> {
  const plan = settings.plan();
  const { apiAccess, platforms, formats } = tierOf(plan);
  return {
    uuid: settings.userUuid,
    plan,
    has_api_access: apiAccess,
    api_version: API_VERSION,
    platforms,
    formats: [...formats],
    tokens: tokens.list(ownerOf(caller)).filter(({ expiresAtMs }) => expiresAtMs > now()).length,
    ...(caller.member === undefined ? {} : { member: { name: caller.member.name, role: caller.member.role } }),
  };
}
