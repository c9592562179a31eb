import { expect, it } from 'vitest';
import { numbered } from '#core/store/postgres/placeholders.ts';

it.each<[string, string, readonly (number | string)[]]>([
  ['SELECT 1', 'SELECT 1', []],
  ['SELECT ? FROM a WHERE b = ? AND c = ?', 'SELECT $1 FROM a WHERE b = $2 AND c = $3', [0, 1, 2]],
  ['a = @one AND b = @two OR c = @one', 'a = $1 AND b = $2 OR c = $1', ['one', 'two']],
  ['a = ? AND b = @name AND c = ? AND d = @name', 'a = $1 AND b = $2 AND c = $3 AND d = $2', [0, 'name', 1]],
  ["a = '?' AND b = 'it''s @x?' AND c = ?", "a = '?' AND b = 'it''s @x?' AND c = $1", [0]],
  ['"a?" = ? AND "@b" = @b', '"a?" = $1 AND "@b" = $2', [0, 'b']],
  ['a = ? -- which? @none\nAND b = ?', 'a = $1 -- which? @none\nAND b = $2', [0, 1]],
  ['FROM jobs INDEXED BY jobs_sought WHERE a = ?', 'FROM jobs WHERE a = $1', [0]],
  ['SELECT a AS jobGuid, b AS plain, c AS "Quoted" FROM d AS e', 'SELECT a AS "jobGuid", b AS plain, c AS "Quoted" FROM d AS e', []],
  ['SELECT a AS b2C, aS xY, HAS aB', 'SELECT a AS b2C, aS xY, HAS aB', []],
])('%s is written for PostgreSQL', (sql, text, order) => {
  expect(numbered(sql)).toEqual({ text, order });
});
