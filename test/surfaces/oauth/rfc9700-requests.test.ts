import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { own } from '#test/own.ts';
import { answerOf, CALLBACK, hidden, newPkce, queryOf, startOAuthRoom, STATE } from '#test/surfaces/oauth/oauth-room.ts';

const FOREIGN = 'https://client.example/callback';

const room = await own(startOAuthRoom());

describe('RFC 9700, the browser', () => {
  describe('2.1, 4.1: redirect URIs', () => {
    it.each([
      'https://client.example/callback/',
      'https://client.example/callback/x',
      'https://client.example/Callback',
      'https://client.example/callback?x=1',
      'https://client.example/callback#x',
      'https://client.example:443/callback',
      'https://client.example/%63allback',
      'https://client.example/callback/../callback',
      'https://CLIENT.example/callback',
      'https://sub.client.example/callback',
      'https://client.example.evil.example/callback',
      'https://client.example@evil.example/callback',
      'http://client.example/callback',
      'https:client.example/callback',
      'https:\\\\client.example\\callback',
      'javascript:alert(1)',
      'data:text/html,x',
      '//client.example/callback',
      '',
    ])('are compared character by character: %s', async (redirectUri) => {
      const clientId = await room.register([FOREIGN]);
      const cookie = await room.signIn();
      for (const session of [cookie, null]) {
        const answer = await room.authorize(session, { client_id: clientId, redirect_uri: redirectUri });
        expect(answer.status).toBe(400);
        expect(answer.headers.location).toBeUndefined();
        expect(answer.headers['content-type']).toContain('text/html');
      }
    });

    it('take any port on this machine and nothing else that differs (RFC 8252, 7.3)', async () => {
      const clientId = await room.register([CALLBACK, 'http://localhost/back?x=1', FOREIGN]);
      const cookie = await room.signIn();
      const statusFor = async (redirectUri: string) =>
        (await room.authorize(cookie, { client_id: clientId, redirect_uri: redirectUri })).status;
      for (const uri of ['http://127.0.0.1:1/callback', 'http://127.0.0.1/callback', 'http://localhost:65535/back?x=1']) {
        expect(await statusFor(uri), uri).toBe(200);
      }
      for (const uri of [
        'http://localhost:1/callback',
        'http://127.0.0.1:1/callback2',
        'http://127.0.0.1:99999/callback',
        'http://127.0.0.2:53682/callback',
        'http://127.1:53682/callback',
        'http://0x7f000001:53682/callback',
        'http://127.0.0.1.evil.example/callback',
        'http://127.0.0.1:1@evil.example/callback',
        'http://localhost:1/back',
        'https://127.0.0.1:53682/callback',
        'https://client.example:8443/callback',
      ]) {
        expect(await statusFor(uri), uri).toBe(400);
      }
    });

    it('of the built-in client are any on this machine and one elsewhere', async () => {
      const cookie = await room.signIn();
      for (const uri of ['http://127.0.0.1:1/a', 'http://localhost:2/', 'http://localhost:2', 'https://claude.ai/api/mcp/auth_callback']) {
        expect((await room.authorize(cookie, { redirect_uri: uri })).status, uri).toBe(200);
      }
      for (const uri of [FOREIGN, 'https://claude.ai/', 'https://localhost/', 'http://localhost.evil.example/', 'http://[::1]:1/']) {
        expect((await room.authorize(cookie, { redirect_uri: uri })).status, uri).toBe(400);
      }
    });

    it('must be the same at the token endpoint', async () => {
      const { code, pkce } = await room.code();
      const answer = await room.redeem(code, pkce, { redirect_uri: 'http://127.0.0.1:53683/callback' });
      expect([answer.status, answer.json['error']]).toEqual([400, 'invalid_grant']);
      expect((await room.redeem(code, pkce)).status).toBe(200);
    });
  });

  describe('2.1.1, 4.5, 4.8: code injection and PKCE downgrade', () => {
    it.each([
      ['no challenge', { code_challenge: null }],
      ['no method, which means plain', { code_challenge_method: null }],
      ['plain', { code_challenge_method: 'plain' }],
      ['another case', { code_challenge_method: 's256' }],
      ['a challenge that is no SHA-256', { code_challenge: 'short' }],
    ])('a request with %s is refused', async (_what, changes) => {
      const cookie = await room.signIn();
      const refused = await room.authorize(cookie, changes);
      expect(answerOf(refused).get('error')).toBe('invalid_request');
      expect(answerOf(refused).get('code')).toBeNull();
      const stranger = await room.authorize(null, changes);
      expect([stranger.status, stranger.headers.location]).toEqual([400, undefined]);
    });

    it('a code without its verifier is worth nothing', async () => {
      const { code, pkce } = await room.code();
      for (const verifier of [newPkce().verifier, pkce.challenge, `${pkce.verifier}A`, pkce.verifier.slice(1), 'x'.repeat(43)]) {
        const answer = await room.redeem(code, { ...pkce, verifier });
        expect([answer.status, answer.json['error']]).toEqual([400, 'invalid_grant']);
      }
      const without = await room.redeem(code, { ...pkce, verifier: '' });
      expect(without.json['error']).toBe('invalid_request');
    });

    it('a code of another client is worth nothing', async () => {
      const { code, pkce } = await room.code();
      const other = await room.register();
      const answer = await room.redeem(code, pkce, { client_id: other });
      expect([answer.status, answer.json['error']]).toEqual([400, 'invalid_grant']);
      expect((await room.redeem(code, pkce)).status).toBe(200);
    });

    it('the metadata says S256 and nothing else', async () => {
      const { json } = await room.get('/.well-known/oauth-authorization-server');
      expect(json['code_challenge_methods_supported']).toEqual(['S256']);
    });
  });

  describe('2.1.2, 2.4: grants that are gone', () => {
    it.each(['token', 'id_token', 'code token', 'none', ''])('response_type %s is refused', async (responseType) => {
      const cookie = await room.signIn();
      const answer = await room.authorize(cookie, { response_type: responseType });
      expect(answerOf(answer).get('error')).toBe(responseType === '' ? 'invalid_request' : 'unsupported_response_type');
      expect(answer.headers.location).not.toMatch(/#|access_token/);
    });

    it.each(['password', 'client_credentials', 'implicit', 'urn:ietf:params:oauth:grant-type:device_code', 'toString'])(
      'grant_type %s is refused',
      async (grantType) => {
        const answer = await room.post('/oauth/token', { grant_type: grantType, client_id: 'mcp', username: 'a', password: 'b' });
        expect([answer.status, answer.json['error']]).toEqual([400, 'unsupported_grant_type']);
      },
    );
  });

  describe('2.6: metadata', () => {
    it('says what there is, with the issuer that was asked', async () => {
      for (const host of [`127.0.0.1:${room.port}`, `localhost:${room.port}`]) {
        const { json, status } = await room.get('/.well-known/oauth-authorization-server', { host });
        expect(status).toBe(200);
        expect(json).toEqual({
          issuer: `http://${host}`,
          authorization_endpoint: `http://${host}/oauth/authorize`,
          token_endpoint: `http://${host}/oauth/token`,
          registration_endpoint: `http://${host}/oauth/register`,
          revocation_endpoint: `http://${host}/oauth/revoke`,
          scopes_supported: ['read', 'write'],
          response_types_supported: ['code'],
          response_modes_supported: ['query'],
          grant_types_supported: ['authorization_code', 'refresh_token'],
          code_challenge_methods_supported: ['S256'],
          token_endpoint_auth_methods_supported: ['none'],
          revocation_endpoint_auth_methods_supported: ['none'],
          authorization_response_iss_parameter_supported: true,
          client_id_metadata_document_supported: true,
        });
        for (const path of ['', '/mcp']) {
          const resource = await room.get(`/.well-known/oauth-protected-resource${path}`, { host });
          expect(resource.json).toMatchObject({
            resource: `http://${host}${path}`,
            authorization_servers: [`http://${host}`],
            scopes_supported: ['read', 'write'],
            bearer_methods_supported: ['header'],
          });
        }
      }
    });
  });

  describe('4.2: referrers', () => {
    it('pages tell their address to nobody else and load nothing', async () => {
      const cookie = await room.signIn();
      for (const page of [
        await room.get('/login'),
        await room.authorize(cookie, {}),
        await room.authorize(cookie, { client_id: 'nobody' }),
      ]) {
        expect(page.headers['referrer-policy']).toBe('same-origin');
        expect(page.headers['content-security-policy']).toContain("default-src 'none'");
        expect(page.text).not.toMatch(/<(?:script|img|iframe|link|a|base)\b|\bsrc=|\bon\w+=/i);
      }
      const answer = await room.decide(cookie, await room.authorize(cookie, {}));
      expect(answer.headers['referrer-policy']).toBe('no-referrer');
    });
  });

  describe('4.3: browser history', () => {
    it('nothing with a code or a token in it is kept', async () => {
      const cookie = await room.signIn();
      const page = await room.authorize(cookie, {});
      const answer = await room.decide(cookie, page);
      const { code, pkce } = await room.code();
      const tokens = await room.redeem(code, pkce);
      for (const { headers } of [page, answer, tokens]) expect(headers['cache-control']).toBe('no-store');
    });

    it('a token in the query is not looked at', async () => {
      const { access_token: token } = await room.tokens();
      expect((await room.get(`/api/v1/ping?access_token=${token}`)).status).toBe(401);
    });
  });

  describe('4.4: mix-up', () => {
    it('every answer to the client names the issuer (RFC 9207)', async () => {
      for (const host of [`127.0.0.1:${room.port}`, `localhost:${room.port}`]) {
        const cookie = await room.signIn();
        const issuer = (await room.get('/.well-known/oauth-authorization-server', { host })).json['issuer'];
        const page = await room.get(`/oauth/authorize?${queryOf({})}`, { cookie, host });
        const fields = { request: hidden(page, 'request'), proof: hidden(page, 'proof') };
        for (const decision of ['allow', 'deny']) {
          const answer = await room.post('/oauth/authorize', { ...fields, decision }, { cookie, host });
          expect(answerOf(answer).get('iss')).toBe(issuer);
        }
        const wrong = await room.get(`/oauth/authorize?${queryOf({ scope: 'admin' })}`, { cookie, host });
        expect([answerOf(wrong).get('error'), answerOf(wrong).get('iss')]).toEqual(['invalid_scope', issuer]);
      }
    });
  });

  describe('4.7: cross-site request forgery', () => {
    it('the state comes back as it was, on yes and on no', async () => {
      const cookie = await room.signIn();
      const page = await room.authorize(cookie, {});
      for (const decision of ['allow', 'deny']) expect(answerOf(await room.decide(cookie, page, decision)).get('state')).toBe(STATE);
      const without = await room.authorize(cookie, { state: null });
      expect(answerOf(await room.decide(cookie, without)).has('state')).toBe(false);
    });

    it('only the page that this session saw can say yes, and only to that request', async () => {
      const [cookie, other] = [await room.signIn(), await room.signIn()];
      const page = await room.authorize(cookie, { scope: 'read' });
      const request = hidden(page, 'request');
      const proof = hidden(page, 'proof');
      const decision = 'allow';
      const forged = [
        [{ request, decision }, cookie],
        [{ request, decision, proof: 'x' }, cookie],
        [{ request, decision, proof }, other],
        [{ request, decision, proof }, ''],
        [{ request: request.replace('scope=read', 'scope=read+write'), decision, proof }, cookie],
        [{ request: `${request}&x=1`, decision, proof }, cookie],
      ] as const;
      for (const [form, session] of forged) {
        const answer = await room.post('/oauth/authorize', form, { cookie: session });
        expect([answer.status, answer.headers.location]).toEqual([403, undefined]);
      }
      expect((await room.post('/oauth/authorize', { request, decision, proof }, { cookie })).status).toBe(303);
    });

    it('another site can post nothing at all, and asking is not allowing', async () => {
      const cookie = await room.signIn();
      const page = await room.authorize(cookie, {});
      const form = { request: hidden(page, 'request'), proof: hidden(page, 'proof'), decision: 'allow' };
      for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:1']) {
        expect((await room.post('/oauth/authorize', form, { cookie, origin })).status).toBe(403);
        expect((await room.post('/login', { code: 'AAAA-AAAA' }, { origin })).status).toBe(403);
      }
      const query = new URLSearchParams(form).toString();
      expect((await room.get(`/oauth/authorize?${query}`, { cookie })).headers.location).toBeUndefined();
    });
  });

  describe('4.11: open redirectors', () => {
    it('nobody who has not signed in is sent to a client', async () => {
      const clientId = await room.register([FOREIGN]);
      for (const changes of [{}, { scope: 'admin' }, { response_type: 'token' }, { code_challenge: null }]) {
        const answer = await room.authorize(null, { client_id: clientId, redirect_uri: FOREIGN, ...changes });
        expect(answer.headers.location ?? '/login?').toMatch(/^\/login\?/);
      }
    });

    it('a client that is not known, or comes back elsewhere, is told on a page', async () => {
      const cookie = await room.signIn();
      for (const changes of [{ client_id: 'nobody' }, { client_id: null }, { redirect_uri: FOREIGN }, { redirect_uri: null }]) {
        const answer = await room.authorize(cookie, { ...changes, response_type: 'nonsense' });
        expect([answer.status, answer.headers.location]).toEqual([400, undefined]);
      }
    });

    it.each([
      'https://evil.example/',
      '//evil.example/',
      '/\\evil.example/',
      '\\\\evil.example',
      '/\t/evil.example',
      'http:evil.example',
      'http://127.0.0.1:1/',
      'http://user@127.0.0.1/',
      'javascript:alert(1)',
      '/..//evil.example',
      '/%5cevil.example/..//evil.example',
    ])('signing in leads to our own pages, not to %s', async (target) => {
      const answer = await room.post('/login', { code: room.authorization.signIn.issueCode().code, redirect: target });
      expect(answer.status).toBe(303);
      const landed = new URL(answer.headers.location ?? '', room.url);
      expect(landed.origin).toBe(room.url);
      expect(answer.headers.location).toMatch(/^\/(?!\/|\\)/);
    });

    it('signing in leads to our own pages, whatever is asked for', async () => {
      const pieces = fc.constantFrom('/', '\\', '//', '.', '..', '@', ':', '?', '#', 'http:', 'https:', 'evil.example', '%2f', '\t', 'a');
      const targets = fc.oneof(
        fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join('')),
        fc.webUrl(),
        fc.string(),
      );
      await fc.assert(
        fc.asyncProperty(targets, async (target) => {
          const page = await room.get(`/login?redirect=${encodeURIComponent(target)}`);
          const kept = hidden(page, 'redirect');
          expect(new URL(kept, room.url).origin).toBe(room.url);
          expect(kept).toMatch(/^\/(?!\/|\\)/);
        }),
        { numRuns: 200 },
      );
    });
  });

  describe('4.12: 307', () => {
    it('no redirect makes the browser send its form on', async () => {
      const cookie = await room.signIn();
      const page = await room.authorize(cookie, {});
      const redirects = [
        await room.authorize(null, {}),
        await room.authorize(cookie, { scope: 'admin' }),
        await room.decide(cookie, page),
        await room.decide(cookie, page, 'deny'),
        await room.post('/login', { code: room.authorization.signIn.issueCode().code }),
        await room.post('/logout', {}, { cookie: await room.signIn() }),
      ];
      expect(redirects.map(({ status }) => status)).toEqual([302, 302, 303, 303, 303, 303]);
    });
  });

  describe('4.13: proxies in front', () => {
    it('headers of a proxy change neither issuer nor address', async () => {
      const forwarded = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', forwarded: 'host=evil.example' };
      const { json } = await room.get('/.well-known/oauth-authorization-server', forwarded);
      expect(json['issuer']).toBe(room.url);
    });
  });

  describe('4.16: clickjacking', () => {
    it('no page can be framed', async () => {
      const cookie = await room.signIn();
      const pages = [await room.get('/login'), await room.authorize(cookie, {}), await room.authorize(cookie, { client_id: 'nobody' })];
      for (const { headers } of pages) {
        expect(headers['x-frame-options']).toBe('DENY');
        expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
        expect(headers['content-security-policy']).not.toContain('unsafe');
      }
    });
  });
});
