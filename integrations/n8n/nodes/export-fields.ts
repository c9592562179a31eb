import type { IDataObject, INodeProperties } from 'n8n-workflow';

export type OperationName = 'export' | 'get' | 'rows' | 'download' | 'stop';

const LISTS = ['followers', 'following', 'likes', 'shares', 'tweets', 'live'] as const;
const SORTS = ['top', 'new', 'old', 'best', 'controversial'] as const;
const FORMATS = ['xlsx', 'csv', 'json', 'jsonl', 'parquet', 'sqlite', 'html', 'md', 'txt', 'gexf', 'edges'] as const;

const of = (...operations: OperationName[]): INodeProperties['displayOptions'] & object => ({ show: { operation: operations } });
const plain = (values: readonly string[]): { readonly name: string; readonly value: string }[] =>
  values.map((value) => ({ name: value, value }));

const OPTIONS: readonly INodeProperties[] = [
  {
    displayName: 'Limit',
    name: 'limit',
    type: 'number',
    typeOptions: { minValue: 1 },
    default: 50,
    description: 'Max number of results to return',
  },
  {
    displayName: 'Replies',
    name: 'replies',
    type: 'boolean',
    default: true,
    description: 'Whether replies are exported too, each after its parent',
  },
  {
    displayName: 'List',
    name: 'list',
    type: 'options',
    options: plain(LISTS),
    default: 'followers',
    description: 'Another list than the address itself gives',
  },
  { displayName: 'Sort', name: 'sort', type: 'options', options: plain(SORTS), default: 'new' },
  { displayName: 'Not Before', name: 'from', type: 'dateTime', default: '' },
  { displayName: 'Not After', name: 'until', type: 'dateTime', default: '' },
  {
    displayName: 'Countries',
    name: 'countries',
    type: 'string',
    default: '',
    placeholder: 'us,de',
    description: 'Two-letter codes, where a platform has one list for each country',
  },
  { displayName: 'Sentiment', name: 'sentiment', type: 'boolean', default: true, description: 'Whether the tone of texts is judged' },
];

/** What the person fills in. */
export const PROPERTIES: readonly INodeProperties[] = [
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    default: 'export',
    options: [
      { name: 'Export a URL', value: 'export', action: 'Export a URL', description: 'Start an export, and wait for its end if you like' },
      { name: 'Get an Export', value: 'get', action: 'Get an export', description: 'How far it is, and what is missing' },
      { name: 'Get Rows', value: 'rows', action: 'Get rows', description: 'What was exported, one item for each row' },
      { name: 'Download a File', value: 'download', action: 'Download a file', description: 'A workbook, CSV or JSON, as a file' },
      { name: 'Stop an Export', value: 'stop', action: 'Stop an export', description: 'What it has is kept' },
    ],
  },
  {
    displayName: 'URL',
    name: 'url',
    type: 'string',
    required: true,
    default: '',
    placeholder: 'https://www.youtube.com/watch?v=...',
    displayOptions: of('export'),
    description: 'As copied from the browser',
  },
  {
    displayName: 'Options',
    name: 'options',
    type: 'collection',
    default: {},
    placeholder: 'Add option',
    options: OPTIONS,
    displayOptions: of('export'),
  },
  {
    displayName: 'Sample Data',
    name: 'sandbox',
    type: 'boolean',
    default: false,
    displayOptions: of('export'),
    description: 'Whether made-up rows are given at once, without asking any site',
  },
  {
    displayName: 'Wait for the End',
    name: 'wait',
    type: 'boolean',
    default: true,
    displayOptions: of('export', 'get'),
    description: 'Whether to go on once the export has ended',
  },
  {
    displayName: 'Wait at Most (Minutes)',
    name: 'waitMinutes',
    type: 'number',
    typeOptions: { minValue: 1 },
    default: 30,
    displayOptions: { show: { operation: ['export', 'get'], wait: [true] } },
    description: 'The export goes on all the same',
  },
  {
    displayName: 'Export',
    name: 'guid',
    type: 'string',
    required: true,
    default: '={{ $json.guid }}',
    displayOptions: of('get', 'rows', 'download', 'stop'),
    description: 'Its guid',
  },
  {
    displayName: 'Limit',
    name: 'limit',
    type: 'number',
    typeOptions: { minValue: 1 },
    default: 50,
    displayOptions: of('rows'),
    description: 'Max number of results to return',
  },
  { displayName: 'Format', name: 'format', type: 'options', options: plain(FORMATS), default: 'xlsx', displayOptions: of('download') },
  {
    displayName: 'Put Output File in Field',
    name: 'field',
    type: 'string',
    required: true,
    default: 'data',
    displayOptions: of('download'),
    description: 'The name of the output binary field',
  },
];

/** `options` of an export, of what the person added. */
export function jobOptions(given: IDataObject): IDataObject {
  const { limit, replies, list, sort, from, until, countries, sentiment } = given;
  const codes = String(countries ?? '')
    .split(',')
    .map((code) => code.trim())
    .filter((code) => code !== '');
  return {
    ...(limit === undefined ? {} : { limit }),
    ...(replies === undefined ? {} : { replies }),
    ...(typeof list === 'string' ? { [list]: true } : {}),
    ...(sort === undefined ? {} : { sort }),
    ...(from === undefined || from === '' ? {} : { minTimestamp: unixSeconds(from) }),
    ...(until === undefined || until === '' ? {} : { maxTimestamp: unixSeconds(until) }),
    ...(codes.length === 0 ? {} : { countries: codes }),
    ...(sentiment === true ? { filter: { sentiment: true } } : {}),
  };
}

/** n8n gives a date as text, or as what its date library makes of it, which writes itself so. */
function unixSeconds(date: unknown): number {
  return Math.floor(Date.parse(String(date)) / 1000);
}
