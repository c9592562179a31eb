import { z } from 'zod';
import { profileSchema } from '#core/owner/account.ts';
import { planLimitsSchema, quotaSchema } from '#core/owner/quota.ts';
import { defineTool, READS, type Tool } from '#core/surfaces/mcp/tool.ts';

const getMyProfile = ofTheOwner({
  name: 'get_my_profile',
  title: 'Get my profile',
  description: 'Who the owner is, the plan in use, its platforms and file formats. Never holds a secret.',
  operation: 'account.profile',
  data: profileSchema,
});

const getMyQuota = ofTheOwner({
  name: 'get_my_quota',
  title: 'Get my quota',
  description:
    'How many exports can still be created now: for each limit of the plan what is used, what is left, and after how many seconds one more passes. Ask it after a refusal with a limit in its code.',
  operation: 'account.quota',
  data: quotaSchema,
});

const getMyLimits = ofTheOwner({
  name: 'get_my_limits',
  title: 'Get my limits',
  description: 'Every limit of the plan in use: items per export, exports a day, webhooks, schedules, formats. Null where there is none.',
  operation: 'account.limits',
  data: planLimitsSchema,
});

export const ACCOUNT_TOOLS = [getMyProfile, getMyQuota, getMyLimits];

/** Takes nothing, and tells what its operation answers. */
function ofTheOwner(words: Pick<Tool, 'name' | 'title' | 'description' | 'operation' | 'data'>): Tool {
  return defineTool({ ...words, hints: READS, input: z.object({}), ask: () => ({}), tell: (answer: unknown) => answer });
}
