import type { AddressSign } from '#core/platform-api/wall-sign.ts';

/** Captchas and refusals of vendors that have an address of their own. A platform never asks for one of these by itself. */
export const WALL_ADDRESSES: readonly AddressSign[] = [
  { kind: 'challenge', by: 'DataDome', host: /(?:^|\.)captcha-delivery\.com$/, source: 'docs.datadome.co, challenge page' },
  { kind: 'challenge', by: 'Radware', host: /^validate\.perfdrive\.com$/, source: 'Radware Bot Manager (ShieldSquare)' },
  { kind: 'challenge', by: 'Yandex', path: /^\/showcaptcha(?:fast)?$/, source: 'yandex.cloud, SmartCaptcha' },
  { kind: 'challenge', by: 'Anubis', path: /^\/\.within\.website\/x\/cmd\/anubis\//, source: 'anubis.techaro.lol' },
];

/** Names that logins have on any site, as the last part of the path. */
const LOGIN_PATH =
  /(?:^|\/)(?:log[-_]?in|sign[-_]?in|auth(?:\/|_)?(?:login|wall)|servicelogin|login_(?:form|input|required))(?:\.(?:php|html?|aspx?|do|jsp))?\/?$/i;
const LOGIN_HOST = /^(?:login|signin|sign-in|passport)\./;

/** Where a redirect leads that is no answer, besides `WALL_ADDRESSES`. */
export const REDIRECT_SIGNS: readonly AddressSign[] = [
  {
    kind: 'consent',
    by: 'Yahoo',
    host: /^(?:consent|guce)\.[a-z-]+\.[a-z.]{2,6}$/,
    path: /^\/(?:v\d\/)?(?:collectConsent|consent|copyConsent)/i,
    source: 'Yahoo, AOL, Engadget',
  },
  { kind: 'login', by: 'the site', path: LOGIN_PATH, source: 'what sites call their login' },
  { kind: 'login', by: 'the site', host: LOGIN_HOST, source: 'what sites call the host of their login' },
  { kind: 'consent', by: 'the site', host: /^consent\./, source: 'what sites call the host of their question about cookies' },
];
