import { expect, it } from 'vitest';
import { languageOfHost } from '#core/platform-kit/regional-host.ts';

const HOSTS = { 'shop.com': 'en', 'shop.co.jp': 'ja', 'shop.ca': 'en', 'cn.shop.com': 'zhCN' };

it.each([
  ['shop.com', 'en'],
  ['shop.co.jp', 'ja'],
  ['m.shop.co.jp', 'ja'],
  ['fr.shop.ca', 'fr'],
  ['pt-br.shop.com', 'pt-br'],
  ['cn.shop.com', 'zhCN'],
  ['business.shop.com', null],
  ['a.fr.shop.com', null],
  ['notshop.com', null],
  ['shop.org', null],
  ['shop.com.evil.example', null],
  ['constructor', null],
])('%s shows %s', (host, language) => {
  expect(languageOfHost(host, HOSTS)).toBe(language);
});
