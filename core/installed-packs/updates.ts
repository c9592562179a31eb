import { z } from 'zod';
import { defineOperation, type PackContext } from '#core/installed-packs/context.ts';
import { updateChoice } from '#core/installed-packs/daily.ts';

const addressField = z
  .url({ protocol: /^https$/ })
  .max(2_048)
  .nullable();

const updatesSchema = z.object({
  daily: z.boolean().meta({ description: 'While the service runs, the address is asked once a day. Off at first.', examples: [false] }),
  daily_fixed: z
    .boolean()
    .meta({ description: 'True where COMMENTDOCK_PACK_UPDATES decides, and nothing can be chosen here.', examples: [false] }),
  address: addressField.meta({
    description: 'Where packs are taken from; null: nowhere.',
    examples: ['https://example.com/platforms.pack'],
  }),
  address_fixed: z.boolean().meta({ description: 'True where COMMENTDOCK_PACK_ADDRESS decides.', examples: [false] }),
  asked_at: z.iso.datetime().nullable().meta({ description: 'When it was last asked by itself.' }),
  failure: z
    .string()
    .nullable()
    .meta({ description: 'Why that came to nothing, where it did.', examples: [null] }),
});

const get = defineOperation({
  name: 'packs.updates',
  summary: 'Whether packs are looked for',
  description: 'Whether new packs are looked for by themselves, and where. Nobody is asked before the owner wants it.',
  scope: 'read',
  input: z.object({}),
  output: updatesSchema,
  errors: [],
  rest: { method: 'GET', path: '/api/v1/packs/updates', status: 200, auth: 'hands' },
  cli: { command: 'platforms updates' },
  run: (_input, context) => present(context),
});

const set = defineOperation({
  name: 'packs.choose',
  summary: 'Choose whether packs are looked for',
  description: 'What is left out stays. Nothing is sent that tells who asks. A pack that was put aside does not come back by itself.',
  scope: 'write',
  input: z.object({
    daily: z
      .boolean()
      .optional()
      .meta({ description: 'Ask the address once a day.', examples: [true] }),
    address: addressField
      .optional()
      .meta({ description: 'An https address; null: none.', examples: ['https://example.com/platforms.pack'] }),
  }),
  output: updatesSchema,
  errors: ['INVALID_REQUEST', 'DISK'],
  rest: { method: 'PATCH', path: '/api/v1/packs/updates', status: 200, auth: 'hands' },
  cli: { command: 'platforms choose' },
  run({ daily, address }, context) {
    context.packs.chooseUpdates({ ...(daily === undefined ? {} : { daily }), ...(address === undefined ? {} : { address }) });
    context.dailyUpdates.look();
    return present(context);
  },
});

export const PACK_UPDATE_OPERATIONS = [get, set];

function present(context: PackContext): z.output<typeof updatesSchema> {
  const { askedAtMs, failure } = context.packs.state.updates;
  const { packUpdates, packAddress } = context.config;
  return {
    ...updateChoice(context),
    daily_fixed: packUpdates !== null,
    address_fixed: packAddress !== null,
    asked_at: askedAtMs === null ? null : new Date(askedAtMs).toISOString(),
    failure,
  };
}
