import { expect, test } from 'vitest';
import { ERROR_CATALOGUE } from '#core/contract/error.ts';
import { en } from '#renderer/messages/en.ts';
import { errorWords } from '#renderer/messages/error-words.ts';
import { type Language, LANGUAGES, loadMessages } from '#renderer/messages/languages.ts';
import { wordsIn } from '#renderer/messages/use-messages.ts';

/** Of a program or a machine alone, or such as no plan gives to the owner. */
const NEVER_AT_THE_WINDOW = new Set([
  'UNSUPPORTED_MEDIA_TYPE',
  'METHOD_NOT_ALLOWED',
  'TOKEN_EXPIRED',
  'PLAN_EXPIRED',
  'PLATFORM_NOT_ALLOWED',
  'FORMAT_NOT_ALLOWED',
  'DAILY_LIMIT_EXCEEDED',
  'DATA_DIR_IN_USE',
  'PORT_IN_USE',
  'DATA_DIR_NEWER',
  'STOPPED',
]);

test.each(Object.keys(LANGUAGES) as Language[])('every error has words in %s, without those of the API', async (language) => {
  const words = wordsIn(language, await loadMessages(language));
  for (const [code, { message }] of Object.entries(ERROR_CATALOGUE)) {
    if (NEVER_AT_THE_WINDOW.has(code)) continue;
    expect(Object.keys(en)).toContain(`error.${code}`);
    expect(errorWords({ code, message }, words), code).not.toMatch(/options\.|header|X-AUTH|COMMENTDOCK_/);
  }
  expect(errorWords({ code: 'SOMETHING_ELSE', message: null }, words)).toBe(words.text('error.OTHER'));
});

test('in English the service’s own words say more', () => {
  const words = wordsIn('en', en);
  expect(errorWords({ code: 'NETWORK', message: 'The site closed the line 3 times.' }, words)).toBe('The site closed the line 3 times.');
  expect(errorWords({ code: 'CAPTCHA', message: 'Give cookies (options.cookies).' }, words)).toBe('The site asks for a captcha.');
});
