import { describe, expect, it } from 'vitest';
import type { Expected } from '#test/recordings/cases.ts';
import { differences, type Outcome } from '#test/recordings/compare.ts';

const EXPECTED: Expected = {
  url: 'https://a.example/1',
  options: {},
  kind: 'comments',
  items: 2,
  reportedTotal: 7,
  sample: [
    {
      id: '1',
      text: 'caf\u00e9 \r\nau lait\n ',
      author: { name: 'Ann' },
      createdAt: '2024-01-01T00:00:00.000Z',
      media: [{ type: 'image', url: 'https://a.example/i.png' }],
      ownerReply: null,
      extra: { anything: 1 },
    },
  ],
};

const GOOD: Outcome = {
  status: 'done',
  errorCode: null,
  detail: null,
  total: 7,
  exportType: 'comments',
  rows: [
    {
      id: '1',
      text: 'cafe\u0301\nau lait',
      author: { name: 'Ann', id: null },
      createdAt: '2024-01-01T00:00:00Z',
      media: [{ url: 'https://a.example/i.png', type: 'image' }],
      ownerReply: null,
      likes: 3,
    },
    { id: '2' },
  ],
};

function withFirstRow(change: Record<string, unknown>): Outcome {
  return { ...GOOD, rows: [{ ...GOOD.rows[0], ...change }, { id: '2' }] };
}

describe('differences', () => {
  it('finds none where texts are equal after NFC, dates as instants, and nothing that counts differs', () => {
    expect(differences(GOOD, EXPECTED)).toEqual([]);
  });

  it.each<[string, Outcome, RegExp]>([
    ['a missing row', { ...GOOD, rows: GOOD.rows.slice(0, 1) }, /1 items, not 2/],
    ['a doubled id', { ...GOOD, rows: [GOOD.rows[0] ?? {}, { id: '1', text: 'x' }] }, /1 ids come twice/],
    ['a missing sample', { ...GOOD, rows: [{ id: '3' }, { id: '2' }] }, /item 1 is missing/],
    ['another text', withFirstRow({ text: 'cafe' }), /1\.text is "cafe"/],
    ['the place where long texts part', withFirstRow({ text: `${'x'.repeat(500)}y` }), /1\.text is "xxx/],
    ['blanks at line ends', withFirstRow({ text: 'cafe\u0301 \nau lait' }), /1\.text keeps blanks/],
    ['another instant', withFirstRow({ createdAt: '2024-01-01T00:00:01Z' }), /1\.createdAt/],
    ['a nested field', withFirstRow({ author: { name: 'Bob' } }), /1\.author\.name is "Bob", not "Ann"/],
    ['an absent field', withFirstRow({ author: null }), /1\.author is null/],
    ['a value instead of null', withFirstRow({ ownerReply: { text: 'x' } }), /1\.ownerReply/],
    ['undefined instead of null', withFirstRow({ ownerReply: undefined }), /1\.ownerReply is undefined/],
    ['a further medium', withFirstRow({ media: [{}, {}] }), /1\.media is/],
    ['another medium', withFirstRow({ media: [{ type: 'video', url: 'https://a.example/i.png' }] }), /1\.media\[0\]\.type/],
    ['another total', { ...GOOD, total: null }, /total null, not 7/],
    ['another export type', { ...GOOD, exportType: 'posts' }, /export type posts/],
    ['a failure', { ...GOOD, status: 'error', errorCode: 'NETWORK', detail: 'no way' }, /status error, not done: NETWORK no way/],
  ])('names %s', (_what, outcome, words) => {
    expect(differences(outcome, EXPECTED).join('\n')).toMatch(words);
  });

  it('finds a sample without an id by what it says', () => {
    const expected: Expected = { url: '', options: {}, kind: 'comments', items: 2, sample: [{ author: { name: 'Ann' } }] };
    expect(differences(GOOD, expected)).toEqual([]);
    expect(differences(withFirstRow({ author: { name: 'Bob' } }), expected)).toEqual(['no item is like {"author":{"name":"Ann"}}']);
  });

  it('wants the error code where the export must fail', () => {
    const expected: Expected = { url: '', options: {}, kind: 'comments', items: 0, sample: [], error_code: 'PRIVATE' };
    const failed: Outcome = { status: 'error', errorCode: 'PRIVATE', detail: '', total: null, exportType: 'comments', rows: [] };
    expect(differences(failed, expected)).toEqual([]);
    expect(differences({ ...failed, errorCode: 'BLOCKED' }, expected)).toEqual(['error_code BLOCKED, not PRIVATE']);
    expect(differences({ ...failed, status: 'done', errorCode: null }, expected)).toHaveLength(2);
  });
});
