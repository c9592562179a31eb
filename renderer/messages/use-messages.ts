import { createContext, use } from 'react';
import type { Language } from '#renderer/messages/languages.ts';
import { en, type MessageKey, type Messages } from '#renderer/messages/en.ts';

export type Fillings = Readonly<Record<string, string | number>>;

/** Texts, numbers and times in the reader's language. */
export interface Words {
  readonly language: Language;
  text(key: MessageKey, fillings?: Fillings): string;
  /** Any text with places to fill. */
  fill(template: string, fillings?: Fillings): string;
  number(value: number): string;
  /** A rate or rating: one digit after the point at most. */
  decimal(value: number): string;
  /** `iso` is an instant. */
  day(iso: string): string;
  moment(iso: string): string;
  /** The time of day; with the day where that is another one than today. */
  time(iso: string): string;
  /** Such as "12 MB". */
  size(bytes: number): string;
  /** Such as "3 min". */
  span(ms: number): string;
}

const SIZE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

export function wordsIn(language: Language, messages: Messages): Words {
  const whole = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });
  const oneDigit = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  const moment = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  const timeOfDay = new Intl.DateTimeFormat(language, { timeStyle: 'short' });
  const unit = (value: number, name: string): string =>
    new Intl.NumberFormat(language, { style: 'unit', unit: name, unitDisplay: 'short', maximumFractionDigits: 0 }).format(value);
  const fill: Words['fill'] = (template, fillings = {}) =>
    template.replace(/\{(\w+)\}/g, (_place, name: string) => {
      const value = fillings[name] ?? '';
      return typeof value === 'number' ? whole.format(value) : value;
    });
  return {
    language,
    text: (key, fillings) => fill(messages[key], fillings),
    fill,
    number: (value) => whole.format(value),
    decimal: (value) => oneDigit.format(value),
    day: (iso) => day.format(new Date(iso)),
    moment: (iso) => moment.format(new Date(iso)),
    time: (iso) => (day.format(new Date(iso)) === day.format(new Date()) ? timeOfDay : moment).format(new Date(iso)),
    size(bytes) {
      const power = Math.min(SIZE_UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
      return unit(bytes / 1_000 ** power, SIZE_UNITS[power] ?? 'byte');
    },
    span(ms) {
      if (ms < MINUTE_MS) return unit(Math.max(1, Math.round(ms / SECOND_MS)), 'second');
      return ms < HOUR_MS ? unit(Math.round(ms / MINUTE_MS), 'minute') : unit(Math.round(ms / HOUR_MS), 'hour');
    },
  };
}

export const WordsContext = createContext<Words>(wordsIn('en', en));

export function useWords(): Words {
  return use(WordsContext);
}
