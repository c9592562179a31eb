import { de } from '#electron/messages/de.ts';
import { en, type MessageKey, type Messages } from '#electron/messages/en.ts';
import { es } from '#electron/messages/es.ts';
import { fr } from '#electron/messages/fr.ts';
import { ja } from '#electron/messages/ja.ts';
import { pt } from '#electron/messages/pt.ts';

/** The same languages as those of the window. */
export const CATALOGUES: Readonly<Record<string, Messages>> = { en, de, es, fr, pt, ja };

const VALUE = /\{(\w+)\}/g;

/** Texts in one language. */
export interface Words {
  /** As `Intl` takes it. */
  readonly locale: string;
  text(key: MessageKey, values?: Readonly<Record<string, string | number>>): string;
}

/** @param locale of the system, like `de-AT`; English where there is no catalogue for it */
export function wordsFor(locale: string): Words {
  const language = locale.slice(0, 2).toLowerCase();
  const catalogue = CATALOGUES[language];
  const known = catalogue === undefined ? 'en' : locale;
  const numbers = new Intl.NumberFormat(known);
  const shown = (value: string | number | undefined): string => (typeof value === 'number' ? numbers.format(value) : (value ?? ''));
  return {
    locale: known,
    text: (key, values = {}) => (catalogue ?? en)[key].replaceAll(VALUE, (_all, name: string) => shown(values[name])),
  };
}
