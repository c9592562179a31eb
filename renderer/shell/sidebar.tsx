import { ArrowDownToLine, House, Search } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { Choice } from '#renderer/components/choice.tsx';
import type { MessageKey } from '#renderer/messages/en.ts';
import { LANGUAGES } from '#renderer/messages/languages.ts';
import type { Language } from '#renderer/messages/languages.ts';
import { useWords } from '#renderer/messages/use-messages.ts';
import { openPalette } from '#renderer/shell/palette-event.ts';
import { linkTo } from '#renderer/shell/place.ts';
import type { Place } from '#renderer/shell/place.ts';
import { chooseTheme, storedTheme, THEMES } from '#renderer/shell/theme.ts';
import type { Theme } from '#renderer/shell/theme.ts';

interface Entry {
  readonly place: Place;
  readonly name: MessageKey;
  readonly icon: LucideIcon;
  /** Views that belong to it. */
  readonly views: readonly Place['view'][];
}

/** One entry for each view that exists. */
export const ENTRIES: readonly Entry[] = [
  { place: { view: 'home' }, name: 'nav.home', icon: House, views: ['home'] },
  { place: { view: 'exports' }, name: 'nav.exports', icon: ArrowDownToLine, views: ['exports', 'export'] },
];

/** As the keys of this machine say it. */
const SHORTCUT = navigator.platform.startsWith('Mac') ? '⌘K' : 'Ctrl K';

interface SidebarParts {
  readonly place: Place;
  readonly onLanguage: (language: Language) => void;
}

export function Sidebar({ place, onLanguage }: SidebarParts) {
  const { text, language } = useWords();
  const [theme, setTheme] = useState<Theme>(storedTheme);
  return (
    <header className="sidebar">
      <a className="skip" href="#content" onClick={focusContent}>
        {text('nav.skip')}
      </a>
      <span className="brand">
        <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden>
          <rect width="20" height="20" rx="5" fill="var(--accent)" />
          <path d="M5 6h10M5 10h10M5 14h6" stroke="var(--on-accent)" strokeWidth="1.8" strokeLinecap="round" />
        </svg>
        Commentdock
      </span>
      <nav aria-label={text('nav.main')}>
        {ENTRIES.map(({ place: target, name, icon: Icon, views }) => (
          <a
            key={name}
            className="entry"
            href={linkTo(target)}
            title={text(name)}
            aria-current={views.includes(place.view) ? 'page' : undefined}
          >
            <Icon size={16} aria-hidden />
            <span>{text(name)}</span>
          </a>
        ))}
      </nav>
      <Button className="entry palette-button" onPress={openPalette}>
        <Search size={16} aria-hidden />
        <span className="name">{text('nav.search')}</span>
        <kbd aria-hidden>{SHORTCUT}</kbd>
      </Button>
      <div className="preferences">
        <Choice
          label={text('theme.label')}
          value={theme}
          options={THEMES.map((id) => ({ id, name: text(`theme.${id}`) }))}
          onChange={(chosen) => {
            chooseTheme(chosen);
            setTheme(chosen);
          }}
        />
        <Choice
          label={text('language.label')}
          value={language}
          options={Object.entries(LANGUAGES).map(([id, name]) => ({ id: id as Language, name }))}
          onChange={onLanguage}
        />
      </div>
    </header>
  );
}

/** The address names a place of the window, not a spot of the page. */
function focusContent(event: { preventDefault(): void }): void {
  event.preventDefault();
  document.getElementById('content')?.focus();
}
