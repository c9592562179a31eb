import { useSuspenseQuery } from '@tanstack/react-query';
import { PartMissing } from '#renderer/components/arriving.ts';
import type { charts } from '#renderer/messages/en/charts.ts';
import type { home } from '#renderer/messages/en/home.ts';
import type { notes } from '#renderer/messages/en/notes.ts';
import type { search } from '#renderer/messages/en/search.ts';
import type { time } from '#renderer/messages/en/time.ts';
import type { Language } from '#renderer/messages/languages.ts';
import { type Fillings, useWords, type Words } from '#renderer/messages/use-messages.ts';

/** Texts that come with the views that show them, by area; English too, which is here for all others. */
interface LateAreas {
  readonly charts: typeof charts;
  readonly home: typeof home;
  readonly notes: typeof notes;
  readonly search: typeof search;
  readonly time: typeof time;
}
type LateArea = keyof LateAreas;
type Texts<A extends LateArea> = Readonly<Record<keyof LateAreas[A], string>>;

const LATE: { readonly [A in LateArea]: Readonly<Record<Language, () => Promise<Texts<A>>>> } = {
  charts: {
    en: async () => (await import('#renderer/messages/en/charts.ts')).charts,
    de: async () => (await import('#renderer/messages/de/charts.ts')).charts,
    es: async () => (await import('#renderer/messages/es/charts.ts')).charts,
    fr: async () => (await import('#renderer/messages/fr/charts.ts')).charts,
    pt: async () => (await import('#renderer/messages/pt/charts.ts')).charts,
    ja: async () => (await import('#renderer/messages/ja/charts.ts')).charts,
  },
  home: {
    en: async () => (await import('#renderer/messages/en/home.ts')).home,
    de: async () => (await import('#renderer/messages/de/home.ts')).home,
    es: async () => (await import('#renderer/messages/es/home.ts')).home,
    fr: async () => (await import('#renderer/messages/fr/home.ts')).home,
    pt: async () => (await import('#renderer/messages/pt/home.ts')).home,
    ja: async () => (await import('#renderer/messages/ja/home.ts')).home,
  },
  search: {
    en: async () => (await import('#renderer/messages/en/search.ts')).search,
    de: async () => (await import('#renderer/messages/de/search.ts')).search,
    es: async () => (await import('#renderer/messages/es/search.ts')).search,
    fr: async () => (await import('#renderer/messages/fr/search.ts')).search,
    pt: async () => (await import('#renderer/messages/pt/search.ts')).search,
    ja: async () => (await import('#renderer/messages/ja/search.ts')).search,
  },
  time: {
    en: async () => (await import('#renderer/messages/en/time.ts')).time,
    de: async () => (await import('#renderer/messages/de/time.ts')).time,
    es: async () => (await import('#renderer/messages/es/time.ts')).time,
    fr: async () => (await import('#renderer/messages/fr/time.ts')).time,
    pt: async () => (await import('#renderer/messages/pt/time.ts')).time,
    ja: async () => (await import('#renderer/messages/ja/time.ts')).time,
  },
  notes: {
    en: async () => (await import('#renderer/messages/en/notes.ts')).notes,
    de: async () => (await import('#renderer/messages/de/notes.ts')).notes,
    es: async () => (await import('#renderer/messages/es/notes.ts')).notes,
    fr: async () => (await import('#renderer/messages/fr/notes.ts')).notes,
    pt: async () => (await import('#renderer/messages/pt/notes.ts')).notes,
    ja: async () => (await import('#renderer/messages/ja/notes.ts')).notes,
  },
};
export const LATE_AREAS = Object.keys(LATE) as LateArea[];

export function loadLate<A extends LateArea>(area: A, language: Language): Promise<Texts<A>> {
  return LATE[area][language]();
}

/** All words, and the texts of an area under `late`. */
export interface LateWords<A extends LateArea> extends Words {
  late(key: keyof LateAreas[A] & string, fillings?: Fillings): string;
}

/** What shows them stands in a `Suspense`. Where they do not come, it throws `PartMissing`. */
export function useLateWords<A extends LateArea>(area: A): LateWords<A> {
  const words = useWords();
  const { data } = useSuspenseQuery<Texts<A>>({
    queryKey: ['texts', area, words.language],
    queryFn: async () => {
      try {
        return await loadLate(area, words.language);
      } catch (cause) {
        throw new PartMissing('Texts of the window did not come.', { cause });
      }
    },
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: false,
  });
  return { ...words, late: (key, fillings) => words.fill(data[key], fillings) };
}
