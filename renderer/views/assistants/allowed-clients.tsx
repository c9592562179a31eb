import { useQuery } from '@tanstack/react-query';
import { Button } from 'react-aria-components';
import { readOf, useChange } from '#renderer/client/queries.ts';
import { Confirm } from '#renderer/components/confirm.tsx';
import { Problem } from '#renderer/components/states.tsx';
import { useWords } from '#renderer/messages/use-messages.ts';

/** Clients that signed in with OAuth, each with a button that takes it back. */
export function AllowedClients() {
  const { text, day } = useWords();
  const clients = useQuery(readOf('assistants.clients', {}));
  const revoke = useChange('assistants.revoke', 'assistants.clients');
  return (
    <section aria-labelledby="clients">
      <h2 id="clients">{text('assistants.clients')}</h2>
      <p className="quiet">{text('assistants.clients.words')}</p>
      {clients.error !== null && <Problem error={clients.error} onRetry={() => void clients.refetch()} />}
      {revoke.error !== null && <Problem error={revoke.error} />}
      {clients.data?.length === 0 && <p>{text('assistants.clients.none')}</p>}
      {clients.data !== undefined && clients.data.length > 0 && (
        <ul className="records" aria-label={text('assistants.clients')}>
          {clients.data.map(({ client_id: id, name, scopes, allowed_at: at }) => (
            <li key={id} className="record token">
              <bdi className="clipped">{name}</bdi>
              <span className="quiet">
                {scopes.map((scope) => text(scope === 'write' ? 'assistants.mayWrite' : 'assistants.mayRead')).join(', ')}
              </span>
              <span className="quiet number">{text('assistants.since', { day: day(at) })}</span>
              <Confirm
                title={text('assistants.revokeTitle', { name })}
                words={text('assistants.revokeWords')}
                action={text('assistants.revoke')}
                onConfirm={() => revoke.mutate({ client_id: id })}
              >
                <Button className="button" aria-label={text('assistants.revokeOne', { name })} isDisabled={revoke.isPending}>
                  {text('assistants.revoke')}
                </Button>
              </Confirm>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
