import { describe, expect, it } from 'vitest';
import { readHelpful, readReviewed, readStars } from '#core/platforms/amazon/sentence.ts';

describe('amazon: when and where', () => {
  it.each([
    ['Reviewed in the United States on July 1, 2024', 'en-us', 'United States'],
    ['Reviewed in the United Kingdom 🇬🇧 on 1 July 2024', 'en-gb', 'United Kingdom'],
    ['Rezension aus Deutschland vom 1. Juli 2024', 'de-de', 'Deutschland'],
    ['Rezension aus den Vereinigten Staaten vom 1. Juli 2024', 'de-de', 'Vereinigten Staaten'],
    ['Avis laissé en France le 1 juillet 2024', 'fr-fr', 'France'],
    ['Commenté au Canada le 1er juillet 2024', 'fr-ca', 'Canada'],
    ['Reseñado en España el 1 de julio de 2024', 'es-es', 'España'],
    ['Calificado en los Estados Unidos el 1 de julio de 2024', 'es-us', 'Estados Unidos'],
    ['Recensito in Italia il 1 luglio 2024', 'it-it', 'Italia'],
    ['1 luglio 2024', 'it-it', null],
    ['Beoordeeld in Nederland op 1 juli 2024', 'nl-nl', 'Nederland'],
    ['Recenserad i Sverige den 1 juli 2024', 'sv-se', 'Sverige'],
    ['Zrecenzowano w Polsce dnia 1 lipca 2024', 'pl-pl', 'Polsce'],
    ["Türkiye'de 1 Temmuz 2024 tarihinde değerlendirildi", 'tr-tr', 'Türkiye'],
    ['تمت المراجعة في المملكة العربية السعودية بتاريخ ١ يوليو ٢٠٢٤', 'ar-ae', 'المملكة العربية السعودية'],
    ['2024年7月1日に日本でレビュー済み', 'ja-jp', '日本'],
    ['2024年7月1日 在美国评论', 'zh-cn', '美国'],
    ['2024년 7월 1일에 미국에서 리뷰됨', 'ko-kr', '미국'],
    ['Avaliado no Brasil em 1 de julho de 2024', 'pt-br', 'Brasil'],
    ['1 जुलाई 2024 को भारत में समीक्षा की गई', 'hi-in', 'भारत'],
    ['נבדק בארצות הברית ב-1 ביולי 2024', 'he-il', 'ארצות הברית'],
    ['Reviewed in India on 1 July 2024', 'de', 'India'],
  ])('%s', (sentence, language, place) => {
    expect(readReviewed(sentence, language)).toEqual({ date: { createdAt: '2024-07-01T00:00:00.000Z', createdAtPrecision: 'day' }, place });
  });

  it('says nothing of a sentence without a day', () => expect(readReviewed('Reviewed in the United States', 'en')).toBeNull());
});

describe('amazon: votes and stars', () => {
  it.each([
    ['4 people found this helpful', 4],
    ['1,234 people found this helpful', 1234],
    ['1.234 Personen fanden diese Informationen hilfreich', 1234],
    ['One person found this helpful', 1],
    ['Una persona lo ha trovato utile', 1],
    ['1人のお客様がこれが役に立ったと考えています', 1],
    ['12人のお客様がこれが役に立ったと考えています', 12],
    ['Eine Person fand diese Informationen hilfreich', 1],
    ['وجد شخصان هذا مفيدًا', 2],
    ['٧ أشخاص وجدوا هذا مفيدًا', 7],
  ])('%s', (sentence, votes) => expect(readHelpful(sentence)).toBe(votes));

  it.each([
    ['5.0 out of 5 stars', 5],
    ['5,0 su 5 stelle', 5],
    ['5つ星のうち4.0', 4],
    ['별 5개 중 3.0개', 3],
    ['5 yıldız üzerinden 2,0', 2],
    ['4 von 5 Sternen', 4],
    ['no stars', null],
  ])('%s', (words, stars) => expect(readStars(words)).toBe(stars));
});
