import { describe, expect, test } from 'vitest';
import { type CellValue, COLUMNS, extraColumn } from '#core/contract/columns.ts';
import type { Item } from '#core/contract/item.ts';
import { sampleItem } from '#test/writers/sample.ts';

const DOCUMENTED = [
  '#',
  'Reply #',
  'ID',
  'Parent ID',
  'Name',
  'Username',
  'Profile ID',
  'Profile URL',
  'Date',
  'Likes',
  'Replies',
  'Rating',
  'Title',
  'Comment',
  'Sentiment',
  'Sentiment score',
  'Language',
  'Verified',
  'Pinned',
  'Edited',
  'By author',
  'Owner reply',
  'Media',
  'Comment URL',
];

const FILE = `media/${'a'.repeat(64)}.jpg`;
const THUMBNAIL = `media/${'b'.repeat(64)}.png`;

const FULL = sampleItem({
  id: '17',
  parentId: '16',
  kind: 'reply',
  author: { name: 'Ada', username: 'ada', id: 'u1', url: 'https://x.example/ada', verified: true },
  text: 'Hello',
  createdAt: '2024-05-06T07:08:09Z',
  createdAtPrecision: 'month',
  relativeTime: '2 months ago',
  likes: 1,
  dislikes: 2,
  replyCount: 3,
  approximate: true,
  rating: 4.5,
  ratingScale: 5,
  title: 'Title',
  language: 'en',
  url: 'https://x.example/17',
  media: [
    { type: 'image', url: 'https://x.example/a.jpg', file: FILE },
    { type: 'video', url: 'https://x.example/b.mp4' },
  ],
  isPinned: false,
  isEdited: true,
  isAuthorPost: false,
  ownerReply: { text: 'Thanks', createdAt: '2024-05-07T00:00:00Z' },
  extra: {
    sentiment: 'positive',
    sentimentScore: 0.8,
    thumbnailFile: THUMBNAIL,
    remark: { starred: true, note: 'Ask her', tags: ['x', 'y'] },
  },
});

function cellsOf(item: Item): Record<string, CellValue> {
  return Object.fromEntries(COLUMNS.map((column) => [column.header, column.read(item, { row: 5, reply: 2 })]));
}

describe('columns', () => {
  test('begin with the documented ones in their order', () => {
    expect(COLUMNS.slice(0, DOCUMENTED.length).map(({ header }) => header)).toEqual(DOCUMENTED);
  });

  test('read every field of an item', () => {
    expect(cellsOf(FULL)).toEqual({
      '#': 5,
      'Reply #': 2,
      ID: '17',
      'Parent ID': '16',
      Name: 'Ada',
      Username: 'ada',
      'Profile ID': 'u1',
      'Profile URL': 'https://x.example/ada',
      Date: '2024-05-06T07:08:09Z',
      Likes: 1,
      Replies: 3,
      Rating: 4.5,
      Title: 'Title',
      Comment: 'Hello',
      Sentiment: 'positive',
      'Sentiment score': 0.8,
      Language: 'en',
      Verified: true,
      Pinned: false,
      Edited: true,
      'By author': false,
      'Owner reply': 'Thanks',
      Media: 'https://x.example/a.jpg\nhttps://x.example/b.mp4',
      'Comment URL': 'https://x.example/17',
      'Date as shown': '2 months ago',
      Dislikes: 2,
      'Rating scale': 5,
      'Counts rounded': true,
      'Owner reply date': '2024-05-07T00:00:00Z',
      'Media files': `${THUMBNAIL}\n${FILE}`,
      Starred: true,
      'Own note': 'Ask her',
      'Own tags': 'x, y',
    });
  });

  test('are empty where the platform does not say', () => {
    const { '#': row, 'Reply #': reply, ID: id, ...others } = cellsOf(sampleItem());
    expect([row, reply, id]).toEqual([5, 2, '1']);
    expect(new Set(Object.values(others))).toEqual(new Set([null]));
  });

  test('show no time of day where the date is no better than its day', () => {
    const date = COLUMNS.find(({ header }) => header === 'Date');
    const verdicts = (['second', 'minute', 'hour', 'day', 'week', 'month', 'year', null] as const).map((createdAtPrecision) =>
      date?.dayOnly?.(sampleItem({ createdAtPrecision })),
    );
    expect(verdicts).toEqual([false, false, false, true, true, true, true, false]);
  });
});

describe('columns of extras', () => {
  test.each([
    ['verifiedPurchase', 'Verified purchase', 'text'],
    ['listingUrl', 'Listing URL', 'link'],
    ['replyToId', 'Reply to ID', 'text'],
    ['accountCreatedAt', 'Account created at', 'date'],
    ['HTMLText', 'Html text', 'text'],
    ['views', 'Views', 'text'],
    ['snake_case', 'Snake case', 'text'],
    ['größeInCm', 'Größe in cm', 'text'],
    ['_', '_', 'text'],
  ])('%s is "%s", %s', (key, header, type) => {
    expect(extraColumn(key, new Set())).toMatchObject({ header, type });
  });

  test('take a number behind a header that is in use', () => {
    expect(extraColumn('likes', new Set(['Likes'])).header).toBe('Likes (2)');
    expect(extraColumn('likes', new Set(['Likes', 'Likes (2)'])).header).toBe('Likes (3)');
  });

  test.each([
    ['text', 'text'],
    [12.5, 12.5],
    [false, false],
    [null, null],
    [undefined, null],
    [['a', 1], '["a",1]'],
    [{ b: { c: 'd' } }, '{"b":{"c":"d"}}'],
  ])('read %j as %j', (value, cell) => {
    expect(extraColumn('key', new Set()).read(sampleItem({ extra: { key: value } }), { row: 1, reply: null })).toEqual(cell);
  });

  test('read nothing that the item merely inherits', () => {
    expect(extraColumn('toString', new Set()).read(sampleItem(), { row: 1, reply: null })).toBeNull();
  });
});
