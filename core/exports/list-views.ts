import { z } from 'zod';
import { CommentdockError } from '#core/contract/error.ts';
import { listFiltersSchema, viewNameSchema } from '#core/contract/labels.ts';
import { defineOperation } from '#core/exports/context.ts';
import { ownerOf } from '#core/operations/context.ts';

const MOST_VIEWS = 100;

const name = viewNameSchema.meta({ description: 'The name of the view.' });

const viewSchema = z.object({ name: viewNameSchema, filters: listFiltersSchema });

const list = defineOperation({
  name: 'views.list',
  summary: 'List saved views',
  description: 'Filters of the list of exports that were saved under a name, in order of their names.',
  scope: 'read',
  input: z.object({}),
  output: z.array(viewSchema),
  errors: [],
  rest: { method: 'GET', path: '/api/v1/views', status: 200, auth: 'token' },
  cli: { command: 'views' },
  run: (_, { listViews, caller }) => [...listViews.list(ownerOf(caller))],
});

const save = defineOperation({
  name: 'views.save',
  summary: 'Save a view',
  description: 'Saves filters of the list of exports under a name, in the place of those that have it already.',
  scope: 'write',
  input: z.object({ name, filters: listFiltersSchema }),
  output: viewSchema,
  errors: ['INVALID_REQUEST', 'LIMIT_EXCEEDED'],
  rest: { method: 'PUT', path: '/api/v1/views/{name}', status: 200, auth: 'token' },
  cli: { command: 'views save' },
  run(view, { listViews, caller }) {
    const owner = ownerOf(caller);
    const known = listViews.list(owner);
    if (known.length >= MOST_VIEWS && known.every((other) => other.name !== view.name))
      throw new CommentdockError('LIMIT_EXCEEDED', `There are ${MOST_VIEWS} views already. Delete one first.`);
    listViews.save(view, owner);
    return view;
  },
});

const remove = defineOperation({
  name: 'views.delete',
  summary: 'Delete a view',
  description: 'The exports that it shows stay as they are.',
  scope: 'write',
  input: z.object({ name }),
  output: z.void(),
  errors: ['RESOURCE_NOT_FOUND'],
  rest: { method: 'DELETE', path: '/api/v1/views/{name}', status: 204, auth: 'token' },
  cli: { command: 'views delete' },
  run(view, { listViews, caller }) {
    if (listViews.remove(view.name, ownerOf(caller))) return;
    throw new CommentdockError('RESOURCE_NOT_FOUND', `There is no view "${view.name}".`);
  },
});

export const LIST_VIEW_OPERATIONS = [list, save, remove];
