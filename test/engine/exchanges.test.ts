import { expect, it } from 'vitest';
import {
  CommentdockError,
  IncompleteAnswer,
  PlatformChanged,
  PlatformRefusal,
  ThrottledFailure,
  TransientFailure,
} from '#core/contract/error.ts';
import { FailedExchanges, PageExchanges } from '#core/engine/exchanges.ts';
import { unreadable } from '#core/platform-api/odd-rows.ts';

/** A page with so many exchanges, `https://a.example/<name>/0` and so on. */
function pageOf(name: string, count: number): PageExchanges {
  const exchanges = new PageExchanges({ page: 1 });
  for (let n = 0; n < count; n += 1)
    exchanges.add({
      startedAtMs: n,
      request: { method: 'GET', url: `https://a.example/${name}/${n}`, headers: {}, body: null },
      status: 200,
      headers: {},
      body: () => ({ bytes: Buffer.from(name), isCut: false }),
    });
  return exchanges;
}

it('keeps the last five exchanges of pages that were given up, and those of things that are gone not', () => {
  const failed = new FailedExchanges();
  failed.note(pageOf('replies', 2), new PlatformChanged('a.b'), 'gap');
  failed.note(pageOf('gone', 3), Object.assign(new PlatformChanged('a.b'), { code: 'NOT_FOUND' }), 'gap');
  failed.note(pageOf('list', 6), new PlatformChanged('rows.0'), 'jobFails');
  expect(failed.list().map(({ request, failure }) => `${request.url} ${failure.path}`)).toEqual(
    [1, 2, 3, 4, 5].map((n) => `https://a.example/list/${n} rows.0`),
  );
  failed.note(pageOf('late', 1), new PlatformChanged('x'), 'gap');
  expect(failed.list().map(({ failure }) => failure.path)).toEqual(['rows.0', 'rows.0', 'rows.0', 'rows.0', 'x']);
});

it.each([
  ['a refusal', new PlatformRefusal('BLOCKED'), true],
  ['a form that is not known', new PlatformChanged('rows'), true],
  ['half an answer', new IncompleteAnswer('Half.'), true],
  ['a host that asks for time', new ThrottledFailure(), true],
  ['what ended the export as it is gone', new PlatformRefusal('NOT_FOUND'), true],
  ['a broken wire', new TransientFailure(), false],
  ['a full disk', new CommentdockError('DISK'), false],
])('keeps what tells of the platform: %s', (_what, error, isKept) => {
  const failed = new FailedExchanges();
  failed.note(pageOf('first', 1), error, 'jobFails');
  expect(failed.list()).toHaveLength(isKept ? 1 : 0);
});

it('keeps the last five of one page', () => {
  const kept = pageOf('list', 7).failedWith(new PlatformRefusal('BLOCKED'));
  expect(kept.map(({ startedAtMs }) => startedAtMs)).toEqual([2, 3, 4, 5, 6]);
});

it('keeps no page of a thing that is merely gone, where that is a gap', () => {
  const failed = new FailedExchanges();
  failed.note(pageOf('gone', 1), new PlatformRefusal('NOT_FOUND'), 'gap');
  failed.note(pageOf('shut', 1), new PlatformRefusal('PRIVATE'), 'gap');
  expect(failed.list().map(({ failure }) => failure.code)).toEqual(['PRIVATE']);
});

it('keeps the page of a row that could not be read, by the place of the first one', () => {
  const failed = new FailedExchanges();
  failed.noteRows(pageOf('whole', 1), [{ cause: 'hidden', count: 1, note: 'It is hidden.' }]);
  failed.noteRows(pageOf('none', 1), []);
  failed.noteRows(pageOf('odd', 1), [{ cause: 'hidden', count: 1 }, unreadable('data.3.id'), unreadable('data.7.id')]);
  expect(failed.list().map(({ request, failure }) => [request.url, failure.code, failure.path])).toEqual([
    ['https://a.example/odd/0', 'PLATFORM_CHANGED', 'data.3.id'],
  ]);
});

it('says what was answered, what the page failed with, its cursor, and of what the run knew all that is plain and small', () => {
  const page = pageOf('list', 1);
  const ring: Record<string, unknown> = {};
  ring['self'] = ring;
  const known = {
    version: '2.1',
    flags: [1, null],
    long: 'x'.repeat(50_001),
    fits: 'x'.repeat(49_998),
    when: new Date(0),
    ring,
    nothing: undefined,
    call: () => 1,
  };
  for (const [name, value] of Object.entries(known)) page.use(name, value);
  expect(page.failedWith(new PlatformRefusal('PRIVATE', 'Members only.'))).toEqual([
    {
      startedAtMs: 0,
      request: { method: 'GET', url: 'https://a.example/list/0', headers: {}, body: null },
      answer: { status: 200, headers: {}, body: Buffer.from('list').toString('base64'), isCut: false },
      failure: { code: 'PRIVATE', message: 'Members only.', path: null },
      cursor: { page: 1 },
      known: { version: '2.1', flags: [1, null], fits: 'x'.repeat(49_998) },
    },
  ]);
});
