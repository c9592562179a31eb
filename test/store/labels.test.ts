import { afterEach, beforeEach, expect, it } from 'vitest';
import { withAbout } from '#core/engine/completeness.ts';
import type { JobWish } from '#core/exports/ports.ts';
import type { Connection } from '#core/store/connection.ts';
import { createJobReader } from '#core/store/jobs.ts';
import { createLabelStore } from '#core/store/labels.ts';
import { createListViewStore } from '#core/store/list-views.ts';
import { createSharingStore } from '#core/store/members.ts';
import { openWriting } from '#core/store/place.ts';
import { type EngineSide, openEngineStore } from '#core/store/store.ts';
import { ownFolder } from '#test/own.ts';
import { inFolder } from '#test/store/in-folder.ts';
import { insertJob } from '#test/store/stored-job.ts';

const NO_WISH: JobWish = { text: null, status: null, platform: null, folder: null, tag: null, sinceMs: null, untilMs: null };
const ANN = '00000000-0000-4000-8000-00000000000a';

let store: EngineSide;
let connection: Connection;

beforeEach(() => {
  const dataDir = ownFolder('labels');
  store = openEngineStore(inFolder(dataDir));
  connection = openWriting(inFolder(dataDir));
});
afterEach(() => {
  connection.close();
  store.close();
});

it('finds exports by the title of their page, whenever people name them', () => {
  const labels = createLabelStore(connection);
  const reader = createJobReader(connection);
  const [named, later] = [insertJob(store), insertJob(store)];
  const found = (text: string) => reader.list({ page: 1, limit: 30, wish: { ...NO_WISH, text } }).map(({ id }) => id);
  const tell = (id: number) => store.jobs.update(id, { ledger: withAbout(store.jobs.ledger(id), { title: 'Über Katzen' }) });
  labels.set(named.guid, { title: 'Mine', folder: null, tags: ['a'] });
  for (const id of [named.id, later.id, later.id]) tell(id);
  expect(found('über katzen')).toEqual([later.id, named.id]);
  expect(found('mine a über katzen')).toEqual([named.id]);
  labels.set(later.guid, { title: 'Also mine', folder: 'Spring', tags: [] });
  labels.set(named.guid, { title: null, folder: null, tags: [] });
  expect([found('ÜBER'), found('also mine spring über katzen'), found('mine a')]).toEqual([[later.id, named.id], [later.id], []]);
  expect(reader.find(named.guid)).toMatchObject({ title: null, pageTitle: 'Über Katzen' });
});

it('finds exports by title, folder and tags, and says which are in use', () => {
  const labels = createLabelStore(connection);
  const reader = createJobReader(connection);
  const [first, second, third] = [insertJob(store), insertJob(store, { memberUuid: ANN }), insertJob(store)];
  labels.set(first.guid, { title: 'Ärger im Frühling', folder: 'Spring', tags: ['to read', 'a'] });
  labels.set(second.guid, { title: null, folder: 'Spring', tags: ['a'] });
  labels.set(third.guid, { title: 'Other', folder: null, tags: ['to'] });
  const ids = (wish: Partial<JobWish>) => reader.list({ page: 1, limit: 30, wish: { ...NO_WISH, ...wish } }).map(({ id }) => id);
  expect(reader.find(first.guid)).toMatchObject({ title: 'Ärger im Frühling', folder: 'Spring', tags: ['to read', 'a'] });
  expect(ids({ text: 'ärger IM' })).toEqual([first.id]);
  expect(ids({ text: 'to read' })).toEqual([first.id]);
  expect(ids({ text: 'forum.example' })).toEqual([third.id, second.id, first.id]);
  expect(ids({ folder: 'Spring' })).toEqual([second.id, first.id]);
  expect(ids({ folder: 'spring' })).toEqual([]);
  // A part of a tag is another tag.
  expect(ids({ tag: 'to' })).toEqual([third.id]);
  expect(ids({ tag: 'a' })).toEqual([second.id, first.id]);
  expect(labels.used(null)).toEqual({
    folders: [{ name: 'Spring', exports: 2 }],
    tags: [
      { name: 'a', exports: 2 },
      { name: 'to', exports: 1 },
      { name: 'to read', exports: 1 },
    ],
  });
  expect(labels.used(ANN).tags).toEqual([{ name: 'a', exports: 1 }]);
  createSharingStore(connection).shareExport(third.guid, true);
  expect(labels.used(ANN).tags.map(({ name }) => name)).toEqual(['a', 'to']);

  store.jobs.remove(first.id);
  expect(labels.used(null)).toEqual({
    folders: [{ name: 'Spring', exports: 1 }],
    tags: [
      { name: 'a', exports: 1 },
      { name: 'to', exports: 1 },
    ],
  });
  // What is removed is labelled no more.
  labels.set(first.guid, { title: 'Back', folder: 'Spring', tags: ['back'] });
  expect(labels.used(null).tags.map(({ name }) => name)).not.toContain('back');
});

it('keeps views of each person', () => {
  const views = createListViewStore(connection);
  views.save({ name: 'Spring', filters: { folder: 'Spring' } }, null);
  views.save({ name: 'Spring', filters: { folder: 'Spring', status: 'done' } }, null);
  views.save({ name: 'All of mine', filters: {} }, ANN);
  expect(views.list(null)).toEqual([{ name: 'Spring', filters: { folder: 'Spring', status: 'done' } }]);
  expect([views.remove('Spring', ANN), views.remove('Spring', null)]).toEqual([false, true]);
  expect([views.list(null), views.list(ANN)]).toEqual([[], [{ name: 'All of mine', filters: {} }]]);
});
