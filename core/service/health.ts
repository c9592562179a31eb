import { z } from 'zod';
import { VERSION } from '#core/config/version.ts';
import { defineOperation } from '#core/service/context.ts';

const health = defineOperation({
  name: 'service.health',
  summary: 'Is the service up',
  description: 'Answers without a token as soon as the service is up.',
  scope: 'read',
  input: z.object({}),
  output: z.object({ ok: z.literal(true), service: z.literal('commentdock'), version: z.string().meta({ examples: [VERSION] }) }),
  errors: [],
  rest: { method: 'GET', path: '/health', status: 200, auth: 'public' },
  run: () => ({ ok: true as const, service: 'commentdock' as const, version: VERSION }),
});

export const SERVICE_OPERATIONS = [health];
