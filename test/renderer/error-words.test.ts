import { expect, test } from 'vitest';
import { z } from 'zod';
import { ERROR_CATALOGUE } from '#core/contract/error.ts';
import { explainIssues } from '#core/contract/issue-words.ts';
import { en } from '#renderer/messages/en.ts';
import { errorWords, fieldWords } from '#renderer/messages/error-words.ts';
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

test('what is particular to a case is said in every language', async () => {
  const german = wordsIn('de', await loadMessages('de'));
  const said = (code: string, message: string) => errorWords({ code, message }, german);
  expect(said('NETWORK', 'The name api.example.org could not be resolved (ENOTFOUND). Retry later; what was fetched is kept.')).toBe(
    'Die Website war nicht erreichbar. Was geladen wurde, bleibt. (api.example.org · ENOTFOUND)',
  );
  expect(said('RATE_LIMITED', 'www.example.org asks to slow down (429). Retry in 15 min; what was fetched is kept.')).toBe(
    'Die Website bittet um Langsamkeit. Was geladen wurde, bleibt. (www.example.org) Erneut versuchen in 15 Min.',
  );
  expect(said('CAPTCHA', 'www.example.org asks for a captcha (Cloudflare). Solve it and give cookies (options.cookies).')).toBe(
    'Die Website verlangt ein Captcha. (www.example.org · Cloudflare)',
  );
  expect(said('PLATFORM_CHANGED', `${ERROR_CATALOGUE.PLATFORM_CHANGED.message} (at items[3].text)`)).toMatch(/ \(items\[3\]\.text\)$/);
  expect(errorWords({ code: 'RATE_LIMIT_EXCEEDED', message: null, secondsToWait: 40 }, german)).toMatch(/Erneut versuchen in 40 Sek\.$/);
});

test('what is wrong with a field is said as the service says it, in every language', async () => {
  const told = explainIssues(
    z
      .object({ limit: z.int().max(5), name: z.string().min(1), url: z.url(), sort: z.enum(['a', 'b']), rest: z.boolean() })
      .safeParse({ limit: 9, name: '', url: 'x', sort: 'c', rest: 1 }).error?.issues ?? [],
  );
  const said = async (language: Language) => {
    const words = wordsIn(language, await loadMessages(language));
    return told.map((violation) => fieldWords(violation, words));
  };
  expect(await said('en')).toEqual([
    'At most 5.',
    'This must not be empty.',
    'This is no web address.',
    'One of: a, b.',
    'must be true or false.',
  ]);
  expect(await said('de')).toEqual([
    'Höchstens 5.',
    'Das darf nicht leer sein.',
    'Das ist keine Webadresse.',
    'Eines von: a, b.',
    'Das ist nicht gültig.',
  ]);
  const words = wordsIn('de', await loadMessages('de'));
  const violations = [{ propertyPath: 'options.limit', message: '`options.limit` must be at least 1. Correct it or leave it out.' }];
  expect(errorWords({ code: 'VALIDATION_ERROR', message: violations[0]?.message ?? '', violations }, words)).toBe(
    'Ein Teil der Eingaben ist nicht gültig. Höchstens: Mindestens 1.',
  );
});
