import { z } from 'zod';
import { jobErrorCodeSchema } from '#core/contract/error.ts';

/** What a look at a platform can find. */
const CHECK_OUTCOMES = ['works', 'needs_login', 'needs_you', 'refuses', 'changed', 'unreachable'] as const;

/** What asking a platform for a few items of its public examples gave. */
export const checkFindingSchema = z.object({
  outcome: z.enum(CHECK_OUTCOMES).meta({
    description:
      '`needs_login`: it shows this to nobody who is not logged in. `needs_you`: a captcha, or a browser that is missing. `refuses`: it says no, for the reason in `code`. `changed`: it answers in a form that is not known, at `path`. `unreachable`: no answer came.',
  }),
  url: z
    .string()
    .nullable()
    .meta({
      description: 'The example that was asked for; null where it did not come to that.',
      examples: ['https://store.steampowered.com/app/570/'],
    }),
  items: z
    .int()
    .min(0)
    .meta({ description: 'A few suffice.', examples: [5] }),
  door: z
    .string()
    .nullable()
    .meta({ description: 'The door that answered; null where none did.', examples: ['in-page API'] }),
  seconds: z
    .number()
    .min(0)
    .meta({ examples: [1.2] }),
  code: jobErrorCodeSchema.nullable().meta({ description: 'As of an export that fails so; null where it works.', examples: [null] }),
  path: z
    .string()
    .nullable()
    .meta({ description: 'Of `changed`: where in the answer the form is not known.', examples: [null] }),
  detail: z
    .string()
    .nullable()
    .meta({ description: 'What happened and what helps; null where it works.', examples: [null] }),
});

export type CheckFinding = z.infer<typeof checkFindingSchema>;
