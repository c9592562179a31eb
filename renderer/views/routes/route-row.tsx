import { Activity, KeyRound, Trash2 } from 'lucide-react';
import { Button } from 'react-aria-components';
import type { Output } from '#renderer/client/call.ts';
import { useChange } from '#renderer/client/queries.ts';
import { Confirm } from '#renderer/components/confirm.tsx';
import { useWords } from '#renderer/messages/use-messages.ts';
import { countryName, Health } from '#renderer/views/routes/health.tsx';

/** A route with its health; whether it has a password, never which. */
export function RouteRow({ route }: { readonly route: Output<'routes.list'>[number] }) {
  const { text, language } = useWords();
  const check = useChange('routes.check', 'routes.list');
  const remove = useChange('routes.delete', 'routes.list');
  const { uuid, name, code, type, address, has_credentials: hasPassword } = route;
  return (
    <li className="row">
      <div className="row-name">
        <strong>
          {name} <span className="chip">{countryName(code, language)}</span>
        </strong>
        <span className="quiet code">
          {type}://{address} {hasPassword && <KeyRound size={12} role="img" aria-label={text('routes.password')} />}
        </span>
      </div>
      <Health health={route.health} />
      <div className="row-actions">
        <Button
          className="icon-button"
          aria-label={text('routes.checkOf', { name })}
          isDisabled={check.isPending}
          onPress={() => check.mutate({ name })}
        >
          <Activity size={16} aria-hidden />
        </Button>
        <Confirm
          title={text('accounts.removeTitle', { name })}
          words={text('routes.removeWords')}
          action={text('action.remove')}
          onConfirm={() => remove.mutate({ uuid })}
        >
          <Button className="icon-button" aria-label={text('action.removeOf', { name })} isDisabled={remove.isPending}>
            <Trash2 size={16} aria-hidden />
          </Button>
        </Confirm>
      </div>
    </li>
  );
}
