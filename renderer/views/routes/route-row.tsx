import { Activity, KeyRound, Trash2 } from 'lucide-react';
import type { Output } from '#renderer/client/call.ts';
import { useChange } from '#renderer/client/queries.ts';
import { Confirm } from '#renderer/components/confirm.tsx';
import { IconButton } from '#renderer/components/icon-button.tsx';
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
        <IconButton
          icon={Activity}
          name={text('routes.checkOf', { name })}
          isBusy={check.isPending}
          onPress={() => check.mutate({ name })}
        />
        <Confirm
          title={text('accounts.removeTitle', { name })}
          words={text('routes.removeWords')}
          action={text('action.remove')}
          onConfirm={() => remove.mutate({ uuid })}
        >
          <IconButton icon={Trash2} name={text('action.removeOf', { name })} isBusy={remove.isPending} />
        </Confirm>
      </div>
    </li>
  );
}
