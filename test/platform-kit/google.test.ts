import { describe, expect, it } from 'vitest';
import { featureIdIn, featureIdOfCid, isGoogleHost, leadsToSorry, placeOfSearch } from '#core/platform-kit/google.ts';
import { parsePastedUrl } from '#core/platform-api/pasted-url.ts';

describe('google', () => {
  it('has a host in each country', () => {
    expect(['google.com', 'google.de', 'google.co.uk', 'google.com.tw'].filter((host) => !isGoogleHost(host))).toEqual([]);
    expect(['google.example', 'google.com.evil', 'maps.google.com', 'notgoogle.com'].filter(isGoogleHost)).toEqual([]);
  });

  it('writes the id of a place in several ways', () => {
    expect(featureIdIn('a 0x14E7:0xe5 b 0x1:0x2')).toBe('0x14E7:0xe5');
    expect(featureIdIn('!1s0x0%3a0x4f')).toBe('0x0:0x4f');
    expect(featureIdIn('0x14 : 0xe5')).toBeNull();
    expect(featureIdOfCid('5756952639713714369')).toBe('0x0:0x4fe4cdec96e220c1');
    expect([featureIdOfCid('x1'), featureIdOfCid(''), featureIdOfCid(null)]).toEqual([null, null, null]);
  });

  it('has a page for unusual traffic', () => {
    const to = (status: number, location: string) => leadsToSorry({ status, headers: { location } });
    expect(to(302, 'https://www.google.com/sorry/index?continue=x')).toBe(true);
    expect([
      to(200, 'https://www.google.com/sorry/'),
      to(302, 'https://consent.google.com/'),
      leadsToSorry({ status: 302, headers: {} }),
    ]).toEqual([false, false, false]);
  });

  it('shows the reviews of a place in a search', () => {
    const place = (url: string) => placeOfSearch(parsePastedUrl(url));
    expect(place('https://www.google.com/search?q=x#lrd=0x1%3A0x2,1,,,')).toBe('0x1:0x2');
    expect(place('https://www.google.com/search?q=x&lrd=0x1:0x2,1&ludocid=3')).toBe('0x1:0x2');
    expect(place('https://www.google.com/search?q=x&ludocid=3')).toBe('0x0:0x3');
    expect(place('https://www.google.com/search?q=0x1:0x2')).toBeNull();
  });
});
