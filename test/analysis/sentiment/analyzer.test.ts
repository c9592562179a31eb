import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_LIMITS, SAMPLE_LIMITS, openBuiltInAnalyzer } from '#core/analysis/sentiment/analyzer.ts';
import { type Sentiment, SENTIMENTS } from '#core/contract/sentiment.ts';

const analyzer = openBuiltInAnalyzer();

function score(text: string, language = 'en'): number {
  return analyzer.classify(text, language).score ?? Number.NaN;
}

/** Three per language at least: praise, blame, and one that a list of words alone gets wrong. */
const CASES: readonly (readonly [language: string, text: string, sentiment: Sentiment])[] = [
  ['en', 'I absolutely love this place', 'positive'],
  ['en', 'The worst phone I ever had', 'negative'],
  ['en', 'It was not good', 'negative'],
  ['en', 'Not bad at all', 'positive'],
  ['en', 'I am never disappointed here', 'positive'],
  ['en', 'The shop opens at ten', 'neutral'],
  ['en', 'Nice screen but it broke after a day and nobody answers', 'negative'],
  ['en', 'Great, another update that deletes all my settings', 'negative'],
  ['en', 'Great, my daughter loves it', 'positive'],
  ['en', 'I thought it would be junk, but it is great', 'positive'],
  ['en', 'The app does not open', 'negative'],
  ['en', 'The app opens on the second tab', 'neutral'],
  ['en', 'An excelent hotel', 'positive'],
  ['es', 'Una película maravillosa', 'positive'],
  ['es', 'Genial, otra actualización', 'negative'],
  ['es', 'Qué servicio tan horrible', 'negative'],
  ['es', 'No me gustó nada', 'negative'],
  ['es', 'No está mal', 'positive'],
  ['de', 'Ein wunderbares Geschenk', 'positive'],
  ['de', 'Das ist leider kaputt', 'negative'],
  ['de', 'Das gefällt mir nicht', 'negative'],
  ['de', 'Der Film ist nicht gut', 'negative'],
  ['de', 'Kein schlechter Kauf', 'positive'],
  ['de', 'Schoen und gemuetlich', 'positive'],
  ['de', 'Eine Riesenenttäuschung', 'negative'],
  ['de', 'Ein Abenteuer im Steuerrecht', 'neutral'],
  ['fr', 'Un film magnifique', 'positive'],
  ['fr', 'Quelle horreur, à éviter', 'negative'],
  ['fr', "Je n'aime pas du tout", 'negative'],
  ['fr', "Ce n'est pas beau", 'negative'],
  ['fr', 'Pas déçue de mon achat', 'positive'],
  ['pt', 'Que livro maravilhoso', 'positive'],
  ['pt', 'Produto horrível, quebrou', 'negative'],
  ['pt', 'Não gostei', 'negative'],
  ['it', 'Una serata meravigliosa', 'positive'],
  ['it', 'Servizio pessimo', 'negative'],
  ['it', 'Non è buono', 'negative'],
  ['nl', 'Wat een prachtig boek', 'positive'],
  ['nl', 'Vreselijk slechte film', 'negative'],
  ['nl', 'Ik vind het niet mooi', 'negative'],
  ['pl', 'Wspaniała książka', 'positive'],
  ['pl', 'Okropne jedzenie', 'negative'],
  ['pl', 'Nie jest dobry', 'negative'],
  ['ru', 'Замечательная книга', 'positive'],
  ['ru', 'Ужасное качество', 'negative'],
  ['ru', 'Мне не нравится', 'negative'],
  ['ru', 'Ничего хорошего', 'negative'],
  ['ja', 'とても素晴らしい映画でした', 'positive'],
  ['ja', '最悪の店でした', 'negative'],
  ['ja', '美味しくない', 'negative'],
  ['ja', '悪くない', 'positive'],
  ['ja', '全然面白くなかった', 'negative'],
  ['ja', '部品が足りませんでした', 'negative'],
  ['ar', 'فيلم رائع جدا', 'positive'],
  ['ar', 'خدمة سيئة', 'negative'],
  ['ar', 'ليس جيدا', 'negative'],
  ['ar', 'والجميل أنه سريع', 'positive'],
];

