import '#renderer/design/platforms.css';
import { useQuery } from '@tanstack/react-query';
import { Activity, Square } from 'lucide-react';
import { Button, Input, SearchField } from 'react-aria-components';
import { readOf, useChange } from '#renderer/client/queries.ts';
import { useRefresh } from '#renderer/client/use-refresh.ts';
import { Choice } from '#renderer/components/choice.tsx';
import { Loading, Problem } from '#renderer/components/states.tsx';
import { useWords } from '#renderer/messages/use-messages.ts';
import { choose, useChosen, useChosenText } from '#renderer/shell/place.ts';
import type { ViewParts } from '#renderer/shell/views.tsx';
import { CATEGORIES, isShown, type PlatformChoice, STATES } from '#renderer/views/platforms/platform-filter.ts';
import { PlatformRow } from '#renderer/views/platforms/platform-row.tsx';

/** A check is over in seconds for most. */
const POLL_MS = 700;

/** All platforms: what each gives and needs, how it is proven, and whether it works here. `detail` is the one that is looked for. */
export function PlatformsView({ detail }: ViewParts) {
  return <Platforms key={detail ?? ''} detail={detail} />;
}

function Platforms({ detail }: ViewParts) {
  const { text } = useWords();
  const [typed, setTyped] = useChosenText('q', detail ?? '');
  const [chosen] = useChosen();
  const choice: PlatformChoice = {
    typed,
    state: STATES.find((known) => known === chosen.get('state')) ?? 'all',
    category: CATEGORIES.find((known) => known === chosen.get('category')) ?? 'all',
  };
  const platforms = useQuery(readOf('platforms.list', {}));
  const checks = useQuery({
    ...readOf('platforms.checks', {}),
    refetchInterval: ({ state: kept }) => ((kept.data?.open ?? 0) > 0 ? POLL_MS : false),
  });
  const check = useChange('platforms.check', 'platforms.checks');
  // What ends is an export, too, and the last one is told here.
  useRefresh('platforms.checks');
  if (platforms.isPending || checks.isPending) return <Loading />;
  if (platforms.error !== null) return <Problem error={platforms.error} onRetry={() => void platforms.refetch()} />;
  if (checks.error !== null) return <Problem error={checks.error} onRetry={() => void checks.refetch()} />;
  const standings = new Map(checks.data.platforms.map((standing) => [standing.platform, standing]));
  const rows = platforms.data.flatMap((platform) => {
    const standing = standings.get(platform.id);
    return standing === undefined || !isShown({ platform, standing }, choice, { text }) ? [] : [{ platform, standing }];
  });
  return (
    <div className="view setup">
      <div className="view-head">
        <h1>{text('platforms.title')}</h1>
        <CheckAll open={checks.data.open} onCheck={() => check.mutate({})} />
      </div>
      <p className="quiet lead">{text('platforms.lead')}</p>
      {check.error !== null && <Problem error={check.error} />}
      <section>
        <div className="section-head">
          <h2>{text('platforms.count', { count: rows.length, total: platforms.data.length })}</h2>
          <Filters choice={choice} onTyped={setTyped} />
        </div>
        <ul className="rows" aria-label={text('platforms.title')}>
          {rows.map(({ platform, standing }) => (
            <PlatformRow
              key={platform.id}
              platform={platform}
              standing={standing}
              isOpen={platform.id === detail}
              onCheck={() => check.mutate({ platforms: [platform.id] })}
            />
          ))}
        </ul>
        {rows.length === 0 && <p className="quiet state">{text('nav.nothing')}</p>}
      </section>
    </div>
  );
}

interface FiltersParts {
  readonly choice: PlatformChoice;
  readonly onTyped: (typed: string) => void;
}

function Filters({ choice: { typed, state, category }, onTyped }: FiltersParts) {
  const { text } = useWords();
  return (
    <div className="tools platform-filters">
      <SearchField className="search" aria-label={text('platforms.find')} value={typed} onChange={onTyped}>
        <Input className="control" placeholder={text('platforms.find')} />
      </SearchField>
      <Choice
        label={text('platforms.state')}
        isLabelHidden
        value={state}
        options={STATES.map((id) => ({ id, name: text(`platforms.state.${id}`) }))}
        onChange={(chosen) => choose({ state: chosen === 'all' ? null : chosen })}
      />
      <Choice
        label={text('platforms.category')}
        isLabelHidden
        value={category}
        options={CATEGORIES.map((id) => ({ id, name: text(`platforms.category.${id}`) }))}
        onChange={(chosen) => choose({ category: chosen === 'all' ? null : chosen })}
      />
    </div>
  );
}

function CheckAll({ open, onCheck }: { readonly open: number; readonly onCheck: () => void }) {
  const { text } = useWords();
  const end = useChange('platforms.uncheck', 'platforms.checks');
  return (
    <div className="tools">
      <span className="quiet number" role="status">
        {open > 0 && text('platforms.left', { count: open })}
      </span>
      {open > 0 ? (
        <Button className="button" isDisabled={end.isPending} onPress={() => end.mutate({})}>
          <Square size={14} aria-hidden />
          {text('platforms.end')}
        </Button>
      ) : (
        <Button className="button button-main" onPress={onCheck}>
          <Activity size={14} aria-hidden />
          {text('platforms.checkAll')}
        </Button>
      )}
    </div>
  );
}
