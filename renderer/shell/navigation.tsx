import { Languages, type LucideIcon, Monitor, Moon, Sun } from 'lucide-react';
import { Choice } from '#renderer/components/choice.tsx';
import { type Language, LANGUAGES } from '#renderer/messages/languages.ts';
import { useWords } from '#renderer/messages/use-messages.ts';
import { ENTRY_GROUPS, entryOf } from '#renderer/shell/entries.ts';
import { chooseLanguage } from '#renderer/shell/language.ts';
import { linkTo, type Place } from '#renderer/shell/place.ts';
import { chooseTheme, type Theme, THEMES, useTheme } from '#renderer/shell/theme.ts';

const THEME_ICONS: Readonly<Record<Theme, LucideIcon>> = { system: Monitor, light: Sun, dark: Moon };

/** The views, in their groups. */
export function Navigation({ place }: { readonly place: Place }) {
  const { text } = useWords();
  const current = entryOf(place);
  return (
    <nav aria-label={text('nav.main')}>
      {ENTRY_GROUPS.filter(({ entries }) => entries.length > 0).map(({ name: group, entries }) => (
        <div key={group} className="entry-group" role="group" aria-labelledby={group}>
          <span id={group} className="group-name">
            {text(group)}
          </span>
          {entries.map((entry) => (
            <a key={entry.view} className="entry" href={linkTo(entry)} aria-current={entry === current ? 'page' : undefined}>
              <entry.icon size={16} aria-hidden />
              <span className="clipped">{text(entry.name)}</span>
            </a>
          ))}
        </div>
      ))}
    </nav>
  );
}

/** Theme and language, at hand everywhere. */
export function Preferences() {
  const { text, language } = useWords();
  const theme = useTheme();
  return (
    <div className="preferences">
      <Choice
        label={text('theme.label')}
        icon={THEME_ICONS[theme]}
        value={theme}
        options={THEMES.map((id) => ({ id, name: text(`theme.${id}`) }))}
        onChange={chooseTheme}
      />
      <Choice
        label={text('language.label')}
        icon={Languages}
        value={language}
        options={Object.entries(LANGUAGES).map(([id, name]) => ({ id: id as Language, name }))}
        onChange={chooseLanguage}
      />
    </div>
  );
}
