import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openLanguageDetector } from '#core/analysis/language/detector.ts';
import { SENTIMENT_LANGUAGES } from '#core/analysis/sentiment/languages.ts';
import { readLabelled } from '#test/analysis/sentiment/labelled-set.ts';

const detector = await openLanguageDetector();

const EXAMPLES: readonly (readonly [language: string | null, text: string])[] = [
  ['en', 'I have been using this for two weeks'],
  ['de', 'Das ist wirklich schön geworden'],
  ['fr', 'Je ne sais pas encore ce que je vais en faire'],
  ['es', '¿Dónde lo compraste?'],
  ['pt', 'Não gostei do atendimento'],
  ['ja', 'この動画は面白い'],
  ['zh', '这个视频很有意思'],
  ['ko', '정말 재미있어요'],
  ['th', 'อร่อยมาก'],
  ['he', 'סרטון מצוין'],
  ['el', 'Πολύ ωραίο βίντεο'],
  ['ru', 'Очень интересное видео'],
  ['uk', 'Дуже гарне відео, її пісні чудові'],
  ['tr', 'Çok güzel bir video olmuş, teşekkürler'],
  ['ar', 'الفيديو ممتاز جدا'],
  ['hi', 'बहुत अच्छा वीडियो है'],
  ['en', 'look at this video https://beispiel.example/wunderschoene-bilder @müller'],
  [null, ''],
  [null, '🔥🔥🔥 100'],
  [null, 'https://example.com/de/eine-seite'],
  [null, 'ok'],
];

describe('the language detector', () => {
  it.each(EXAMPLES)('says %s: %s', (language, text) => {
    expect(detector.detect(text)).toBe(language);
  });

  it('is right about short comments, and silent rather than wrong', () => {
    const answers = Object.keys(SENTIMENT_LANGUAGES).flatMap((language) =>
      readLabelled(language).flatMap(({ part, text }) => (part === 'held-out' ? [{ language, found: detector.detect(text) }] : [])),
    );
    const right = answers.filter(({ language, found }) => language === found).length;
    const wrong = answers.filter(({ language, found }) => found !== null && language !== found).length;
    expect(right / answers.length).toBeGreaterThan(0.95);
    expect(wrong / answers.length).toBeLessThan(0.03);
  });

  it('never throws, and answers with two letters or nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (text) => {
        const found = detector.detect(text);
        if (found !== null) expect(found).toMatch(/^[a-z]{2}$/);
        expect(detector.detect(text)).toBe(found);
      }),
      { numRuns: 300 },
    );
  });
});
