import { Activity, ListPlus, Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { useWhole } from '#renderer/client/all-pages.ts';
import type { Output } from '#renderer/client/call.ts';
import { useChange } from '#renderer/client/queries.ts';
import { Drawer } from '#renderer/components/drawer.tsx';
import { Empty, Loading, Problem } from '#renderer/components/states.tsx';
import { useWords } from '#renderer/messages/use-messages.ts';
import { AddRoute } from '#renderer/views/routes/add-route.tsx';
import { ImportProxies } from '#renderer/views/routes/import-proxies.tsx';
import { PoolRow } from '#renderer/views/routes/pool-row.tsx';
import { RouteRow } from '#renderer/views/routes/route-row.tsx';

type Opened = 'add' | 'import' | null;

/** Ways for the requests of exports: proxies by name, and pools of them. */
export function RoutesView() {
  const { text } = useWords();
  const [open, setOpen] = useState<Opened>(null);
  const routes = useWhole('routes.list');
  const pools = useWhole('pools.list');
  if (routes.isPending || pools.isPending) return <Loading />;
  if (routes.error !== null) return <Problem error={routes.error} onRetry={() => void routes.refetch()} />;
  if (pools.error !== null) return <Problem error={pools.error} onRetry={() => void pools.refetch()} />;
  const isEmpty = routes.data.length === 0 && pools.data.length === 0;
  const close = (): void => setOpen(null);
  return (
    <div className="view setup">
      <div className="view-head">
        <h1>{text('nav.routes')}</h1>
        {!isEmpty && <Additions onOpen={setOpen} />}
      </div>
      {isEmpty ? (
        <Empty title={text('routes.empty')}>
          <p className="quiet lead">{text('routes.lead')}</p>
          <Additions onOpen={setOpen} />
        </Empty>
      ) : (
        <p className="quiet lead">{text('routes.lead')}</p>
      )}
      {routes.data.length > 0 && <Routes routes={routes.data} />}
      {pools.data.length > 0 && (
        <section>
          <h2>{text('routes.pools')}</h2>
          <ul className="rows" aria-label={text('routes.pools')}>
            {pools.data.map((pool) => (
              <PoolRow key={pool.uuid} pool={pool} />
            ))}
          </ul>
        </section>
      )}
      <Drawer title={text('routes.add')} isOpen={open === 'add'} onClose={close}>
        <AddRoute onSaved={close} />
      </Drawer>
      <Drawer title={text('routes.import')} isOpen={open === 'import'} onClose={close}>
        <ImportProxies onSaved={close} />
      </Drawer>
    </div>
  );
}

function Additions({ onOpen }: { readonly onOpen: (opened: Opened) => void }) {
  const { text } = useWords();
  return (
    <div className="tools">
      <Button className="button" onPress={() => onOpen('import')}>
        <ListPlus size={14} aria-hidden />
        {text('routes.import')}
      </Button>
      <Button className="button button-main" onPress={() => onOpen('add')}>
        <Plus size={14} aria-hidden />
        {text('routes.add')}
      </Button>
    </div>
  );
}

function Routes({ routes }: { readonly routes: Output<'routes.list'> }) {
  const { text } = useWords();
  const check = useChange('routes.check', 'routes.list');
  return (
    <section>
      <div className="section-head">
        <h2>{text('routes.list')}</h2>
        <Button className="button" isDisabled={check.isPending} onPress={() => check.mutate({})}>
          <Activity size={14} aria-hidden />
          {text(check.isPending ? 'routes.checking' : 'routes.checkAll')}
        </Button>
      </div>
      <ul className="rows" aria-label={text('routes.list')}>
        {routes.map((route) => (
          <RouteRow key={route.uuid} route={route} />
        ))}
      </ul>
      {check.error !== null && <Problem error={check.error} />}
    </section>
  );
}
