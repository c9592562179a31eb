import { readFileSync } from 'node:fs';
import type { ExportedItem } from '#core/contract/exported-item-schema.ts';
import { bad, type Fields, good, NOBODY, plainly, type Row, unknownOne } from '#test/parity/row.ts';
import { APP, type Stage } from '#test/parity/stage.ts';

/** Of the right form, and nobody's. */
const A_NAME = 'person-k3q7m2xa5bcd';

const ofSample = async (stage: Stage): Promise<{ guid: string }> => ({ guid: await stage.sample() });

const without =
  (...names: readonly string[]) =>
  (answer: Fields): unknown =>
    Object.fromEntries(Object.entries(answer).filter(([name]) => !names.includes(name)));

const pick =
  (...names: readonly string[]) =>
  (answer: Fields): unknown =>
    names.map((name) => answer[name]);

const pageOf = { of: without('next_cursor'), why: 'a cursor is of one export alone' };

async function bulkOf(stage: Stage): Promise<string> {
  const uuid = await stage.newUuid('bulk.create', { guids: [await stage.sample()] });
  await stage.until('bulk.get', { uuid }, ({ status }) => status !== 'processing');
  return uuid;
}

async function batchOf(stage: Stage): Promise<{ batchId: string }> {
  const batch = (await stage.prepare('batches.create', { urls: [APP], formats: ['csv'], sandbox: true })) as Fields;
  return { batchId: String(batch['batch_id']) };
}

