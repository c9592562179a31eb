import { z } from 'zod';
import { defineTool, READS, type Tool } from '#core/surfaces/mcp/tool.ts';

const getMyProfile = ofTheOwner({
  name: 'get_my_profile',
  title: 'Get my profile',
  description: 'Who the owner is, the plan in use, its platforms and file formats. Never holds a secret.',
  operation: 'account.profile',
});

const getMyQuota = ofTheOwner({
  name: 'get_my_quota',
  title: 'Get my quota',
  description:
    'What is used and left of each limit of the plan, and after how many seconds one more export passes. Ask it after a refusal by a limit.',
  operation: 'account.quota',
});

const getMyLimits = ofTheOwner({
  name: 'get_my_limits',
  title: 'Get my limits',
  description: 'Every limit of the plan in use: items per export, exports a day, webhooks, schedules, formats. Null: none.',
  operation: 'account.limits',
});

export const ACCOUNT_TOOLS = [getMyProfile, getMyQuota, getMyLimits];

/** Takes nothing, and tells what its operation answers. */
function ofTheOwner(words: Pick<Tool, 'name' | 'title' | 'description' | 'operation'>): Tool {
  return defineTool({ ...words, hints: READS, input: z.object({}), ask: () => ({}), tell: (answer) => answer as object });
}
