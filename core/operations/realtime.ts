import { z } from 'zod';
import { createSocketTokens } from '#core/auth/socket-token.ts';
import { defineOperation } from '#core/operations/define.ts';

const token = defineOperation({
  name: 'realtime.token',
  summary: 'Get a token for the realtime connection',
  description:
    'A JWT that opens the WebSocket at `/connection/websocket`, where events of exports, webhooks and the account arrive. Valid for a day, or as COMMENTDOCK_REALTIME_TTL says; fetch another one when the client asks for it.',
  effect: 'read',
  scope: 'read',
  input: z.object({}),
  output: z.object({ token: z.string().meta({ examples: ['eyJhbGciOiJIUzI1NiJ9...'] }) }),
  errors: [],
  rest: { method: 'POST', path: '/api/public/auth/socket', status: 200, auth: 'token' },
  run: async (_input, context) => ({ token: await createSocketTokens(context).issue(context.caller.tokenUuid) }),
});

export const REALTIME_OPERATIONS = [token];
