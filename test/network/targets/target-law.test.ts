import { describe, expect, it } from 'vitest';
import { createTargetGuard } from '#core/network/targets/target-guard.ts';
import { createTargetLaw } from '#core/network/targets/target-law.ts';

const hosts = ['.site.example', 'api.partner.example', '.chat.site.example:2245', 'inner.lan'];
const guard = createTargetGuard({ allowedInnerHosts: 'inner.lan:8443' });
const law = createTargetLaw({ name: 'Site', hosts }, ['social.example', 'www.forum.example:8443'], guard);

const verdict = (url: string, leads?: 'anywhere'): string => {
  try {
    return law.admit(new URL(url), leads);
  } catch (error) {
    return (error as { readonly code: string }).code;
  }
};

describe('where the requests of a run go', () => {
  it.each([
    ['https://site.example/', 'fixed'],
    ['https://deep.www.site.example/a?b', 'fixed'],
    ['https://API.partner.example./', 'fixed'],
    ['https://www.api.partner.example/', 'BLOCKED'],
    ['https://partner.example/', 'BLOCKED'],
    ['https://notsite.example/', 'BLOCKED'],
    ['https://site.example.evil.example/', 'BLOCKED'],
    ['https://site.example@evil.example/', 'BLOCKED'],
  ])('by the names of the platform: %s is %s', (url, expected) => {
    expect(verdict(url)).toBe(expected);
    expect(verdict(url, 'anywhere')).toBe(expected === 'fixed' ? 'fixed' : 'open');
  });

  it.each([
    ['https://social.example/api', 'open'],
    ['https://www.social.example/', 'open'],
    ['https://forum.example/', 'open'],
    ['https://forum.example:8443/', 'NETWORK'],
    ['https://api.social.example/', 'BLOCKED'],
    ['https://social.example:444/', 'NETWORK'],
    ['http://social.example/', 'NETWORK'],
  ])('by the hosts that were pasted: %s is %s', (url, expected) => {
    expect(verdict(url)).toBe(expected);
  });

  it.each([
    ['wss://one.chat.site.example:2245/sub', 'fixed'],
    ['wss://one.chat.site.example/sub', 'fixed'],
    ['https://www.site.example:2245/', 'NETWORK'],
    ['https://one.chat.site.example:2244/', 'NETWORK'],
  ])('at ports that the platform names: %s is %s', (url, expected) => {
    expect(verdict(url)).toBe(expected);
  });

  it.each([
    'https://127.0.0.1/',
    'https://10.0.0.1:443/',
    'https://metadata.google.internal/',
    'http://other.example/',
    'https://other.example:8080/',
  ])('never to %s, wherever a link leads', (url) => {
    expect(verdict(url)).toBe('NETWORK');
    expect(verdict(url, 'anywhere')).toBe('NETWORK');
  });

  it('inside the network where the owner names the host, and the platform too', () => {
    expect(verdict('https://inner.lan:8443/')).toBe('fixed');
    expect(verdict('https://inner.lan/')).toBe('NETWORK');
    const elsewhere = createTargetLaw({ name: 'Site', hosts: ['.site.example'] }, [], guard);
    expect(() => elsewhere.admit(new URL('https://inner.lan:8443/'), undefined)).toThrow('none of the hosts of Site');
  });
});
