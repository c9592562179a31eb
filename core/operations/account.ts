import { z } from 'zod';
import { defineOperation } from '#core/operations/define.ts';

const ping = defineOperation({
  name: 'account.ping',
  summary: 'Check the token',
  description: 'Answers when the service is up and the token is valid.',
  effect: 'read',
  scope: 'read',
  input: z.object({}),
  output: z.object({ message: z.literal('pong'), status: z.literal('ok') }),
  errors: [],
  rest: { method: 'GET', path: '/api/v1/ping', status: 200, auth: 'token' },
  run: () => ({ message: 'pong' as const, status: 'ok' as const }),
});

export const ACCOUNT_OPERATIONS = [ping];
