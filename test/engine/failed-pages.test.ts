import { describe, expect, it } from 'vitest';
import {
  CeilingExceeded,
  CommentdockError,
  IncompleteAnswer,
  PlatformChanged,
  PlatformRefusal,
  ThrottledFailure,
  TransientFailure,
  WindowClosed,
} from '#core/contract/error.ts';
import { consequenceOf, requeuesItself } from '#core/engine/failure.ts';
import type { FrontierEntry } from '#core/engine/ports.ts';
import { nextPosition, startPosition } from '#core/engine/position.ts';

const FIRST = startPosition(0);
const SECOND = nextPosition(FIRST, 'page', 0);
const FURTHER_LIST = nextPosition(FIRST, 'list', 0);
const THREAD = nextPosition(FIRST, 'replies', 0);
/** A list that the replies of a row open. */
const BELOW_THREAD = nextPosition(THREAD, 'list', 1);

const INCOMPLETE = new IncompleteAnswer('Half a page.');
const GONE = new PlatformRefusal('NOT_FOUND', 'Nothing is there.');
const BLOCKED = new PlatformRefusal('BLOCKED', 'No entry.');

function entry(fields: Partial<FrontierEntry> = {}): FrontierEntry {
  return {
    id: 1,
    role: 'page',
    under: null,
    expect: 7,
    optional: false,
    afterMs: 0,
    cursor: null,
    position: FIRST,
    readKey: '',
    cursorHash: 0,
    ...fields,
  } as FrontierEntry;
}

describe('a page of an odd form', () => {
  it.each([
    ['is asked for again twice', entry(), 2, 1, 'again'],
    ['and no more often', entry(), 3, 1, 'jobFails'],
    ['nor without a retry that is left', entry(), 1, 0, 'jobFails'],
    ['nor where one try is all there is', entry({ optional: true }), 1, 9, 'gap'],
  ])('%s', (_words, failed, tries, retriesLeft, kind) => {
    expect(consequenceOf(INCOMPLETE, failed, tries, retriesLeft).kind).toBe(kind);
    expect(consequenceOf(new PlatformChanged('rows'), failed, tries, retriesLeft).kind).toBe(kind);
  });

  it('is not asked for again where it is too large, or refused', () => {
    for (const error of [new CeilingExceeded('8 MB'), BLOCKED, GONE]) expect(consequenceOf(error, entry(), 1, 9).kind).toBe('jobFails');
  });
});

describe('a page that is given up', () => {
  it.each([
    ['the first of a list', { position: FIRST }, 'jobFails', 'jobFails', 'jobFails'],
    ['a later one', { position: SECOND }, 'listEnds', 'listEnds', 'jobFails'],
    ['the first of a further list', { position: FURTHER_LIST, role: 'list' }, 'listEnds', 'listEnds', 'jobFails'],
    ['one of a list below a row', { position: BELOW_THREAD, role: 'list' }, 'listEnds', 'listEnds', 'gap'],
    ['replies', { position: THREAD, role: 'replies' }, 'gap', 'gap', 'gap'],
    ['what has one try', { position: SECOND, optional: true }, 'gap', 'gap', 'gap'],
  ] as const)('costs what hangs on it: %s', (_what, fields, whenGone, whenIncomplete, whenRefused) => {
    const kindOf = (error: CommentdockError): string => consequenceOf(error, entry(fields), 3, 0).kind;
    expect([kindOf(GONE), kindOf(INCOMPLETE), kindOf(BLOCKED)]).toEqual([whenGone, whenIncomplete, whenRefused]);
    // Whoever closed the window wants to go on later: nothing is lost for good.
    expect(kindOf(new WindowClosed('BLOCKED'))).toBe('jobFails');
  });

  const gapOf = (error: CommentdockError, fields: Partial<FrontierEntry>) => {
    const consequence = consequenceOf(error, entry({ position: THREAD, role: 'replies', ...fields }), 3, 0);
    return 'gap' in consequence ? consequence.gap : null;
  };

  it.each([
    ['LOGIN_REQUIRED', 'login'],
    ['AGE_RESTRICTED', 'login'],
    ['PRIVATE', 'hidden'],
    ['NOT_FOUND', 'notServed'],
    ['PLATFORM_CHANGED', 'notServed'],
    ['BLOCKED', 'blocked'],
    ['NETWORK', 'blocked'],
  ] as const)('is missing by its cause: %s is %s', (code, cause) => {
    expect(gapOf(new CommentdockError(code), {})).toMatchObject({ cause, count: 7 });
  });

  it('is named as what it was, with what it was expected to bring', () => {
    expect(gapOf(GONE, { under: 'c1' })).toEqual({
      cause: 'notServed',
      count: 7,
      note: 'A list of replies (under c1) was given up: NOT_FOUND, Nothing is there.',
    });
    expect(gapOf(BLOCKED, { expect: null })).toEqual({
      cause: 'blocked',
      count: 0,
      note: 'A list of replies was given up: BLOCKED, No entry.',
    });
    expect(gapOf(BLOCKED, { role: 'page', optional: true })).toEqual({
      cause: 'blocked',
      count: 0,
      note: 'A further page was not served: BLOCKED, No entry.',
    });
  });
});

it('goes back into the queue once, where the wire broke or the host named no time', () => {
  const [wire, throttled] = [new TransientFailure(), new ThrottledFailure()];
  expect([wire, throttled].map((error) => requeuesItself(error, 0))).toEqual([true, true]);
  expect([wire, throttled].map((error) => requeuesItself(error, 1))).toEqual([false, false]);
  const others = [new ThrottledFailure('Wait.', { secondsToWait: 60 }), BLOCKED, INCOMPLETE, new CommentdockError('NETWORK')];
  expect(others.map((error) => requeuesItself(error, 0))).toEqual([false, false, false, false]);
});
