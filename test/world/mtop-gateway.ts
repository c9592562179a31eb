import { createHash } from 'node:crypto';
import type { SimulatedAnswer } from '#test/world/simulator.ts';

/** The token that the gateway gives to whoever calls without one. */
export const GATEWAY_TOKEN = '0123456789abcdef0123456789abcdef';

/** The address of a call, as a page makes it that has the token. */
export function signedAddress(call: string, data: object): string {
  const [t, appKey, json] = ['1790000000000', '12574478', JSON.stringify(data)];
  const sign = createHash('md5').update(`${GATEWAY_TOKEN}&${t}&${appKey}&${json}`).digest('hex');
  return `${call}?${new URLSearchParams({ t, sign, appKey, data: json }).toString()}`;
}

/** A page of the slider that Alibaba's sites put before an answer. */
export const SLIDER = {
  body: '<!DOCTYPE html><html><head><title>Captcha Interception</title></head><body><div id="nc_1_n1z"></div><script>location.href="/_____tmd_____/punish?x5secdata=1"</script></body></html>',
};

/** What a call gives: `ret` says SUCCESS where it is left out. */
interface Given {
  readonly ret?: string;
  readonly data?: object;
}

/** A token that the gateway takes no longer, and how it says so: with the next one beside it, or without. */
export interface TokenEnd {
  readonly code: 'FAIL_SYS_SESSION_EXPIRED' | 'FAIL_SYS_ILLEGAL_ACCESS';
  readonly gives: 'next token' | 'nothing';
}
const NEXT_TOKEN = 'fedcba9876543210fedcba9876543210';

/** Alibaba's gateway: a call that is not signed with the token gets the token, any other what `give` says. */
export function gatewayAnswer(url: URL, give: (api: string, data: Record<string, unknown>) => Given, end?: TokenEnd): SimulatedAnswer {
  const { t, sign, appKey, data = '{}', api = '' } = Object.fromEntries(url.searchParams);
  const isSignedWith = (token: string) => sign === createHash('md5').update(`${token}&${t}&${appKey}&${data}`).digest('hex');
  const current = end === undefined ? GATEWAY_TOKEN : NEXT_TOKEN;
  const setCookie = [
    `_m_h5_tk=${current}_1790000000000;Path=/;Domain=${url.hostname.split('.').slice(-2).join('.')};Secure`,
    '_m_h5_tk_enc=1;Path=/',
  ];
  if (end !== undefined && isSignedWith(GATEWAY_TOKEN))
    return { headers: end.gives === 'nothing' ? {} : { 'set-cookie': setCookie }, body: { api, ret: [`${end.code}::over`], data: {} } };
  if (!isSignedWith(current))
    return { headers: { 'set-cookie': setCookie }, body: { api, ret: ['FAIL_SYS_TOKEN_EMPTY::token is empty'], data: {} } };
  const { ret = 'SUCCESS::OK', data: given = {} } = give(api, JSON.parse(data) as Record<string, unknown>);
  return { body: { api, ret: [ret], data: given } };
}
