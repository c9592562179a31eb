import { useEffect, useState } from 'react';
import { Button } from 'react-aria-components';
import type { DesktopState } from '#core/contract/desktop.ts';
import { desktop } from '#renderer/client/desktop.ts';
import { Toggle } from '#renderer/components/toggle.tsx';
import { useWords } from '#renderer/messages/use-messages.ts';

const CHOICES = ['startAtLogin', 'updates'] as const;

/** What the desktop app alone can: start with the machine, and update itself. */
export function DesktopSettings() {
  const { text } = useWords();
  const [state, setState] = useState<DesktopState | null>(null);
  useEffect(() => {
    const bridge = desktop();
    if (bridge === null) return;
    void bridge.ask({ type: 'state' }).then(setState);
    return bridge.onState(setState);
  }, []);
  if (state === null) return null;
  const choose = async (type: (typeof CHOICES)[number], isOn: boolean): Promise<void> => {
    const next = await desktop()?.ask({ type, to: isOn ? 'on' : 'off' });
    if (next !== undefined) setState(next);
  };
  return (
    <section className="panel" aria-label={text('settings.desktop')}>
      <h2>{text('settings.desktop')}</h2>
      {CHOICES.map((type) =>
        state[type] === 'unavailable' ? (
          <p key={type} className="quiet">
            {text('settings.unavailable', { name: text(`settings.${type}`) })}
          </p>
        ) : (
          <Toggle
            key={type}
            label={text(`settings.${type}`)}
            words={text(`settings.${type}Words`)}
            isOn={state[type] === 'on'}
            onChange={(isOn) => void choose(type, isOn)}
          />
        ),
      )}
      {state.update.state === 'loading' && <p>{text('settings.updateLoading', { version: state.update.version })}</p>}
      {state.update.state === 'failed' && <p className="bad">{state.update.detail}</p>}
      {state.update.state === 'ready' && (
        <div>
          <Button className="button button-main" onPress={() => void desktop()?.ask({ type: 'installUpdate' })}>
            {text('settings.installUpdate', { version: state.update.version })}
          </Button>
        </div>
      )}
    </section>
  );
}
