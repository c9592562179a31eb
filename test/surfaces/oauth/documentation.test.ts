import { describe, expect, it } from 'vitest';
import { own } from '#test/own.ts';
import { startOAuthRoom } from '#test/surfaces/oauth/oauth-room.ts';
import { createOAuthMount } from '#core/surfaces/oauth/mount.ts';
import { send } from '#test/surfaces/rest/rest-service.ts';

const room = await own(startOAuthRoom());

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;

describe('the routes of OAuth', () => {
  it('stand in the OpenAPI document, each with the methods that it takes', async () => {
    const { json } = await room.get('/openapi.json');
    const paths = json['paths'] as Record<string, Record<string, { responses: Record<string, unknown> }>>;
    for (const path of createOAuthMount(room.authorization).paths) {
      for (const method of METHODS) {
        const answer = await send(room.port, method, path, {});
        const documented = paths[path]?.[method.toLowerCase()];
        expect([path, method, answer.status !== 405]).toEqual([path, method, documented !== undefined]);
        if (documented !== undefined) expect(Object.keys(documented.responses), `${method} ${path}`).toContain(String(answer.status));
      }
    }
  });

  it.each([
    '/oauth/authorize',
    '/oauth/token',
    '/oauth/register',
    '/oauth/revoke',
    '/login',
    '/logout',
    '/.well-known/oauth-authorization-server',
  ])('refuse a foreign Host or Origin: %s', async (path) => {
    for (const headers of [
      { host: 'evil.example' },
      { host: `localhost.evil.example:${room.port}` },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ]) {
      for (const method of ['GET', 'POST']) {
        const answer = await send(room.port, method, path, headers as Record<string, string>);
        expect([answer.status, answer.json['error_code']]).toEqual([403, 'FORBIDDEN_ORIGIN']);
      }
    }
  });
});
