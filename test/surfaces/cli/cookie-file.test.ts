import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCookieFile } from '#core/surfaces/cli/cookie-file.ts';
import { ownFolder } from '#test/own.ts';

const folder = ownFolder('cookie-file');
const NOW_MS = Date.UTC(2026, 0, 1);
const LATER = Date.UTC(2027, 0, 1) / 1000;
const EARLIER = Date.UTC(2025, 0, 1) / 1000;
const tubular = { name: 'Tubular', domains: ['.tubular.com'] };

function read(text: string, audience: typeof tubular = tubular): Promise<Readonly<Record<string, string>>> {
  const path = join(folder, 'cookies');
  writeFileSync(path, text);
  return readCookieFile(path, audience, NOW_MS);
}

const netscape = (domain: string, name: string, value: string, expiry: number = LATER): string =>
  [domain, 'TRUE', '/', 'TRUE', expiry, name, value].join('\t');

describe('a cookie file', () => {
  it('is Netscape cookies.txt, with remarks and HttpOnly marks', async () => {
    const text = [
      '# Netscape HTTP Cookie File',
      '',
      netscape('.tubular.com', 'a', '1'),
      `#HttpOnly_${netscape('.tubular.com', 'b', '=2=')}`,
    ];
    expect(await read(text.join('\r\n'))).toEqual({ a: '1', b: '=2=' });
  });

  it('is the JSON list of a cookie extension', async () => {
    const list = [
      { name: 'a', value: '1', domain: '.tubular.com', expirationDate: LATER, httpOnly: true },
      { name: 'b', value: '2' },
    ];
    expect(await read(JSON.stringify(list))).toEqual({ a: '1', b: '2' });
  });

  it('is a JSON object of names and values', async () => {
    expect(await read('{"sessionid": "x"}')).toEqual({ sessionid: 'x' });
  });

  it('gives away no cookie of another site', async () => {
    const text = [
      netscape('.bank.example', 'session', 'money'),
      netscape('tubular.com', 'a', '1'),
      netscape('accounts.tubular.com', 'b', '2'),
      netscape('nottubular.com', 'c', '3'),
      netscape('tubular.com.evil.example', 'd', '4'),
    ];
    expect(await read(text.join('\n'))).toEqual({ a: '1', b: '2' });
    expect(
      await read(
        JSON.stringify([
          { name: 'session', value: 'money', domain: 'bank.example' },
          { name: 'a', value: '1', domain: 'TUBULAR.com' },
        ]),
      ),
    ).toEqual({ a: '1' });
  });

  it('leaves out what has expired, and keeps cookies of a session', async () => {
    const text = [netscape('.tubular.com', 'old', '1', EARLIER), netscape('.tubular.com', 'a', '2', 0)];
    expect(await read(text.join('\n'))).toEqual({ a: '2' });
  });

  it.each([
    ['nothing', '', /holds no cookies in a known form/],
    ['words', 'these are words', /holds no cookies in a known form/],
    ['broken JSON', '[{"name": "a"', /holds no cookies in a known form/],
    ['an empty list', '[]', /holds no cookies in a known form/],
    ['other sites only', netscape('.bank.example', 'a', '1'), /holds no cookies of Tubular/],
    ['expired ones only', netscape('.tubular.com', 'a', '1', EARLIER), /have expired/],
  ])('of %s is refused without telling a value', async (_, text, message) => {
    await expect(read(text)).rejects.toMatchObject({ code: 'INVALID_REQUEST', message: expect.stringMatching(message) as string });
  });

  it('that cannot be read says so', async () => {
    await expect(readCookieFile(join(folder, 'nowhere'), tubular, NOW_MS)).rejects.toMatchObject({ code: 'DISK' });
  });
});