/** Exports and what is made of them. */
export const EXPORT_ROWS: readonly Row[] = [
  {
    operation: 'jobs.create',
    cases: [
      good('a sample', () => ({ url: APP, sandbox: true, formats: ['csv'], options: { limit: 5 } }), {
        of: without('comments', 'files'),
        why: 'REST shows the rows of a sample; the command leaves files and names them',
      }),
      bad('INVALID_URL', 'a site that is not supported', () => ({ url: 'https://example.com/page' })),
      bad('INVALID_URL', 'no URL at all', () => ({ url: 'nonsense' })),
      bad('INVALID_REQUEST', 'a limit that is none', () => ({ url: APP, options: { limit: 'many' } })),
      bad('INVALID_REQUEST', 'a list that the URL does not give', () => ({ url: APP, options: { followers: true } })),
    ],
  },
  {
    operation: 'jobs.get',
    cases: [
      good('a finished one', ofSample),
      good('a failed one', async (stage) => ({ guid: await stage.failedExport() })),
      unknownOne('guid'),
    ],
  },
  {
    operation: 'jobs.list',
    cases: [
      good('the first page', ofPage('1')),
      good('past the end', ofPage('50')),
      bad('INVALID_REQUEST', 'a page that is none', ofPage('0')),
    ],
  },
  {
    operation: 'jobs.label',
    cases: [
      good('a title, a folder and tags', async (stage) => ({
        guid: await stage.sample(),
        title: 'Launch',
        folder: 'Spring',
        tags: ['to read', 'mine'],
      })),
      good('none any more', async (stage) => ({ guid: await stage.sample(), title: '', folder: '' })),
      bad('INVALID_REQUEST', 'a tag with a comma', async (stage) => ({ guid: await stage.sample(), tags: ['a,b'] })),
      unknownOne('guid', { title: 'Nobody' }),
    ],
  },
  { operation: 'jobs.labels', cases: [plainly] },
  { operation: 'views.list', cases: [plainly] },
  {
    operation: 'views.save',
    cases: [
      good('filters', () => ({ name: 'spring', filters: { folder: 'Spring', status: 'done' } })),
      bad('INVALID_REQUEST', 'a filter that is none', () => ({ name: 'wrong', filters: { spoon: 'yes' } })),
      bad('INVALID_REQUEST', 'a name with a slash', () => ({ name: 'a/b', filters: {} })),
    ],
  },
  {
    operation: 'views.delete',
    cases: [
      good('one', async (stage) => {
        await stage.prepare('views.save', { name: 'gone', filters: {} });
        return { name: 'gone' };
      }),
      unknownOne('name'),
    ],
  },
  {
    operation: 'remarks.set',
    cases: [
      good('a star, a note and tags', async (stage) => ({
        guid: await stage.sample(),
        ids: ['a row', 'another'],
        starred: true,
        note: 'Ask her',
        tags: ['mine'],
      })),
      bad('INVALID_REQUEST', 'a tag with a comma', async (stage) => ({ guid: await stage.sample(), ids: ['a row'], tags: ['a,b'] })),
      unknownOne('guid', { ids: ['a row'], note: 'Nobody' }),
    ],
  },
  {
    operation: 'remarks.list',
    cases: [
      good('with one', async (stage) => {
        const guid = await stage.sample();
        await stage.prepare('remarks.set', { guid, ids: ['a row'], note: 'Ask her' });
        return { guid };
      }),
      unknownOne('guid'),
    ],
  },
  {
    operation: 'jobs.stop',
    cases: [
      good('a running one', async (stage) => ({ guid: await stage.runningExport() }), {
        of: without('completeness'),
        why: 'how many requests were under way is a matter of the moment',
      }),
      bad('INVALID_REQUEST', 'a finished one', ofSample),
      unknownOne('guid'),
    ],
  },
  {
    operation: 'jobs.retry',
    cases: [
      good('a failed one', async (stage) => ({ guid: await stage.failedExport() }), {
        of: pick('url', 'platform', 'export_type', 'options', 'plan'),
        why: 'REST answers once it is queued; the command sees it through',
      }),
      bad('INVALID_REQUEST', 'a finished one', ofSample),
      unknownOne('guid'),
    ],
  },
  {
    operation: 'jobs.delete',
    cases: [good('a failed one', async (stage) => ({ guid: await stage.failedExport() })), unknownOne('guid')],
  },
  {
    operation: 'batches.create',
    cases: [
      good('samples, one refused', () => ({ urls: [APP, 'https://example.com/page', APP], formats: ['csv'], sandbox: true }), {
        of: without('exports'),
        why: 'the command waits for the exports and adds them',
      }),
      bad('INVALID_REQUEST', 'a limit that is none', () => ({ urls: [APP], options: { limit: 0 } })),
    ],
  },
  { operation: 'batches.get', cases: [good('a finished one', batchOf), unknownOne('batchId')] },
  {
    operation: 'exports.download',
    cases: [
      good('as CSV', async (stage) => ({ guid: await stage.sample(), format: 'csv', partial: true })),
      good('as JSON lines, written for it', async (stage) => ({ guid: await stage.sample(), format: 'jsonl', partial: true })),
      good('as a workbook', async (stage) => ({ guid: await stage.sample(), format: 'xlsx', partial: true })),
      bad('INVALID_REQUEST', 'a format that is none', async (stage) => ({ guid: await stage.sample(), format: 'pdf', partial: true })),
      good('in a layout', async (stage) => ({ guid: await stage.sample(), format: 'csv', layout: '{"columns":["ID"]}', partial: true })),
      bad('INVALID_REQUEST', 'by a preset that is none', async (stage) => ({
        guid: await stage.sample(),
        format: 'csv',
        layout: 'none',
        partial: true,
      })),
      unknownOne('guid', { format: 'csv' }),
    ],
  },
  {
    operation: 'exports.evidence',
    cases: [
      good('a finished one', ofSample),
      good('with pseudonyms', async (stage) => ({
        ...(await ofSample(stage)),
        pseudonyms: 'thesis',
        pseudonym_dates: 'day',
        without_texts: true,
      })),
      bad('INVALID_REQUEST', 'dates that are none', async (stage) => ({ ...(await ofSample(stage)), pseudonym_dates: 'century' })),
      unknownOne('guid'),
    ],
  },
  {
    operation: 'exports.media',
    cases: [
      good('one that has them', async (stage) => ({ guid: await stage.exportWithMedia() })),
      bad('RESOURCE_NOT_FOUND', 'one without files of its rows', ofSample),
      unknownOne('guid'),
    ],
  },
  {
    operation: 'exports.picture',
    cases: [
      good('one that was fetched with its row', async (stage) => ({ guid: await stage.exportWithMedia(), row: 1, picture: 1 })),
      bad('RESOURCE_NOT_FOUND', 'that of a page that has none', ofSample),
      bad('INVALID_REQUEST', 'a picture of no row', async (stage) => ({ ...(await ofSample(stage)), picture: 1 })),
      unknownOne('guid'),
    ],
  },
  { operation: 'exports.json', cases: [good('a finished one', ofSample), unknownOne('guid')] },
  { operation: 'conversions.options', cases: [good('a finished one', ofSample), unknownOne('guid')] },
  {
    operation: 'conversions.start',
    cases: [
      good('what is there already', async (stage) => ({ guid: await stage.sample(), format: 'csv' })),
      good('what is not', async (stage) => ({ guid: await newSample(stage), format: 'jsonl' })),
      bad('INVALID_REQUEST', 'a format that is none', async (stage) => ({ guid: await stage.sample(), format: 'pdf' })),
      bad('INVALID_REQUEST', 'a filter of the wrong type', async (stage) => ({ guid: await stage.sample(), filter: 'x' })),
      good('judged anew', async (stage) => ({ guid: await newSample(stage), format: 'csv', filter: { sentiment: true } })),
      bad('INVALID_REQUEST', 'a filter that is half true', async (stage) => ({
        guid: await stage.sample(),
        filter: { sentiment: 'half' },
      })),
      unknownOne('guid', { format: 'csv' }),
    ],
  },
  { operation: 'conversions.cancel', cases: [good('where nothing is under way', ofSample), unknownOne('guid')] },
  { operation: 'presets.list', cases: [plainly] },
  {
    operation: 'presets.save',
    cases: [
      good('a new one', () => ({ name: 'two columns', layout: { columns: ['ID', 'Comment'] } })),
      bad('INVALID_REQUEST', 'without a column', () => ({ name: 'none', layout: { columns: [] } })),
    ],
  },
  {
    operation: 'presets.delete',
    cases: [
      good('one', async (stage) => {
        await stage.prepare('presets.save', { name: 'gone', layout: {} });
        return { name: 'gone' };
      }),
      unknownOne('name'),
    ],
  },
  {
    operation: 'pseudonyms.resolve',
    cases: [
      good('a person', async (stage) => ({ guid: await stage.sample(), project: 'thesis', name: await pseudonymOf(stage) })),
      bad('RESOURCE_NOT_FOUND', 'of a project that is none', async (stage) => ({
        guid: await stage.sample(),
        project: 'none',
        name: A_NAME,
      })),
      bad('INVALID_REQUEST', 'what is none', async (stage) => ({ guid: await stage.sample(), project: 'thesis', name: 'Ann' })),
      unknownOne('guid', { project: 'thesis', name: A_NAME }),
    ],
  },
  {
    operation: 'bulk.create',
    cases: [
      good('a finished one and an unknown one', async (stage) => ({ guids: [await stage.sample(), NOBODY] })),
      good('merged', async (stage) => ({ guids: [await stage.sample()], merge: true })),
      good('with files of rows', async (stage) => ({ guids: [await stage.sample()], media: true })),
      good('one file', async (stage) => ({
        guids: [await stage.sample()],
        format: 'csv',
        without_duplicates: true,
        layout: { columns: ['ID'] },
      })),
      bad('INVALID_REQUEST', 'a layout of no file', async (stage) => ({ guids: [await stage.sample()], layout: {} })),
      bad('INVALID_REQUEST', 'nothing finished', () => ({ guids: [NOBODY] })),
    ],
  },
  { operation: 'bulk.get', cases: [good('a ready one', async (stage) => ({ uuid: await bulkOf(stage) })), unknownOne('uuid')] },
  { operation: 'bulk.download', cases: [good('a ready one', async (stage) => ({ uuid: await bulkOf(stage) })), unknownOne('uuid')] },
  { operation: 'bulk.delete', cases: [good('a ready one', async (stage) => ({ uuid: await bulkOf(stage) })), unknownOne('uuid')] },
  {
    operation: 'winners.draw',
    cases: [
      good('under a seed', async (stage) => ({ guid: await stage.sample(), count: 3, backups: 1, seed: 'announced' })),
      good('all entries count', async (stage) => ({ guid: await stage.sample(), seed: '7', dedupe_by_user: false, exclude_replies: true })),
      good('without some', async (stage) => ({
        guid: await stage.sample(),
        seed: 's',
        exclude_users: ['ann', 'Smith, John'],
        require_text: 'a',
      })),
      bad('INVALID_REQUEST', 'a count that is none', async (stage) => ({ guid: await stage.sample(), count: 'many' })),
      bad('INVALID_REQUEST', 'too many', async (stage) => ({ guid: await stage.sample(), count: 1_000 })),
      bad('INVALID_REQUEST', 'half a winner', async (stage) => ({ guid: await stage.sample(), count: 0.5 })),
      unknownOne('guid'),
    ],
  },
  {
    operation: 'exports.stats',
    cases: [
      good('a sample', ofSample),
      good('in a time zone', async (stage) => ({ ...(await ofSample(stage)), timezone: 'Asia/Tokyo' })),
      good('by years', async (stage) => ({ ...(await ofSample(stage)), bucket: 'year' })),
      bad('INVALID_REQUEST', 'a time zone that is none', async (stage) => ({ ...(await ofSample(stage)), timezone: 'Middle/Earth' })),
      unknownOne('guid'),
    ],
  },
  {
    operation: 'exports.search',
    cases: [
      good('everything', ofSample, pageOf),
      good(
        'words, the most liked first',
        async (stage) => ({ ...(await ofSample(stage)), q: 'the OR a', sort: 'likes', limit: 3 }),
        pageOf,
      ),
      good('by filters', async (stage) => ({ ...(await ofSample(stage)), min_likes: 0, has_media: false, language: ['en', 'de'] }), pageOf),
      good('by depth', async (stage) => ({ ...(await ofSample(stage)), min_depth: 0, max_depth: 1 }), pageOf),
      good('from a place on', async (stage) => ({ ...(await ofSample(stage)), offset: 3, limit: 3 }), pageOf),
      bad('INVALID_REQUEST', 'a phrase that does not end', async (stage) => ({ ...(await ofSample(stage)), q: '"open' })),
      bad('INVALID_REQUEST', 'a cursor that is none', async (stage) => ({ ...(await ofSample(stage)), cursor: 'xyz' })),
      unknownOne('guid'),
    ],
  },
  {
    operation: 'exports.everywhere',
    cases: [
      good(
        'words of a sample',
        async (stage) => {
          await ofSample(stage);
          await stage.until('exports.everywhere', {}, ({ pending }) => pending === 0);
          return { q: 'the OR a' };
        },
        {
          of: ({ exports }) => (exports as readonly Fields[]).slice(-1).map(without('created_at')),
          why: 'each folder has seen other exports since',
        },
      ),
      good('nothing', () => ({}), { of: pick('exports', 'next_cursor'), why: 'each folder has another number of exports' }),
      bad('INVALID_REQUEST', 'a phrase that does not end', () => ({ q: '"open' })),
      bad('INVALID_REQUEST', 'a cursor that is none', () => ({ cursor: 'xyz' })),
    ],
  },
  {
    operation: 'exports.changes',
    cases: [
      good('of a sample, which has none', ofSample),
      bad('INVALID_REQUEST', 'of a kind that is none', async (stage) => ({ ...(await ofSample(stage)), kind: ['odd'] })),
      unknownOne('guid'),
    ],
  },
  { operation: 'exports.runs', cases: [good('of a sample, which has none', ofSample), unknownOne('guid')] },
  {
    operation: 'exports.index',
    cases: [
      good('of a sample that was searched', async (stage) => {
        const sample = await ofSample(stage);
        await stage.prepare('exports.search', sample);
        return sample;
      }),
      unknownOne('guid'),
    ],
  },
  { operation: 'platforms.list', cases: [plainly] },
  {
    operation: 'platforms.detect',
    cases: [good('a known one', () => ({ url: APP })), bad('INVALID_URL', 'an unknown one', () => ({ url: 'https://example.com/page' }))],
  },
];

function ofPage(page: string) {
  return () => ({ page });
}

async function newSample(stage: Stage): Promise<string> {
  const { jobs } = (await stage.prepare('jobs.create', { url: APP, sandbox: true, formats: ['csv'] })) as {
    readonly jobs: readonly Fields[];
  };
  return String(jobs[0]?.['guid']);
}

/** Whom a file of the sample names, where pseudonyms stand for people. */
async function pseudonymOf(stage: Stage): Promise<string> {
  const input = { guid: await stage.sample(), format: 'json', pseudonyms: 'thesis', partial: true };
  const answer = await stage.prepare('exports.download', input);
  const rows = Array.isArray(answer) ? answer : JSON.parse(readFileSync((answer as { readonly path: string }).path, 'utf8'));
  return (rows as readonly ExportedItem[])[0]?.author.username ?? '';
}
