import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { own } from '#test/own.ts';
import { answerOf, CALLBACK, queryOf, startOAuthRoom } from '#test/surfaces/oauth/oauth-room.ts';
import { type RestAnswer, send } from '#test/surfaces/rest/rest-service.ts';

const DAY_MS = 86_400_000;

const room = await own(startOAuthRoom());

const told = ({ status, json }: RestAnswer): readonly unknown[] => [status, json['error'], json['error_description']];
const register = (body: unknown): Promise<RestAnswer> =>
  send(room.port, 'POST', '/oauth/register', { 'content-type': 'application/json' }, JSON.stringify(body));

/** As a client whose verifier is this one. */
async function codeFor(
  verifier: string,
): Promise<{ readonly code: string; readonly pkce: { readonly verifier: string; readonly challenge: string } }> {
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const { code } = await room.code({ code_challenge: challenge });
  return { code, pkce: { verifier, challenge } };
}

describe('what a client did wrong is told in words', () => {
  it.each<[Readonly<Record<string, string | null>>, string, RegExp]>([
    [{ response_type: null }, 'invalid_request', /^The parameter response_type is missing\.$/],
    [{ response_type: 'token' }, 'unsupported_response_type', /^response_type must be code\.$/],
    [{ response_mode: 'fragment' }, 'invalid_request', /^response_mode must be query\.$/],
    [{ code_challenge: null }, 'invalid_request', /^The parameter code_challenge is missing\.$/],
    [{ code_challenge: 'x'.repeat(42) }, 'invalid_request', /^The code_challenge is no S256 challenge\.$/],
    [{ code_challenge: 'x'.repeat(44) }, 'invalid_request', /no S256 challenge/],
    [{ code_challenge: `.${'x'.repeat(43)}` }, 'invalid_request', /no S256 challenge/],
    [{ code_challenge: `${'x'.repeat(43)}.` }, 'invalid_request', /no S256 challenge/],
    [{ code_challenge_method: 'plain' }, 'invalid_request', /^code_challenge_method must be S256\.$/],
    [{ scope: 'admin' }, 'invalid_scope', /^The scopes are read and write\.$/],
    [{ resource: 'https://other.example/mcp' }, 'invalid_target', /^The resource is not one of this service\.$/],
  ])('where it asks with %j', async (changes, error, words) => {
    const answer = answerOf(await room.authorize(await room.signIn(), changes));
    expect([answer.get('error'), answer.get('error_description')]).toEqual([error, expect.stringMatching(words)]);
  });

  it('where nobody can be sent back to it, on the page', async () => {
    const cookie = await room.signIn();
    for (const [changes, words] of [
      [{ client_id: null }, 'The parameter client_id is missing.'],
      [{ client_id: 'nobody' }, 'The client is not known. Register it first.'],
      [{ redirect_uri: 'https://elsewhere.example/' }, 'The redirect_uri is not one that this client registered.'],
    ] as const)
      expect((await room.authorize(cookie, changes)).text).toContain(words);
    const twice = async (more: string) => (await room.get(`/oauth/authorize?${queryOf({})}&${more}`, { cookie })).text;
    expect(await twice('scope=read')).toContain('The parameter scope comes twice.');
    expect(await twice(`resource=${room.url}&resource=${room.url}`)).toContain('Ask for one resource at a time.');
    // One without a value is none.
    expect(await twice('scope=')).toContain('>Allow</button>');
  });

  it('where it redeems a code', async () => {
    const { code, pkce } = await room.code();
    const other = await room.register();
    const redeemed = async (more: Readonly<Record<string, string>>, of = code) => told(await room.redeem(of, pkce, more));
    expect(await redeemed({}, 'nobody gave this one')).toEqual([400, 'invalid_grant', 'The code is not known.']);
    expect(await redeemed({ client_id: other })).toEqual([400, 'invalid_grant', 'The code is not known.']);
    expect(await redeemed({ client_id: 'nobody' })).toEqual([401, 'invalid_client', 'The client is not known. Register it first.']);
    expect(await redeemed({ redirect_uri: `${CALLBACK}2` })).toEqual([
      400,
      'invalid_grant',
      'The redirect_uri is not that of the authorization request.',
    ]);
    expect(await redeemed({ code_verifier: 'x'.repeat(43) })).toEqual([
      400,
      'invalid_grant',
      'The code_verifier does not fit the code_challenge.',
    ]);
    expect(await redeemed({ resource: room.url })).toEqual([400, 'invalid_target', 'The resource is not the one that was allowed.']);
    for (const name of ['client_id', 'code', 'redirect_uri', 'code_verifier', 'grant_type'])
      expect(await redeemed({ [name]: '' })).toEqual([400, 'invalid_request', `The parameter ${name} is missing.`]);
    expect(await redeemed({ grant_type: 'password' })).toEqual([
      400,
      'unsupported_grant_type',
      'grant_type must be authorization_code or refresh_token.',
    ]);
    expect((await room.redeem(code, pkce)).status).toBe(200);
    expect(await redeemed({})).toEqual([400, 'invalid_grant', 'The code was used before; all that it gave is revoked.']);
    const late = await room.code();
    room.services.clock.nowMs += 60_000;
    expect(told(await room.redeem(late.code, late.pkce))).toEqual([400, 'invalid_grant', 'The code has expired.']);
  });

  it('where its verifier is none (RFC 7636, 4.1), though the challenge was made of it', async () => {
    for (const verifier of ['x'.repeat(43), `${'x'.repeat(124)}-._~`]) {
      const { code, pkce } = await codeFor(verifier);
      expect((await room.redeem(code, pkce)).status).toBe(200);
    }
    for (const verifier of ['x'.repeat(42), 'x'.repeat(129), `${'x'.repeat(43)}+`, `+${'x'.repeat(43)}`]) {
      const { code, pkce } = await codeFor(verifier);
      expect(told(await room.redeem(code, pkce))).toEqual([400, 'invalid_grant', 'The code_verifier does not fit the code_challenge.']);
    }
  });

  it('where it refreshes', async () => {
    const { refresh_token: token } = await room.tokens({ scope: 'read' });
    const other = await room.register();
    const refreshed = async (more: Readonly<Record<string, string>>, of = token) => told(await room.refresh(of, more));
    const unknown = [400, 'invalid_grant', 'The refresh token is not known.'];
    expect(await refreshed({}, 'nobody gave this one')).toEqual(unknown);
    expect(await refreshed({ client_id: other })).toEqual(unknown);
    for (const scope of ['write', 'read write', 'admin', ' '])
      expect(await refreshed({ scope })).toEqual([400, 'invalid_scope', 'The scope is more than what was allowed: read.']);
    expect(await refreshed({ resource: room.url })).toEqual([400, 'invalid_target', 'The resource is not the one that was allowed.']);
    for (const name of ['client_id', 'refresh_token'])
      expect(await refreshed({ [name]: '' })).toEqual([400, 'invalid_request', `The parameter ${name} is missing.`]);

    const revoked = await room.tokens();
    const next = (await room.refresh(revoked.refresh_token)).json as unknown as typeof revoked;
    await room.post('/oauth/revoke', { token: next.refresh_token, client_id: 'mcp' });
    expect(await refreshed({}, next.refresh_token)).toEqual([400, 'invalid_grant', 'This refresh token was revoked. Authorize again.']);
  });

  it('gets less of what it was allowed where it asks for less', async () => {
    const { refresh_token: token } = await room.tokens({ scope: 'read write' });
    const less = await room.refresh(token, { scope: 'read' });
    expect([less.status, less.json['scope']]).toEqual([200, 'read']);
    expect((await room.ask(String(less.json['access_token']), 'POST', '/api/v3/job')).status).toBe(403);
    // What it may have stays what it was.
    expect((await room.refresh(String(less.json['refresh_token']))).json['scope']).toBe('read write');
  });

  it.each<[unknown, string, RegExp]>([
    [{ redirect_uris: [CALLBACK], grant_types: ['implicit'] }, 'invalid_client_metadata', /^grant_types must hold authorization_code\.$/],
    [{ redirect_uris: [CALLBACK], response_types: [] }, 'invalid_client_metadata', /^response_types must hold code\.$/],
    [
      { redirect_uris: ['http://a.example/\u202E'] },
      'invalid_redirect_uri',
      /^A redirect URI starts with https:.* no fragment: http:\/\/a\.example\/$/,
    ],
    [{ redirect_uris: Array(21).fill(CALLBACK) }, 'invalid_redirect_uri', /redirect_uris/],
    [{ redirect_uris: [`https://a.example/${'x'.repeat(2_031)}`] }, 'invalid_redirect_uri', /^A redirect URI/],
    ['no object', 'invalid_client_metadata', /The metadata/],
  ])('where it registers with %j', async (body, error, words) => {
    expect(told(await register(body))).toEqual([400, error, expect.stringMatching(words)]);
  });

  it('is none where it says all that there is to say', async () => {
    for (const body of [
      { redirect_uris: Array(20).fill(CALLBACK), client_name: 'x', grant_types: ['authorization_code'], response_types: ['code', 'token'] },
      { redirect_uris: [`https://a.example/${'x'.repeat(2_030)}`] },
    ])
      expect((await register(body)).status).toBe(201);
    expect((await register({ redirect_uris: [CALLBACK], client_name: ' \u0007\u202E ' })).json).not.toHaveProperty('client_name');
  });
});

describe('an access token that is worth nothing', () => {
  it('says what is to be done', async () => {
    const ask = async (token: string) => {
      const { status, json } = await room.ask(token);
      return [status, json['error_code'], json['detail']];
    };
    const tokens = await room.tokens();
    expect(await ask('a.b.c')).toEqual([401, 'AUTH_HEADER_TOKEN', 'This access token is not one of this service.']);
    await room.post('/oauth/revoke', { token: tokens.access_token, client_id: 'mcp' });
    expect(await ask(tokens.access_token)).toEqual([
      401,
      'AUTH_HEADER_TOKEN',
      'This access token was revoked. Authorize the client again.',
    ]);
    const { access_token: ofFamily } = (await room.refresh(tokens.refresh_token)).json as unknown as typeof tokens;
    await room.refresh(tokens.refresh_token);
    expect(await ask(ofFamily)).toEqual([401, 'AUTH_HEADER_TOKEN', 'This access token was revoked. Authorize the client again.']);
    const { access_token: old } = await room.tokens();
    room.services.clock.nowMs += DAY_MS;
    expect(await ask(old)).toEqual([401, 'AUTH_HEADER_TOKEN', 'This access token has expired. Refresh it.']);
  });
});
