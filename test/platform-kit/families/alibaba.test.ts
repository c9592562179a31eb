import { describe, expect, it } from 'vitest';
import { askMtop, mtopSign } from '#core/platform-kit/families/alibaba/mtop.ts';
import { FakeSession } from '#test/platforms/fake-session.ts';
import { GATEWAY_TOKEN, gatewayAnswer } from '#test/world/mtop-gateway.ts';

const CALL = {
  host: 'acs.shop.example',
  api: 'mtop.Shop.list',
  version: '1.0',
  jsv: '2.5.1',
  type: 'json',
  data: { a: 1 },
  referer: 'https://shop.example/',
} as const;
const gateway = { match: '', simulator: ({ url }: { url: URL }) => gatewayAnswer(url, (_api, data) => ({ data })) };
const said = (ret: string | string[]) => ({ match: '', body: { ret: Array.isArray(ret) ? ret : [ret], data: {} } });

describe('alibaba: the gateway', () => {
  it('gives a token to the first call, which is made once more with it; later ones keep it', async () => {
    const session = new FakeSession([gateway]);
    expect(await askMtop(session, CALL)).toMatchObject({ body: { data: { a: 1 } }, fetchedAt: expect.any(Date) });
    await askMtop(session, CALL);
    expect(session.urls).toHaveLength(3);
    const { pathname, searchParams } = new URL(session.urls[1] ?? '');
    expect(pathname).toBe('/h5/mtop.shop.list/1.0/');
    expect(Object.fromEntries(searchParams)).toMatchObject({
      appKey: '12574478',
      api: 'mtop.Shop.list',
      v: '1.0',
      data: '{"a":1}',
      type: 'json',
    });
    expect(searchParams.get('sign')).toBe(mtopSign(GATEWAY_TOKEN, Number(searchParams.get('t')), '{"a":1}'));
  });

  it('takes the token of a cookie', async () => {
    const session = new FakeSession([gateway], { cookies: { _m_h5_tk: `${GATEWAY_TOKEN}_1790000000000` } });
    await askMtop(session, CALL);
    expect(session.urls).toHaveLength(1);
  });

  it.each([
    ['FAIL_SYS_SESSION_EXPIRED', 'next token', 2],
    ['FAIL_SYS_SESSION_EXPIRED', 'nothing', 3],
    ['FAIL_SYS_ILLEGAL_ACCESS', 'next token', 2],
    ['FAIL_SYS_ILLEGAL_ACCESS', 'nothing', 3],
  ] as const)('takes a new token where the one of the session ended with %s, with %s beside it', async (code, gives, calls) => {
    const simulator = ({ url }: { url: URL }) => gatewayAnswer(url, (_api, data) => ({ data }), { code, gives });
    const session = new FakeSession([{ match: '', simulator }], { cookies: { _m_h5_tk: `${GATEWAY_TOKEN}_1790000000000` } });
    expect(await askMtop(session, CALL)).toMatchObject({ body: { data: { a: 1 } } });
    expect(session.urls).toHaveLength(calls);
    await askMtop(session, CALL);
    expect(session.urls).toHaveLength(calls + 1);
  });

  it('asks no more than three times', async () => {
    for (const code of ['FAIL_SYS_TOKEN_EMPTY::', 'FAIL_SYS_SESSION_EXPIRED::', 'FAIL_SYS_ILLEGAL_ACCESS::']) {
      const session = new FakeSession([said(code)], { cookies: { _m_h5_tk: 'old_1790000000000' } });
      await expect(askMtop(session, CALL)).rejects.toMatchObject({ code: expect.any(String) });
      expect(session.urls.length).toBeLessThanOrEqual(3);
    }
  });

  it('signs as pages do', () => {
    expect(mtopSign('t', 1, '{}')).toBe('11d5f8f3a532eec06261ca950c0874ec');
  });

  it('reads an answer in a callback, with ids that no number holds', async () => {
    const session = new FakeSession([{ match: '', body: ' mtopjsonp1({"ret":["SUCCESS::ok"],"data":{"id":12345678901234567890}}) ;' }]);
    expect((await askMtop(session, CALL)).body).toEqual({ ret: ['SUCCESS::ok'], data: { id: '12345678901234567890' } });
  });

  it.each([
    ['FAIL_SYS_USER_VALIDATE::slide', 'CAPTCHA'],
    ['RGV587_ERROR::SM::busy', 'CAPTCHA'],
    ['FAIL_SYS_SESSION_EXPIRED::log in', 'LOGIN_REQUIRED'],
    ['FAIL_SYS_ILLEGAL_ACCESS::no', 'BLOCKED'],
    ['FAIL_SYS_TOKEN_EXOIRED::again and again', 'BLOCKED'],
    ['FAIL_SYS_TRAFFIC_LIMIT::slow', 'RATE_LIMITED'],
    ['FAIL_SYS_SERVICE_TIMEOUT::x', 'NETWORK'],
    ['FAIL_SYS_API_NOT_FOUNDED::x', 'PLATFORM_CHANGED'],
  ])('%s is %s', async (ret, code) => {
    await expect(askMtop(new FakeSession([said(ret)]), CALL)).rejects.toMatchObject({ code });
    await expect(askMtop(new FakeSession([said([ret, 'more'])]), CALL)).rejects.toMatchObject({ code });
  });

  it.each([
    ['a page of the slider', { body: '<script src="/_____tmd_____/punish"></script>' }, 'CAPTCHA'],
    ['a flag', { body: { rgv587_flag: 'sm', url: 'x' } }, 'CAPTCHA'],
    ['a page of the slider with a status', { status: 503, body: 'x5secdata' }, 'CAPTCHA'],
    ['403', { status: 403 }, 'BLOCKED'],
    ['a page', { body: '<html>' }, 'PLATFORM_CHANGED'],
    ['no code', { body: { data: {} } }, 'PLATFORM_CHANGED'],
  ])('%s', async (_what, answer, code) => {
    await expect(askMtop(new FakeSession([{ match: '', ...answer }]), CALL)).rejects.toMatchObject({ code });
  });
});
