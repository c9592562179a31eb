import { z } from 'zod';
import { ACCESS_TOKEN_LIFETIME_S } from '#core/auth/oauth/access-tokens.ts';
import { createSocketTokens } from '#core/auth/socket-token.ts';
import { windowMark } from '#core/auth/window-session.ts';
import { defineOperation } from '#core/owner/context.ts';

const token = defineOperation({
  name: 'realtime.token',
  summary: 'Get a token for the realtime connection',
  description:
    'A JWT that opens the WebSocket at `/connection/websocket`, where events of exports, webhooks and the account arrive. Valid for a day, or as COMMENTDOCK_REALTIME_TTL says; fetch another one when the client asks for it.',
  scope: 'read',
  input: z.object({}),
  output: z.object({ token: z.string().meta({ examples: ['eyJhbGciOiJIUzI1NiJ9...'] }) }),
  errors: [],
  rest: { method: 'POST', path: '/api/public/auth/socket', status: 200, auth: 'token' },
  async run(_input, context) {
    const { kind, tokenUuid, window: pass } = context.caller;
    // Not longer than the access token it was fetched with: what the owner takes back from a client ends here, too.
    const mostSeconds = kind === 'client' ? ACCESS_TOKEN_LIFETIME_S : undefined;
    return { token: await createSocketTokens(context).issue(tokenUuid, { mostSeconds, window: pass && windowMark(pass) }) };
  },
});

export const REALTIME_OPERATIONS = [token];
