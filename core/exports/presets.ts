import { z } from 'zod';
import { CommentdockError } from '#core/contract/error.ts';
import { layoutSchema, presetNameSchema } from '#core/contract/layout.ts';
import { defineOperation } from '#core/exports/context.ts';
import { checkedLayout } from '#core/exports/layouts.ts';
import { ownerOf } from '#core/operations/context.ts';

const MOST_PRESETS = 100;

const presetSchema = z.object({ name: presetNameSchema, layout: layoutSchema });
const name = presetNameSchema.meta({ description: 'The name of the preset.' });

const list = defineOperation({
  name: 'presets.list',
  summary: 'List presets',
  description: 'Layouts of files that were saved under a name, in order of their names.',
  scope: 'read',
  input: z.object({}),
  output: z.array(presetSchema),
  errors: [],
  rest: { method: 'GET', path: '/api/v1/presets', status: 200, auth: 'token' },
  cli: { command: 'presets' },
  run: (_, { presets, caller }) => presets.list(ownerOf(caller)).map((preset) => ({ name: preset.name, layout: preset.layout })),
});

const save = defineOperation({
  name: 'presets.save',
  summary: 'Save a preset',
  description:
    'Saves a layout of files under a name, in the place of one that has it already. The name is then taken wherever a `layout` is: by exports, batches and schedules (`options.layout`), conversions and downloads. Exports that are there already stay as they were told to be.',
  scope: 'write',
  input: z.object({ name, layout: layoutSchema }),
  output: presetSchema,
  errors: ['INVALID_REQUEST', 'LIMIT_EXCEEDED'],
  rest: { method: 'PUT', path: '/api/v1/presets/{name}', status: 200, auth: 'token' },
  cli: { command: 'presets save' },
  run(input, { presets, caller, now }) {
    const owner = ownerOf(caller);
    checkedLayout(input.layout);
    if (presets.find(input.name, owner) === null && presets.list(owner).length >= MOST_PRESETS)
      throw new CommentdockError('LIMIT_EXCEEDED', `There are ${MOST_PRESETS} presets already. Delete one first.`);
    presets.save({ ...input, memberUuid: owner, savedAtMs: now() });
    return input;
  },
});

const remove = defineOperation({
  name: 'presets.delete',
  summary: 'Delete a preset',
  description: 'Files and exports that were made by it stay as they are. A schedule that names it fails from then on, and says so.',
  scope: 'write',
  input: z.object({ name }),
  output: z.void(),
  errors: ['RESOURCE_NOT_FOUND'],
  rest: { method: 'DELETE', path: '/api/v1/presets/{name}', status: 204, auth: 'token' },
  cli: { command: 'presets delete' },
  run(input, { presets, caller }) {
    if (!presets.remove(input.name, ownerOf(caller)))
      throw new CommentdockError('RESOURCE_NOT_FOUND', `There is no preset "${input.name}".`);
  },
});

export const PRESET_OPERATIONS = [list, save, remove];