describe('the built-in analyzer', () => {
  it.each(CASES)('in %s: %s', (language, text, sentiment) => {
    expect(analyzer.classify(text, language).sentiment).toBe(sentiment);
  });

  it('hears degrees', () => {
    expect(score('very good')).toBeGreaterThan(score('good'));
    expect(score('slightly annoying')).toBeGreaterThan(score('annoying'));
  });

  it('hears capitals, stretching and exclamation marks', () => {
    expect(score('this is GREAT stuff here')).toBeGreaterThan(score('this is great stuff here'));
    expect(score('looooove it')).toBeGreaterThan(score('love it'));
    expect(score('good!!!')).toBeGreaterThan(score('good'));
  });

  it('gives more weight to what follows "but"', () => {
    expect(score('slow but beautiful')).toBeGreaterThan(score('beautiful but slow'));
  });

  it('leans towards blame where something is denied, and no opinion is near', () => {
    expect(score('they do not answer the phone, never did')).toBeLessThan(0);
    expect(analyzer.classify('The lamp does not belong to the set', 'en').sentiment).toBe('neutral');
  });

  it('takes praise in a question for a question', () => {
    expect(score('Is it good?')).toBeLessThan(score('It is good.'));
  });

  it('reads emoji and emoticons beside words', () => {
    expect(score('the new one 😍')).toBeGreaterThan(0);
    expect(score('the new one :(')).toBeLessThan(0);
    expect(score('👍🏽 for the cook')).toBeGreaterThan(0);
    expect(score('the new one (:')).toBe(score('the new one :)'));
    expect(score('the new one &lt;3')).toBe(score('the new one <3'));
    for (const sad of [';(', 'D:', '._.', '>.<']) expect(score(`the new one ${sad}`)).toBeLessThan(0);
    expect(score('the new one (see page 4) and the old one...')).toBe(0);
    expect(score('great, again late 🙄')).toBeLessThan(0);
  });

  it('hears quotation marks around praise', () => {
    expect(score('the "amazing" service')).toBeLessThan(score('the amazing service'));
    expect(score('the "excellent" service')).toBeLessThan(0);
  });

  it.each(['on 02/10', 'on 22/10', 'from 01/5'])('takes a date for no rating: %s', (text) => {
    expect(score(text)).toBe(0);
  });

  it('reads ratings', () => {
    expect(score('9/10')).toBeGreaterThan(0);
    expect(score('1/10')).toBeLessThan(0);
    expect(score('10 out of 10!')).toBeGreaterThan(0);
    expect(score('★☆☆☆☆')).toBeLessThan(0);
    expect(score('⭐⭐⭐⭐⭐')).toBeGreaterThan(0);
    expect(score('١٠/١٠', 'ar')).toBeGreaterThan(0);
    expect(score('see page 12/2020')).toBe(0);
  });

  it('takes what comes with a link for news rather than an opinion', () => {
    expect(score('a wonderful day for trains https://news.example/1')).toBeLessThan(score('a wonderful day for trains'));
    expect(score('a wonderful day for trains http…')).toBeLessThan(score('a wonderful day for trains'));
    expect(score('wonderful, look: www.news.example')).toBeGreaterThan(0.2);
    expect(score('a wonderful httpd')).toBe(score('a wonderful server'));
  });

  it('does not take the parts of addresses and mentions for words', () => {
    expect(score('Opening hourshttps://t.co/awful1 #traincom')).toBe(score('Opening hours https://t.co/awful1 #traincom'));
    expect(score('Fahrplanhttps://t.co/awful1', 'de')).toBe(0);
    expect(analyzer.classify('https://t.co/x so so :/', 'en').score).toBeLessThan(0);
    expect(score('https://awful.example/terrible @horrible_guy')).toBe(0);
  });

  it('judges texts of emoji alone in no language, and nothing else', () => {
    expect(analyzer.classify('🔥🔥🔥', null).sentiment).toBe('positive');
    expect(analyzer.classify('🤮', 'sw').sentiment).toBe('negative');
    for (const [text, language] of [
      ['wonderful', null],
      ['mzuri sana', 'sw'],
      ['', null],
      ['123', null],
      ['good', '__proto__'],
    ] as const) {
      expect(analyzer.classify(text, language)).toEqual({ sentiment: 'unclassified', score: null });
    }
  });

  it('never throws, stays in range and says the same again, whatever the text', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('not', 'good', 'but', 'nicht', '最高', 'ない', '😡', ':(', '!!!', '?', '5/5', '(', '\u0000'),
    );
    const texts = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(' '));
    fc.assert(
      fc.property(texts, fc.constantFrom(...analyzer.languages, null, 'xx'), (text, language) => {
        const verdict = analyzer.classify(text, language);
        expect(SENTIMENTS).toContain(verdict.sentiment);
        expect(verdict.score === null).toBe(verdict.sentiment === 'unclassified');
        expect(Math.abs(verdict.score ?? 0)).toBeLessThanOrEqual(1);
        expect(analyzer.classify(text, language)).toEqual(verdict);
      }),
      { numRuns: 500 },
    );
  });
});

describe('the sample of the smaller plans', () => {
  it('reads 50 characters of English', () => {
    const sample = openBuiltInAnalyzer(SAMPLE_LIMITS);
    const filler = 'x'.repeat(SAMPLE_LIMITS.maxCharacters);
    expect(sample.languages).toEqual(['en']);
    expect(sample.classify(`great ${filler} terrible terrible`, 'en').sentiment).toBe('positive');
    expect(sample.classify(`${filler} terrible`, 'en').sentiment).toBe('neutral');
    expect(sample.classify('wunderbar', 'de').sentiment).toBe('unclassified');
  });

  it('cuts no character in two', () => {
    const sample = openBuiltInAnalyzer({ ...NO_LIMITS, maxCharacters: 3 });
    expect(sample.classify('a 😡', 'en').sentiment).toBe('neutral');
  });
});
