import { describe, expect, it } from 'vitest';
import { own } from '#test/own.ts';
import { startOAuthRoom } from '#test/surfaces/oauth/oauth-room.ts';
import type { RestAnswer } from '#test/surfaces/rest/rest-service.ts';

const room = await own(startOAuthRoom());

const proofOf = ({ text }: RestAnswer, clientId: string): string =>
  new RegExp(`name="client_id" value="${clientId}">\\s*<input type="hidden" name="proof" value="([^"]*)"`).exec(text)?.[1] ?? '';

describe('the clients that the owner allowed', () => {
  it('are seen by the owner alone', async () => {
    const { status, headers } = await room.get('/oauth/clients');
    expect([status, headers.location]).toEqual([302, '/login?redirect=%2Foauth%2Fclients']);
    const page = await room.get('/oauth/clients', { cookie: await room.signIn() });
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('None.')]);
  });

  it('lose everything at the press of a button, and nobody else anything', async () => {
    const [first, second] = [await room.register(undefined, 'First <b>'), await room.register(undefined, 'Second')];
    const held = [await room.tokens({ client_id: first }), await room.tokens({ client_id: first, scope: 'read' })];
    const kept = await room.tokens({ client_id: second, scope: 'read' });
    const cookie = await room.signIn();
    const page = await room.get('/oauth/clients', { cookie });
    expect(page.text.match(/<section/g)).toHaveLength(2);
    expect(page.text).toMatch(/First &lt;b&gt;<\/bdi><\/strong><br>read, write, since 2026-03-01/);
    expect(page.text).toMatch(/Second<\/bdi><\/strong><br>read, since/);

    const proof = proofOf(page, first);
    for (const form of [{ client_id: second, proof }, { client_id: first, proof: 'x' }, { client_id: first }]) {
      const refused = await room.post('/oauth/clients', form as Record<string, string>, { cookie });
      expect(refused.status).toBe(403);
    }
    expect((await room.post('/oauth/clients', { client_id: first, proof }, { cookie: await room.signIn() })).status).toBe(403);
    expect((await room.ask(held[0]?.access_token ?? '')).status).toBe(200);

    const done = await room.post('/oauth/clients', { client_id: first, proof }, { cookie });
    expect([done.status, done.headers.location]).toEqual([303, '/oauth/clients']);
    for (const tokens of held) {
      expect((await room.ask(tokens.access_token)).status).toBe(401);
      expect((await room.refresh(tokens.refresh_token, { client_id: first })).json['error']).toBe('invalid_grant');
    }
    expect((await room.ask(kept.access_token)).status).toBe(200);
    expect((await room.get('/oauth/clients', { cookie })).text.match(/<section/g)).toHaveLength(1);
  });
});
