import { z } from 'zod';
import { defineOperation, type OwnerContext } from '#core/owner/context.ts';

const preferencesSchema = z.object({
  gentle: z.boolean().meta({ description: "Exports run at half of each platform's pace, unless they say otherwise.", examples: [false] }),
  gentle_fixed: z
    .boolean()
    .meta({ description: 'True where COMMENTDOCK_GENTLE decides, and nothing can be chosen here.', examples: [false] }),
  weekly_check: z.boolean().meta({ description: 'Platforms are checked once a week by themselves.', examples: [false] }),
  weekly_check_fixed: z.boolean().meta({ description: 'True where COMMENTDOCK_WEEKLY_CHECK decides.', examples: [false] }),
  pictures: z.boolean().meta({ description: 'The window fetches pictures of pages and people, from their hosts, where it shows them.' }),
  welcomed: z.boolean().meta({ description: 'True once the owner has seen the first steps of the window, or skipped them.' }),
});

const get = defineOperation({
  name: 'preferences.get',
  summary: 'Preferences of the owner',
  description: 'What can be chosen while the service runs, besides the plan.',
  scope: 'read',
  input: z.object({}),
  output: preferencesSchema,
  errors: [],
  rest: { method: 'GET', path: '/api/v1/preferences', status: 200, auth: 'owner' },
  cli: { command: 'preferences' },
  run: (_input, context) => present(context),
});

const set = defineOperation({
  name: 'preferences.set',
  summary: 'Change preferences',
  description: 'What is left out stays. A new pace holds for exports created from then on.',
  scope: 'write',
  input: z.object({
    gentle: z
      .boolean()
      .optional()
      .meta({ description: "Half of each platform's pace for new exports.", examples: [true] }),
    weekly_check: z
      .boolean()
      .optional()
      .meta({ description: 'Check all platforms once a week.', examples: [true] }),
    pictures: z
      .boolean()
      .optional()
      .meta({ description: 'Fetch pictures where they are shown.', examples: [true] }),
    welcomed: z
      .boolean()
      .optional()
      .meta({ description: 'False shows the first steps of the window again.', examples: [true] }),
  }),
  output: preferencesSchema,
  errors: [],
  rest: { method: 'PATCH', path: '/api/v1/preferences', status: 200, auth: 'owner' },
  cli: { command: 'preferences set' },
  run({ gentle, welcomed, pictures, weekly_check: weeklyCheck }, context) {
    const wished = Object.entries({ gentle, welcomed, pictures, weeklyCheck }).filter(([, value]) => value !== undefined);
    context.settings.prefer(Object.fromEntries(wished));
    return present(context);
  },
});

export const PREFERENCE_OPERATIONS = [get, set];

function present({ settings, config }: OwnerContext): z.output<typeof preferencesSchema> {
  const { gentle, weeklyCheck, pictures, welcomed } = settings.preferences();
  return {
    gentle: config.gentle === null ? gentle : config.gentle === 'on',
    gentle_fixed: config.gentle !== null,
    weekly_check: config.weeklyCheck === null ? weeklyCheck : config.weeklyCheck === 'on',
    weekly_check_fixed: config.weeklyCheck !== null,
    pictures,
    welcomed,
  };
}
