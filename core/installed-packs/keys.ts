import { z } from 'zod';
import { BUILT_IN_KEYS } from '#core/installed-packs/built-in-keys.ts';
import { defineOperation, type PackContext } from '#core/installed-packs/context.ts';
import { keyField } from '#core/installed-packs/packs.ts';

const trustedSchema = z.object({
  key: keyField,
  trusted_at: z.iso.datetime().nullable().meta({ description: 'Null: it is built in.' }),
});
const keysSchema = z.array(trustedSchema);

const list = defineOperation({
  name: 'packs.keys',
  summary: 'Keys that packs may be signed by',
  description: 'Those that are built in, and those that the owner trusts.',
  scope: 'read',
  input: z.object({}),
  output: keysSchema,
  errors: [],
  rest: { method: 'GET', path: '/api/v1/packs/keys', status: 200, auth: 'hands' },
  cli: { command: 'platforms keys' },
  run: (_input, context) => trustedKeys(context),
});

const trust = defineOperation({
  name: 'packs.trust',
  summary: 'Trust a key',
  description: 'Packs that it signed are taken from now on. Their code reads what your exports read: trust only whom you know.',
  scope: 'write',
  input: z.object({ key: keyField }),
  output: keysSchema,
  errors: ['INVALID_REQUEST', 'DISK'],
  rest: { method: 'POST', path: '/api/v1/packs/keys', status: 201, auth: 'hands' },
  cli: { command: 'platforms trust' },
  run({ key }, context) {
    context.packs.trust(key);
    return trustedKeys(context);
  },
});

const distrust = defineOperation({
  name: 'packs.distrust',
  summary: 'Trust a key no more',
  description: 'Packs that it signed go out of use: exports that start afterwards use what was before them.',
  scope: 'write',
  input: z.object({ key: keyField }),
  output: z.void(),
  errors: ['RESOURCE_NOT_FOUND', 'DISK'],
  rest: { method: 'DELETE', path: '/api/v1/packs/keys/{key}', status: 204, auth: 'hands' },
  cli: { command: 'platforms distrust' },
  run({ key }, { packs }) {
    packs.distrust(key);
  },
});

export const PACK_KEY_OPERATIONS = [list, trust, distrust];

function trustedKeys({ packs }: PackContext): z.output<typeof trustedSchema>[] {
  return [
    ...BUILT_IN_KEYS.map((key) => ({ key, trusted_at: null })),
    ...packs.state.keys.map(({ key, trustedAtMs }) => ({ key, trusted_at: new Date(trustedAtMs).toISOString() })),
  ];
}
