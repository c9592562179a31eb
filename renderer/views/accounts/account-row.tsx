import { RotateCcw, Trash2 } from 'lucide-react';
import { Button } from 'react-aria-components';
import type { Output } from '#renderer/client/call.ts';
import { useChange } from '#renderer/client/queries.ts';
import { Confirm } from '#renderer/components/confirm.tsx';
import { IconButton } from '#renderer/components/icon-button.tsx';
import { useWords } from '#renderer/messages/use-messages.ts';
import { goTo } from '#renderer/shell/place.ts';

interface AccountRowParts {
  readonly account: Output<'accounts.list'>[number];
  /** Its name, for people. */
  readonly platform: string;
}

/** A saved account: the names of its cookies, never a value. */
export function AccountRow({ account, platform }: AccountRowParts) {
  const { text, day } = useWords();
  const remove = useChange('accounts.delete', 'accounts.list');
  const { uuid, name, cookie_names: names, missing_cookies: missing } = account;
  const title = `${platform} · ${name}`;
  return (
    <li className="row">
      <div className="row-name">
        <strong>
          {title} {account.is_default && <span className="chip">{text('accounts.default')}</span>}
        </strong>
        <span className="quiet code">{names.join(', ')}</span>
        <span className={account.needs_login ? 'bad' : 'quiet'}>{stateOf()}</span>
        {account.user_agent !== null && <span className="quiet">{text('accounts.sentAs', { agent: account.user_agent })}</span>}
        {missing.length > 0 && <span className="warn">{text('accounts.missing', { names: missing.join(', ') })}</span>}
      </div>
      <div className="row-actions">
        <Button
          className={account.needs_login ? 'button' : 'icon-button'}
          aria-label={text('accounts.renewOf', { name: title })}
          onPress={() => goTo({ view: 'accounts', detail: account.platform })}
        >
          <RotateCcw size={16} aria-hidden />
          {account.needs_login && text('accounts.renew')}
        </Button>
        <Confirm
          title={text('accounts.removeTitle', { name: title })}
          words={text('accounts.removeWords')}
          action={text('action.remove')}
          onConfirm={() => remove.mutate({ uuid })}
        >
          <IconButton icon={Trash2} name={text('action.removeOf', { name: title })} isBusy={remove.isPending} />
        </Confirm>
      </div>
    </li>
  );

  function stateOf(): string {
    if (account.needs_login_since !== null) return text('accounts.ended', { day: day(account.needs_login_since) });
    if (account.expiresAt === null) return text('accounts.savedOn', { day: day(account.updatedAt) });
    return text('accounts.until', { day: day(account.expiresAt) });
  }
}
