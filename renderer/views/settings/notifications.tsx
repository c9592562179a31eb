import { useState } from 'react';
import { chooseNotifying, useNotifying } from '#renderer/client/notifying.ts';
import { Toggle } from '#renderer/components/toggle.tsx';
import { useLateWords } from '#renderer/messages/late.ts';

/** Whether this browser says by itself when an export ends. */
export function Notifications() {
  const { late } = useLateWords('notes');
  const isOn = useNotifying();
  const [isRefused, setRefused] = useState(false);
  return (
    <section className="panel" aria-label={late('notify.label')}>
      <Toggle
        label={late('notify.label')}
        words={late('notify.words')}
        isOn={isOn}
        onChange={(isWanted) => void chooseNotifying(isWanted).then((isAllowed) => setRefused(!isAllowed))}
      />
      <p role="status" className="bad">
        {isRefused ? late('notify.refused') : ''}
      </p>
    </section>
  );
}
