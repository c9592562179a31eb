import { useSyncExternalStore } from 'react';
import { isLanguage, type Language, preferredLanguage } from '#renderer/messages/languages.ts';

const STORED = 'commentdock.language';
const CHANGED = 'commentdock:language';

function storedLanguage(): Language {
  const stored = localStorage.getItem(STORED);
  return isLanguage(stored) ? stored : preferredLanguage(navigator.languages);
}

export function chooseLanguage(language: Language): void {
  localStorage.setItem(STORED, language);
  window.dispatchEvent(new Event(CHANGED));
}

/** The language that was chosen; its texts may still be on their way. */
export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, storedLanguage);
}

function subscribe(changed: () => void): () => void {
  window.addEventListener(CHANGED, changed);
  return () => window.removeEventListener(CHANGED, changed);
}
