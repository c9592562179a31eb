import { useDeferredValue } from 'react';
import { useJobs } from '#renderer/client/queries.ts';
import { type Language, LANGUAGES } from '#renderer/messages/languages.ts';
import { useWords } from '#renderer/messages/use-messages.ts';
import { useActions } from '#renderer/shell/actions.ts';
import { ENTRY_GROUPS } from '#renderer/shell/entries.ts';
import { chooseLanguage } from '#renderer/shell/language.ts';
import { goTo } from '#renderer/shell/place.ts';
import { chooseTheme, THEMES } from '#renderer/shell/theme.ts';

const MAX_EXPORTS = 20;

/** What the palette can do. */
export interface Command {
  readonly id: string;
  readonly name: string;
  readonly hint: string;
  /** Further words by which it is found. */
  readonly words?: string;
  run(): void;
}

/** Every view, everything that can be done from anywhere, and the newest of all exports that `typed` names. */
export function useCommands(typed: string): readonly Command[] {
  const { text } = useWords();
  const words = useDeferredValue(typed.trim());
  const { data: jobs = [] } = useJobs(words === '' ? {} : { q: words });
  const actions = useActions();
  const views = ENTRY_GROUPS.flatMap(({ entries }) => entries);
  return [
    ...views.map(({ view, name }) => ({ id: view, name: text(name), hint: text('nav.goTo'), run: () => goTo({ view }) })),
    ...actions,
    ...THEMES.map((theme) => ({
      id: `theme.${theme}`,
      name: text(`theme.${theme}`),
      hint: text('theme.label'),
      run: () => chooseTheme(theme),
    })),
    ...Object.entries(LANGUAGES).map(([id, name]) => ({
      id: `language.${id}`,
      name,
      hint: text('language.label'),
      run: () => chooseLanguage(id as Language),
    })),
    ...jobs.slice(0, MAX_EXPORTS).map(({ guid, url, title, folder = '', tags = [], platform, export_type: type }) => ({
      id: guid,
      name: title ?? url,
      hint: text(`type.${type}`),
      words: [platform, url, type, folder, ...tags].join(' '),
      run: () => goTo({ view: 'export', guid }),
    })),
  ];
}
