import { describe, expect, it } from 'vitest';
import { countryReader } from '#core/routes/countries.ts';
import { readProxyList } from '#core/routes/proxy-list.ts';

const CREDENTIALS = { username: 'ann', password: 'p:w@rd' };

function only(text: string) {
  const { proxies, unread } = readProxyList(text, 'http');
  expect(unread).toEqual([]);
  expect(proxies).toHaveLength(1);
  return proxies[0];
}

describe('a line of a list', () => {
  it.each([
    ['socks5://ann:p%3Aw%40rd@proxy.example:1080', 'socks5', 'proxy.example:1080'],
    ['socks5h://ann:p%3Aw%40rd@proxy.example:1080', 'socks5', 'proxy.example:1080'],
    ['SOCKS5://ann:p%3Aw%40rd@proxy.example:1080', 'socks5', 'proxy.example:1080'],
    ['socks4a://ann:p%3Aw%40rd@proxy.example', 'socks4', 'proxy.example:1080'],
    ['https://ann:p%3Aw%40rd@proxy.example', 'https', 'proxy.example:443'],
    ['http://ann:p:w@rd@proxy.example:3128/', 'http', 'proxy.example:3128'],
    ['ann:p:w@rd@proxy.example:3128', 'http', 'proxy.example:3128'],
    ['ann:p:w@rd@[2001:db8::1]:3128', 'http', '[2001:db8::1]:3128'],
    ['proxy.example:3128:ann:p:w@rd', 'http', 'proxy.example:3128'],
    ['[2001:db8::1]:3128:ann:p:w@rd', 'http', '[2001:db8::1]:3128'],
  ])('%s', (text, type, address) => {
    expect(only(text)).toEqual({ type, address, credentials: CREDENTIALS, name: null, code: null, line: 1 });
  });

  it.each(['192.0.2.1:8080', 'proxy.example:8080', '[2001:db8::1]:8080'])('%s, without credentials', (text) => {
    expect(only(text)).toMatchObject({ type: 'http', address: text, credentials: null });
  });

  it.each([
    'nowhere',
    'proxy.example',
    'proxy.example:99999',
    'ftp://proxy.example:21',
    'http://proxy.example/path',
    'ann:secret@',
    '192.0.2.1:80:ann',
  ])('is none: %s', (text) => {
    const { proxies, unread } = readProxyList(text, 'http');
    expect(proxies).toEqual([]);
    expect(unread).toMatchObject([{ line: 1, words: expect.stringContaining('must be an address') }]);
    expect(unread[0]?.words).not.toContain('secret');
  });

  it('is counted with the empty ones and the remarks before it', () => {
    const { proxies, unread } = readProxyList('\uFEFF# mine\r\n\r\n192.0.2.1:80\r\nnowhere\n192.0.2.2:80\n', 'socks4');
    expect(proxies.map(({ line, type, address }) => `${line} ${type} ${address}`)).toEqual([
      '3 socks4 192.0.2.1:80',
      '5 socks4 192.0.2.2:80',
    ]);
    expect(unread.map(({ line }) => line)).toEqual([4]);
  });
});

describe('a CSV of a provider', () => {
  it.each([
    ['IP Address,Port,Protocol,Username,Password,Country Code', '192.0.2.1,1080,SOCKS5,ann,p:w@rd,DE'],
    ['proxy_address;proxy_port;type;login;pass;country', '192.0.2.1;1080;socks5;ann;p:w@rd;Germany'],
    ['Host\tPort\tScheme\tUser\tPwd\tGeo', '192.0.2.1\t1080\tsocks5h\tann\tp:w@rd\tde'],
    ['id,"proxy",country', '7,"socks5://ann:p:w@rd@192.0.2.1:1080",Germany'],
    ['endpoint,username,password,protocol,location', '192.0.2.1:1080,ann,p:w@rd,socks5,Germany'],
  ])('%s', (head, row) => {
    expect(only(`${head}\n${row}`)).toEqual({
      type: 'socks5',
      address: '192.0.2.1:1080',
      credentials: CREDENTIALS,
      name: null,
      code: 'DE',
      line: 2,
    });
  });

  it('takes names, quotes, IPv6, and rows without credentials', () => {
    const { proxies, unread } = readProxyList(
      'Name,IP,Port,Password,User\n"Berlin, ""one""",2001:db8::1,80,"a,b",ann\nTwo,192.0.2.1,81,,\n',
      'http',
    );
    expect(unread).toEqual([]);
    expect(proxies).toMatchObject([
      { name: 'Berlin, "one"', address: '[2001:db8::1]:80', credentials: { username: 'ann', password: 'a,b' }, line: 2 },
      { name: 'Two', address: '192.0.2.1:81', credentials: null, line: 3 },
    ]);
  });

  it.each([
    ['HTTP', 'http'],
    ['HTTP/HTTPS', 'http'],
    ['https', 'https'],
    ['Socks4', 'socks4'],
    ['', 'socks5'],
    ['elite', 'socks5'],
  ])('takes the protocol %j for %s', (protocol, type) => {
    expect(readProxyList(`host,port,protocol\n192.0.2.1,80,${protocol}`, 'socks5').proxies[0]?.type).toBe(type);
  });

  it('is no table where the first line names no host', () => {
    expect(readProxyList('port,country\n80,DE', 'http').unread.map(({ line }) => line)).toEqual([1, 2]);
  });
});

describe('the country of a row', () => {
  it.each([
    ['DE', 'DE'],
    ['de ', 'DE'],
    ['Germany', 'DE'],
    ['uk', 'GB'],
    ['DD', 'DE'],
    ['UNITED STATES', 'US'],
    ['ZZ', null],
    ['Atlantis', null],
    ['', null],
  ])('%j is %s', (text, code) => expect(countryReader()(text)).toBe(code));
});
