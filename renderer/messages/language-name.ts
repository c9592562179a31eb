import type { Words } from '#renderer/messages/use-messages.ts';

const NAMES = new Map<string, Intl.DisplayNames>();

/** A tag such as `pt-BR` in the reader's language; the tag itself where nobody knows it. */
export function languageName(tag: string, { language }: Pick<Words, 'language'>): string {
  const names = NAMES.get(language) ?? new Intl.DisplayNames(language, { type: 'language' });
  NAMES.set(language, names);
  try {
    return names.of(tag) ?? tag;
  } catch {
    return tag;
  }
}
