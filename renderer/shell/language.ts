import { isLanguage, preferredLanguage } from '#renderer/messages/languages.ts';
import type { Language } from '#renderer/messages/languages.ts';

const STORED = 'commentdock.language';

export function storedLanguage(): Language {
  const stored = localStorage.getItem(STORED);
  return isLanguage(stored) ? stored : preferredLanguage(navigator.languages);
}

export function chooseLanguage(language: Language): void {
  localStorage.setItem(STORED, language);
}
