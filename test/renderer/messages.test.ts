import { describe, expect, it } from 'vitest';
import { en, type MessageKey } from '#renderer/messages/en.ts';
import { LATE_AREAS, loadLate } from '#renderer/messages/late.ts';
import { type Language, LANGUAGES, loadMessages, preferredLanguage } from '#renderer/messages/languages.ts';
import { wordsIn } from '#renderer/messages/use-messages.ts';

const KEYS = Object.keys(en) as MessageKey[];
const OTHERS = (Object.keys(LANGUAGES) as Language[]).filter((language) => language !== 'en');
const placesIn = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).toSorted();

describe.each(OTHERS)('the catalogue %s', (language) => {
  it('has every text, with the same places to fill', async () => {
    const messages = await loadMessages(language);
    expect(Object.keys(messages).toSorted()).toEqual(KEYS.toSorted());
    for (const key of KEYS) {
      expect(messages[key].trim(), key).not.toBe('');
      expect(placesIn(messages[key]), key).toEqual(placesIn(en[key]));
    }
  });

  it.each(LATE_AREAS)('has every text of the area %s, which comes with its view', async (area) => {
    const [texts, english] = (await Promise.all([loadLate(area, language), loadLate(area, 'en')])) as Readonly<Record<string, string>>[];
    expect(Object.keys(texts ?? {}).toSorted()).toEqual(Object.keys(english ?? {}).toSorted());
    for (const [key, words] of Object.entries(texts ?? {})) {
      expect(words.trim(), key).not.toBe('');
      expect(placesIn(words), key).toEqual(placesIn(english?.[key] ?? ''));
    }
    expect(texts).not.toEqual(english);
  });

  it('is a translation', async () => {
    const messages = await loadMessages(language);
    expect(KEYS.filter((key) => messages[key] === en[key]).length / KEYS.length).toBeLessThan(0.15);
  });
});

describe('words', () => {
  it('fill texts with numbers as the language writes them', async () => {
    const german = wordsIn('de', await loadMessages('de'));
    expect(german.text('exports.count', { count: 12_345, total: 250_000 })).toBe('12.345 von 250.000');
    expect(wordsIn('en', en).text('exports.count', { count: 12_345, total: 250_000 })).toBe('12,345 of 250,000');
    expect(wordsIn('en', en).span(150_000)).toBe('3 min');
  });

  it('are in the first language of the reader that there is', () => {
    expect(preferredLanguage(['nl-NL', 'pt-BR', 'en'])).toBe('pt');
    expect(preferredLanguage(['nl'])).toBe('en');
  });
});
