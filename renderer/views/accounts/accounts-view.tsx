import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Button, Input, SearchField } from 'react-aria-components';
import type { Output } from '#renderer/client/call.ts';
import { readOf } from '#renderer/client/queries.ts';
import { Loading, Problem } from '#renderer/components/states.tsx';
import { useWords } from '#renderer/messages/use-messages.ts';
import { goTo, useChosenText } from '#renderer/shell/place.ts';
import type { ViewParts } from '#renderer/shell/views.tsx';
import { AccountRow } from '#renderer/views/accounts/account-row.tsx';
import { AddAccount } from '#renderer/views/accounts/add-account.tsx';

export type Platform = Output<'platforms.list'>[number];

/** Sessions at platforms that were saved, and what each platform needs. `detail` is the platform that one is added for. */
export function AccountsView({ detail }: ViewParts) {
  const { text } = useWords();
  const [typed, setTyped] = useChosenText('q');
  const saved = useQuery(readOf('accounts.list', {}));
  const platforms = useQuery(readOf('platforms.list', {}));
  if (saved.isPending || platforms.isPending) return <Loading />;
  if (saved.error !== null) return <Problem error={saved.error} onRetry={() => void saved.refetch()} />;
  if (platforms.error !== null) return <Problem error={platforms.error} onRetry={() => void platforms.refetch()} />;
  const withLogin = platforms.data.filter(({ cookies }) => cookies !== 'none');
  const wanted = typed.trim().toLowerCase();
  const shown = withLogin.filter(({ id, name }) => `${id} ${name}`.toLowerCase().includes(wanted));
  const adding = withLogin.find(({ id }) => id === detail) ?? null;
  const nameOf = (id: string): string => platforms.data.find((platform) => platform.id === id)?.name ?? id;
  return (
    <div className="view setup">
      <div className="view-head">
        <h1>{text('nav.accounts')}</h1>
      </div>
      <p className="quiet lead">{text('accounts.lead')}</p>
      {saved.data.length > 0 && (
        <section>
          <h2>{text('accounts.saved')}</h2>
          <ul className="rows" aria-label={text('accounts.saved')}>
            {saved.data.map((account) => (
              <AccountRow key={account.uuid} account={account} platform={nameOf(account.platform)} />
            ))}
          </ul>
        </section>
      )}
      <section>
        <div className="section-head">
          <h2>{text('accounts.platforms')}</h2>
          <SearchField className="search" aria-label={text('accounts.find')} value={typed} onChange={setTyped}>
            <Input className="control" placeholder={text('accounts.find')} />
          </SearchField>
        </div>
        <ul className="rows" aria-label={text('accounts.platforms')}>
          {shown.map((platform) => (
            <PlatformRow key={platform.id} platform={platform} />
          ))}
        </ul>
        {shown.length === 0 && <p className="quiet state">{text('nav.nothing')}</p>}
      </section>
      {adding !== null && <AddAccount key={adding.id} platform={adding} onClose={() => goTo({ view: 'accounts' })} />}
    </div>
  );
}

function PlatformRow({ platform: { id, name, cookies, cookie_names: names } }: { readonly platform: Platform }) {
  const { text } = useWords();
  return (
    <li className="row">
      <div className="row-name">
        <strong>
          {name} <span className="chip">{text(cookies === 'required' ? 'accounts.required' : 'accounts.optional')}</span>
        </strong>
        {names.length > 0 && <span className="quiet code">{names.join(', ')}</span>}
      </div>
      <Button className="button" aria-label={text('accounts.addOf', { name })} onPress={() => goTo({ view: 'accounts', detail: id })}>
        <Plus size={14} aria-hidden />
        {text('action.add')}
      </Button>
    </li>
  );
}
