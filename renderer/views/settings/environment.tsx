import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { readOf } from '#renderer/client/queries.ts';
import { Loading, Problem } from '#renderer/components/states.tsx';
import { useWords } from '#renderer/messages/use-messages.ts';

/** What environment variables have fixed at the start; the others on demand. */
export function Environment() {
  const { text } = useWords();
  const [isWhole, setWhole] = useState(false);
  const service = useQuery(readOf('service.describe', {}));
  if (service.isPending) return <Loading />;
  if (service.error !== null) return <Problem error={service.error} />;
  const given = service.data.settings.filter(({ is_set: isSet }) => isSet);
  const shown = isWhole ? service.data.settings : given;
  return (
    <section className="panel" aria-label={text('settings.environment')}>
      <div className="section-head">
        <h2>{text('settings.environment')}</h2>
        <Button className="button" aria-pressed={isWhole} onPress={() => setWhole(!isWhole)}>
          {text(isWhole ? 'settings.onlySet' : 'settings.all')}
        </Button>
      </div>
      <p className="quiet">{text('settings.environmentWords')}</p>
      {shown.length === 0 && <p>{text('settings.noneSet')}</p>}
      <dl className="setting-list">
        {shown.map(({ variable, about, value, is_set: isSet }) => (
          <div key={variable} className="pair">
            <dt className="code">{variable}</dt>
            <dd>
              <span className="code">{value ?? text('settings.unset')}</span>{' '}
              {isSet && <span className="chip">{text('settings.set')}</span>}
              <span className="meaning">{about}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
