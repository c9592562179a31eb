import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { readOf, useChange } from '#renderer/client/queries.ts';
import { Field } from '#renderer/components/field.tsx';
import { Problem } from '#renderer/components/states.tsx';
import { Toggle } from '#renderer/components/toggle.tsx';
import { useWords } from '#renderer/messages/use-messages.ts';

/** Where packs come from, and whether they are looked for once a day. Off until the owner wants it. */
export function PackUpdates() {
  const { text, moment } = useWords();
  const [typed, setTyped] = useState<string | null>(null);
  const updates = useQuery(readOf('packs.updates', {}));
  const choose = useChange('packs.choose', 'packs.updates', 'packs.list');
  if (updates.data === undefined) return null;
  const { daily, daily_fixed: isDailyFixed, address, address_fixed: isAddressFixed, asked_at: askedAt, failure } = updates.data;
  const shown = typed ?? address ?? '';
  return (
    <>
      <h3>{text('packs.updates')}</h3>
      <div className="panel-form">
        {isAddressFixed ? (
          <p>
            <span className="code">{address}</span>{' '}
            <span className="chip">{text('settings.fixed', { variable: 'COMMENTDOCK_PACK_ADDRESS' })}</span>
          </p>
        ) : (
          <>
            <Field label={text('packs.address')} type="url" placeholder="https://" value={shown} onChange={setTyped} />
            <div className="form-end">
              <Button
                className="button"
                isDisabled={typed === null || typed === (address ?? '') || choose.isPending}
                onPress={() => choose.mutate({ address: shown === '' ? null : shown }, { onSuccess: () => setTyped(null) })}
              >
                {text('action.save')}
              </Button>
            </div>
          </>
        )}
        {isDailyFixed ? (
          <p>
            {text(daily ? 'packs.dailyOn' : 'packs.dailyOff')}{' '}
            <span className="chip">{text('settings.fixed', { variable: 'COMMENTDOCK_PACK_UPDATES' })}</span>
          </p>
        ) : (
          <Toggle
            label={text('packs.daily')}
            words={text('packs.dailyWords')}
            isOn={choose.isPending && choose.variables.daily !== undefined ? choose.variables.daily : daily}
            onChange={(isOn) => choose.mutate({ daily: isOn })}
          />
        )}
        {askedAt !== null && (
          <p className={failure === null ? 'quiet' : 'bad'}>
            {failure === null
              ? text('packs.asked', { when: moment(askedAt) })
              : text('packs.askedInVain', { when: moment(askedAt), failure })}
          </p>
        )}
        {choose.error !== null && <Problem error={choose.error} />}
      </div>
    </>
  );
}
