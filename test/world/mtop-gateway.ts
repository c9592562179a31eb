import { createHash } from 'node:crypto';
import type { SimulatedAnswer } from '#test/world/simulator.ts';

/** The token that the gateway gives to whoever calls without one. */
export const GATEWAY_TOKEN = '0123456789abcdef0123456789abcdef';

/** A page of the slider that Alibaba's sites put before an answer. */
export const SLIDER = {
  body: '<!DOCTYPE html><html><head><title>Captcha Interception</title></head><body><div id="nc_1_n1z"></div><script>location.href="/_____tmd_____/punish?x5secdata=1"</script></body></html>',
};

/** What a call gives: `ret` says SUCCESS where it is left out. */
export interface Given {
  readonly ret?: string;
  readonly data?: object;
}

/** Alibaba's gateway: a call that is not signed with the token gets the token, any other what `give` says. */
export function gatewayAnswer(url: URL, give: (api: string, data: Record<string, unknown>) => Given): SimulatedAnswer {
  const { t, sign, appKey, data = '{}', api = '' } = Object.fromEntries(url.searchParams);
  const right = createHash('md5').update(`${GATEWAY_TOKEN}&${t}&${appKey}&${data}`).digest('hex');
  if (sign !== right) {
    const setCookie = [
      `_m_h5_tk=${GATEWAY_TOKEN}_1790000000000;Path=/;Domain=${url.hostname.split('.').slice(-2).join('.')};Secure`,
      '_m_h5_tk_enc=1;Path=/',
    ];
    return { headers: { 'set-cookie': setCookie }, body: { api, ret: ['FAIL_SYS_TOKEN_EMPTY::token is empty'], data: {} } };
  }
  const { ret = 'SUCCESS::OK', data: given = {} } = give(api, JSON.parse(data) as Record<string, unknown>);
  return { body: { api, ret: [ret], data: given } };
}
