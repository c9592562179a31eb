import { describe, expect, it } from 'vitest';
import { readConfig } from '#core/config/config.ts';
import { innerHostsIn } from '#core/config/inner-hosts.ts';

describe('hosts that exports may go to inside a network', () => {
  it('are names and addresses, with a port or for every port', () => {
    expect(innerHostsIn('Social.lan, 192.168.1.5:8443\n[FD00::5] [fd00::6]:80 0x7f.1 bücher.lan.')).toEqual([
      { hostname: 'social.lan', port: null },
      { hostname: '192.168.1.5', port: 8_443 },
      { hostname: '[fd00::5]', port: null },
      { hostname: '[fd00::6]', port: 80 },
      { hostname: '127.0.0.1', port: null },
      { hostname: 'xn--bcher-kva.lan', port: null },
    ]);
    expect(innerHostsIn(' , ')).toEqual([]);
  });

  it.each([
    '*',
    '*.lan',
    '10.0.0.0/8',
    'https://nas.lan',
    'nas.lan:99999',
    'nas.lan:http',
    'me@nas.lan',
    'fd00::5',
    'nas.lan/x',
    'nas lan:',
    'a%2fb',
  ])('are single: %j is refused at the start', (value) => {
    expect(innerHostsIn(value)).toBeNull();
    expect(() => readConfig({ COMMENTDOCK_ALLOWED_INNER_HOSTS: value })).toThrow(/COMMENTDOCK_ALLOWED_INNER_HOSTS .* single hosts/);
  });
});
