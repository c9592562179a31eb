import { KeyRound } from 'lucide-react';
import type { Output } from '#renderer/client/call.ts';
import { useChange } from '#renderer/client/queries.ts';
import { useWords } from '#renderer/messages/use-messages.ts';
import { countryName, Health } from '#renderer/views/routes/health.tsx';
import { RouteActions } from '#renderer/views/routes/route-actions.tsx';

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
      <RouteActions
        name={name}
        check={check}
        remove={remove}
        onCheck={() => check.mutate({ name })}
        onRemove={() => remove.mutate({ uuid })}
      />
    </li>
  );
}
