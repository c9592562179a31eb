import type { Words } from '#renderer/messages/use-messages.ts';

const NAMES = new Map<string, Intl.DisplayNames>();

/** Words of sites that are no tags; the others of theirs are English names. */
const TAGS: Readonly<Record<string, string>> = {
  arabic: 'ar',
  brazilian: 'pt-BR',
  bulgarian: 'bg',
  czech: 'cs',
  danish: 'da',
  dutch: 'nl',
  english: 'en',
  finnish: 'fi',
  french: 'fr',
  german: 'de',
  greek: 'el',
  hungarian: 'hu',
  indonesian: 'id',
  italian: 'it',
  japanese: 'ja',
  koreana: 'ko',
  latam: 'es-419',
  norwegian: 'no',
  polish: 'pl',
  portuguese: 'pt-PT',
  romanian: 'ro',
  russian: 'ru',
  schinese: 'zh-Hans',
  spanish: 'es-ES',
  swedish: 'sv',
  tchinese: 'zh-Hant',
  thai: 'th',
  turkish: 'tr',
  ukrainian: 'uk',
  vietnamese: 'vi',
};

/** A tag such as `pt-BR`, or a site's own word, in the reader's language; as it is where nobody knows it. */
export function languageName(tag: string, { language }: Pick<Words, 'language'>): string {
  const names = NAMES.get(language) ?? new Intl.DisplayNames(language, { type: 'language' });
  NAMES.set(language, names);
  try {
    return names.of(TAGS[tag] ?? tag) ?? tag;
  } catch {
    return tag;
  }
}
