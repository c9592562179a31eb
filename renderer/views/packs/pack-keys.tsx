import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { readOf, useChange } from '#renderer/client/queries.ts';
import { Confirm } from '#renderer/components/confirm.tsx';
import { Field } from '#renderer/components/field.tsx';
import { IconButton } from '#renderer/components/icon-button.tsx';
import { Problem } from '#renderer/components/states.tsx';
import { useWords } from '#renderer/messages/use-messages.ts';
import { inGroups } from '#renderer/views/packs/pack-row.tsx';

const KEY = /^[0-9a-f]{64}$/;

/** Whose packs are taken. */
export function PackKeys() {
  const { text, day } = useWords();
  const [typed, setTyped] = useState('');
  const keys = useQuery(readOf('packs.keys', {}));
  const trust = useChange('packs.trust', 'packs.keys');
  const distrust = useChange('packs.distrust', 'packs.keys', 'packs.list', 'platforms.list');
  const key = typed.replace(/\s/g, '').toLowerCase();
  const error = trust.error ?? distrust.error ?? keys.error;
  return (
    <>
      <h3>{text('packs.keys')}</h3>
      {keys.data?.length === 0 && <p className="quiet">{text('packs.noKeys')}</p>}
      {keys.data !== undefined && keys.data.length > 0 && (
        <ul className="rows" aria-label={text('packs.keys')}>
          {keys.data.map(({ key: known, trusted_at: since }) => (
            <li key={known} className="row">
              <div className="row-name">
                <span className="code">{inGroups(known)}</span>
                <span className="quiet">{since === null ? text('packs.keyBuiltIn') : text('packs.trustedSince', { day: day(since) })}</span>
              </div>
              {since !== null && (
                <div className="row-actions">
                  <Confirm
                    title={text('packs.distrustTitle')}
                    words={text('packs.distrustWords')}
                    action={text('action.remove')}
                    onConfirm={() => distrust.mutate({ key: known })}
                  >
                    <IconButton icon={Trash2} name={text('action.removeOf', { name: inGroups(known) })} isBusy={distrust.isPending} />
                  </Confirm>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      <div className="panel-form">
        <Field label={text('packs.key')} words={text('packs.keyWords')} value={typed} onChange={setTyped} />
        <div className="form-end">
          <Confirm
            title={text('packs.trustTitle')}
            words={text('packs.trustWords', { key: inGroups(key) })}
            action={text('packs.trust')}
            onConfirm={() => trust.mutate({ key }, { onSuccess: () => setTyped('') })}
          >
            <Button className="button" isDisabled={!KEY.test(key) || trust.isPending}>
              {text('packs.trust')}
            </Button>
          </Confirm>
        </div>
        {error !== null && <Problem error={error} />}
      </div>
    </>
  );
}
