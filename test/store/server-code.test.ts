import pg from 'pg';
import { expect, it } from 'vitest';
import { serverCode } from '#core/store/postgres/blocking-call.ts';

it('is that of an answer of the server, and none of what the system says of a connection', () => {
  const refusal = Object.assign(new pg.DatabaseError('duplicate key value', 0, 'error'), { code: '23505', severity: 'ERROR' });
  const broken = Object.assign(new Error('write EPIPE'), { code: 'EPIPE', errno: -32, syscall: 'write' });
  expect([refusal, broken, new Error('Connection terminated unexpectedly')].map(serverCode)).toEqual(['23505', null, null]);
});
