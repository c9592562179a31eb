import { useQuery } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { Suspense } from 'react';
import { Button } from 'react-aria-components';
import { desktop } from '#renderer/client/desktop.ts';
import { leave } from '#renderer/client/pass.ts';
import { readOf, useChange } from '#renderer/client/queries.ts';
import { Choice } from '#renderer/components/choice.tsx';
import { Problem } from '#renderer/components/states.tsx';
import { Toggle } from '#renderer/components/toggle.tsx';
import { type Language, LANGUAGES } from '#renderer/messages/languages.ts';
import { useWords } from '#renderer/messages/use-messages.ts';
import { chooseLanguage } from '#renderer/shell/language.ts';
import { chooseTheme, THEMES, useTheme } from '#renderer/shell/theme.ts';
import { DesktopSettings } from '#renderer/views/settings/desktop-settings.tsx';
import { Environment } from '#renderer/views/settings/environment.tsx';
import { Invitations } from '#renderer/views/settings/invitations.tsx';
import { Notifications } from '#renderer/views/settings/notifications.tsx';
import { PlatformPacks } from '#renderer/views/packs/platform-packs.tsx';
import { PlanSettings } from '#renderer/views/settings/plan-settings.tsx';

/** What can be chosen while the service runs, and what its environment has fixed. */
export function SettingsView() {
  const { text } = useWords();
  return (
    <div className="view setup">
      <div className="view-head">
        <h1>{text('nav.settings')}</h1>
      </div>
      <Look />
      <PlanSettings />
      <Pace />
      <WeeklyCheck />
      <Pictures />
      <PlatformPacks />
      {desktop() !== null && <DesktopSettings />}
      <Invitations />
      <Environment />
      <Suspense fallback={null}>
        <Notifications />
      </Suspense>
      {/* The app lets its own window in again by itself. */}
      {desktop() === null && <ThisWindow />}
    </div>
  );
}

function Look() {
  const { text, language } = useWords();
  return (
    <section className="panel" aria-label={text('settings.look')}>
      <h2>{text('settings.look')}</h2>
      <div className="panel-form">
        <Choice
          label={text('theme.label')}
          value={useTheme()}
          options={THEMES.map((id) => ({ id, name: text(`theme.${id}`) }))}
          onChange={chooseTheme}
        />
        <Choice
          label={text('language.label')}
          value={language}
          options={Object.entries(LANGUAGES).map(([id, name]) => ({ id: id as Language, name }))}
          onChange={chooseLanguage}
        />
      </div>
    </section>
  );
}

function Pace() {
  const { text } = useWords();
  const preferences = useQuery(readOf('preferences.get', {}));
  const set = useChange('preferences.set', 'preferences.get');
  if (preferences.data === undefined) return null;
  const { gentle, gentle_fixed: isFixed } = preferences.data;
  return (
    <section className="panel" aria-label={text('settings.pace')}>
      <h2>{text('settings.pace')}</h2>
      {isFixed ? (
        <p>
          {text(gentle ? 'settings.gentleOn' : 'settings.gentleOff')}{' '}
          <span className="chip">{text('settings.fixed', { variable: 'COMMENTDOCK_GENTLE' })}</span>
        </p>
      ) : (
        <Toggle
          label={text('option.gentle')}
          words={text('settings.gentleWords')}
          isOn={set.isPending ? set.variables.gentle === true : gentle}
          onChange={(isOn) => set.mutate({ gentle: isOn })}
        />
      )}
      {set.error !== null && <Problem error={set.error} />}
    </section>
  );
}

function WeeklyCheck() {
  const { text } = useWords();
  const preferences = useQuery(readOf('preferences.get', {}));
  const set = useChange('preferences.set', 'preferences.get', 'platforms.checks');
  if (preferences.data === undefined) return null;
  const { weekly_check: isOn, weekly_check_fixed: isFixed } = preferences.data;
  return (
    <section className="panel" aria-label={text('settings.checks')}>
      <h2>{text('settings.checks')}</h2>
      {isFixed ? (
        <p>
          {text(isOn ? 'settings.weeklyOn' : 'settings.weeklyOff')}{' '}
          <span className="chip">{text('settings.fixed', { variable: 'COMMENTDOCK_WEEKLY_CHECK' })}</span>
        </p>
      ) : (
        <Toggle
          label={text('settings.weekly')}
          words={text('settings.weeklyWords')}
          isOn={set.isPending ? set.variables.weekly_check === true : isOn}
          onChange={(isChosen) => set.mutate({ weekly_check: isChosen })}
        />
      )}
      {set.error !== null && <Problem error={set.error} />}
    </section>
  );
}

function Pictures() {
  const { text } = useWords();
  const preferences = useQuery(readOf('preferences.get', {}));
  const set = useChange('preferences.set', 'preferences.get', 'exports.picture');
  if (preferences.data === undefined) return null;
  return (
    <section className="panel" aria-label={text('settings.pictures')}>
      <h2>{text('settings.pictures')}</h2>
      <Toggle
        label={text('settings.showPictures')}
        words={text('settings.picturesWords')}
        isOn={set.isPending ? set.variables.pictures === true : preferences.data.pictures}
        onChange={(isChosen) => set.mutate({ pictures: isChosen })}
      />
      {set.error !== null && <Problem error={set.error} />}
    </section>
  );
}

function ThisWindow() {
  const { text } = useWords();
  const out = useChange('signin.leave');
  return (
    <section className="panel" aria-label={text('settings.window')}>
      <h2>{text('settings.window')}</h2>
      <p className="quiet">{text('settings.signOutWords')}</p>
      <div>
        <Button className="button" isDisabled={out.isPending} onPress={() => out.mutate({}, { onSuccess: leave })}>
          <LogOut size={14} aria-hidden />
          {text('settings.signOut')}
        </Button>
      </div>
      {out.error !== null && <Problem error={out.error} />}
    </section>
  );
}
