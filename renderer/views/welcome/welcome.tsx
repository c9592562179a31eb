import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { readOf, useChange } from '#renderer/client/queries.ts';
import { BrowserState } from '#renderer/components/browser-state.tsx';
import { Problem } from '#renderer/components/states.tsx';
import { useWords } from '#renderer/messages/use-messages.ts';
import { goTo } from '#renderer/shell/place.ts';
import { SampleLinks } from '#renderer/views/home/sample-links.tsx';
import { SampleShown } from '#renderer/views/welcome/sample-shown.tsx';
import { useStepFocus } from '#renderer/views/welcome/step-focus.ts';

const STEPS = ['what', 'browser', 'sample'] as const;

/** The first three steps; each can be left out, all are shown once. The service remembers that they were. */
export function Welcome() {
  const { text } = useWords();
  const [at, setAt] = useState(0);
  const heading = useStepFocus(at);
  const done = useChange('preferences.set', 'preferences.get');
  const step = STEPS[at] ?? 'what';
  const isLast = at === STEPS.length - 1;
  // Read ahead: what comes later than its step would push the buttons away from under the pointer.
  useQuery(readOf('browser.get', {}));
  useQuery(readOf('platforms.list', {}));
  const finish = (): void => done.mutate({ welcomed: true });
  const next = (): void => {
    if (!isLast) return setAt(at + 1);
    goTo({ view: 'home' });
    finish();
  };
  return (
    <main className="welcome" id="content">
      <p className="quiet number">{text('welcome.step', { step: at + 1, of: STEPS.length })}</p>
      <h1 ref={heading} tabIndex={-1}>
        {text(`welcome.${step}`)}
      </h1>
      {step === 'what' && <What />}
      {step === 'browser' && (
        <>
          <p>{text('welcome.browserWords')}</p>
          <div className="panel">
            <BrowserState />
          </div>
        </>
      )}
      {step === 'sample' && (
        <>
          <p>{text('welcome.sampleWords')}</p>
          <SampleShown onStarted={finish} />
          <SampleLinks onStarted={finish} />
        </>
      )}
      {done.error !== null && <Problem error={done.error} />}
      <div className="welcome-end">
        {!isLast && (
          <Button className="button" onPress={finish}>
            {text('welcome.skip')}
          </Button>
        )}
        {at > 0 && (
          <Button className="button" onPress={() => setAt(at - 1)}>
            {text('welcome.back')}
          </Button>
        )}
        <Button className="button button-main" isDisabled={done.isPending} onPress={next}>
          {text(isLast ? 'welcome.done' : 'welcome.next')}
        </Button>
      </div>
    </main>
  );
}

function What() {
  const { text } = useWords();
  return (
    <>
      <p>{text('welcome.whatWords')}</p>
      <div className="panel">
        <h2>{text('welcome.terms')}</h2>
        <p>{text('welcome.termsWords')}</p>
      </div>
      <p className="quiet">{text('welcome.local')}</p>
    </>
  );
}
