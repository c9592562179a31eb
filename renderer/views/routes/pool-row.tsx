import type { Output } from '#renderer/client/call.ts';
import { useChange } from '#renderer/client/queries.ts';
import { useWords } from '#renderer/messages/use-messages.ts';
import { Health } from '#renderer/views/routes/health.tsx';
import { RouteActions } from '#renderer/views/routes/route-actions.tsx';

/** A pool; its proxies unfold, each with its health. */
export function PoolRow({ pool: { uuid, name, proxies } }: { readonly pool: Output<'pools.list'>[number] }) {
  const { text } = useWords();
  const check = useChange('pools.check', 'pools.list');
  const remove = useChange('pools.delete', 'pools.list');
  const checked = proxies.filter(({ health }) => health !== null);
  const working = checked.filter(({ health }) => health?.ok === true);
  return (
    <li className="row row-tall">
      <details className="row-name">
        <summary>
          <strong>{name}</strong> <span className="chip number">{text('routes.proxies', { count: proxies.length })}</span>{' '}
          {checked.length > 0 && (
            <span className="quiet number">{text('routes.working', { count: working.length, total: checked.length })}</span>
          )}
        </summary>
        <ul className="proxies">
          {proxies.map(({ type, address, health }) => (
            <li key={`${type} ${address}`}>
              <span className="quiet code">
                {type}://{address}
              </span>
              <Health health={health} />
            </li>
          ))}
        </ul>
      </details>
      <RouteActions
        name={name}
        check={check}
        remove={remove}
        onCheck={() => check.mutate({ uuid })}
        onRemove={() => remove.mutate({ uuid })}
      />
    </li>
  );
}
