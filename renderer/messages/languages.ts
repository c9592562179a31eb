import { en, type Messages } from '#renderer/messages/en.ts';

/** In their own words, as the switch shows them. */
export const LANGUAGES = { en: 'English', de: 'Deutsch', es: 'Español', fr: 'Français', pt: 'Português', ja: '日本語' } as const;
export type Language = keyof typeof LANGUAGES;

/** Loaded when they are wanted. */
const CATALOGUES: Readonly<Record<Exclude<Language, 'en'>, () => Promise<Messages>>> = {
  de: async () => (await import('#renderer/messages/de.ts')).de,
  es: async () => (await import('#renderer/messages/es.ts')).es,
  fr: async () => (await import('#renderer/messages/fr.ts')).fr,
  pt: async () => (await import('#renderer/messages/pt.ts')).pt,
  ja: async () => (await import('#renderer/messages/ja.ts')).ja,
};

export async function loadMessages(language: Language): Promise<Messages> {
  return language === 'en' ? en : CATALOGUES[language]();
}

export function isLanguage(text: string | null): text is Language {
  return text !== null && Object.hasOwn(LANGUAGES, text);
}

/** The first of the reader's languages that there is. */
export function preferredLanguage(wanted: readonly string[]): Language {
  return wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en';
}
