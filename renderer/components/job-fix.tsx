import { useQuery } from '@tanstack/react-query';
import { AppWindow, Clock, ExternalLink, Info, LogIn, RotateCcw, Waypoints } from 'lucide-react';
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { useWhole } from '#renderer/client/all-pages.ts';
import { type Job, readOf, useChange } from '#renderer/client/queries.ts';
import { type Fix, fixesOf } from '#renderer/components/fixes.ts';
import { ReportButton } from '#renderer/components/report-button.tsx';
import { Problem } from '#renderer/components/states.tsx';
import { useErrorWords } from '#renderer/messages/error-words.ts';
import { useWords } from '#renderer/messages/use-messages.ts';
import { goTo, linkTo } from '#renderer/shell/place.ts';
import { planRetry, usePlannedRetry } from '#renderer/shell/retry-plan.ts';

interface JobFixParts {
  readonly job: Job;
}

/** What to do about an export that failed or needs its owner, as buttons. Nothing about any other. */
export function JobFix({ job }: JobFixParts) {
  const { data: platforms = [] } = useQuery(readOf('platforms.list', {}));
  if (job.needs_you !== undefined) return <NeedsYou job={job} wall={job.needs_you} />;
  if (job.status !== 'error') return null;
  const hasLogin = platforms.some(({ id, cookies }) => id === job.platform && cookies !== 'none');
  const fixes = fixesOf(job.error_code).filter((fix) => fix !== 'account' || hasLogin);
  return (
    <div className="fixes">
      {fixes.map((fix) => (
        <OneFix key={fix} fix={fix} job={job} />
      ))}
      <ReportButton job={job} />
    </div>
  );
}

/** An export at a wall: what it waits for, and the one button that helps. */
function NeedsYou({ job, wall }: JobFixParts & { readonly wall: NonNullable<Job['needs_you']> }) {
  const { text, time } = useWords();
  const inWords = useErrorWords();
  return (
    <div className="fixes">
      <span className="found" title={inWords(wall)}>
        {text('fix.waitsForYou', { code: wall.code, time: time(wall.until) })}
      </span>
      <InWindow job={job} label={text(wall.window === 'open' ? 'fix.windowAgain' : 'fix.window')} />
    </div>
  );
}

function InWindow({ job: { guid }, label }: JobFixParts & { readonly label: string }) {
  const goOn = useChange('jobs.continue');
  return (
    <>
      <Button className="button" isDisabled={goOn.isPending} onPress={() => goOn.mutate({ guid })}>
        <AppWindow size={14} aria-hidden />
        {label}
      </Button>
      {goOn.error !== null && <Problem error={goOn.error} />}
    </>
  );
}

function OneFix({ fix, job }: JobFixParts & { readonly fix: Fix }) {
  const { text } = useWords();
  switch (fix) {
    case 'window':
      return <InWindow job={job} label={text('fix.window')} />;
    case 'account':
      return (
        <a className="button" href={linkTo({ view: 'accounts', detail: job.platform })}>
          <LogIn size={14} aria-hidden />
          {text('fix.account')}
        </a>
      );
    case 'browser':
    case 'diagnostics':
    case 'settings':
      return (
        <a className="button" href={linkTo({ view: fix === 'settings' ? 'settings' : 'about' })}>
          <Info size={14} aria-hidden />
          {text(`fix.${fix}`)}
        </a>
      );
    case 'open':
      return (
        <a className="button" href={job.url} target="_blank" rel="noreferrer">
          <ExternalLink size={14} aria-hidden />
          {text('export.openPage')}
        </a>
      );
    case 'route':
      return <OtherRoute job={job} />;
    case 'wait':
      return <WaitAndRetry job={job} />;
    case 'retry':
      return <Retry job={job} />;
  }
}

function Retry({ job: { guid } }: JobFixParts) {
  const { text } = useWords();
  const retry = useChange('jobs.retry');
  return (
    <>
      <Button className="button" isDisabled={retry.isPending} onPress={() => retry.mutate({ guid })}>
        <RotateCcw size={14} aria-hidden />
        {text('action.retry')}
      </Button>
      {retry.error !== null && <Problem error={retry.error} />}
    </>
  );
}

/** The same export once more, through a route that one picks. Without any, the way to the first one. */
function OtherRoute({ job }: JobFixParts) {
  const { text } = useWords();
  const { data: routes = [] } = useWhole('routes.list');
  const create = useChange('jobs.create');
  if (routes.length === 0)
    return (
      <a className="button" href={linkTo({ view: 'routes' })}>
        <Waypoints size={14} aria-hidden />
        {text('fix.addRoute')}
      </a>
    );
  const again = (vpn: string): void => {
    const { pool: _pool, cursor: _cursor, ...options } = job.options;
    create.mutate(
      { urls: [job.url], options: { ...options, vpn } },
      { onSuccess: ({ jobs: [made] }) => made !== undefined && goTo({ view: 'export', guid: made.guid }) },
    );
  };
  return (
    <>
      <MenuTrigger>
        <Button className="button" isDisabled={create.isPending}>
          <Waypoints size={14} aria-hidden />
          {text('fix.route')}
        </Button>
        <Popover className="popover">
          <Menu className="menu" items={routes} onAction={(name) => again(String(name))}>
            {({ name, code }) => (
              <MenuItem id={name} className="menu-item">
                {name} ({code})
              </MenuItem>
            )}
          </Menu>
        </Popover>
      </MenuTrigger>
      {create.error !== null && <Problem error={create.error} />}
    </>
  );
}

/** Retries by itself once the site takes requests again; nothing where the site did not say when. */
function WaitAndRetry({ job: { guid, platform } }: JobFixParts) {
  const { text, time } = useWords();
  const plannedMs = usePlannedRetry(guid);
  const waits = useQuery({ ...readOf('platforms.waits', {}), staleTime: 0 });
  if (plannedMs !== null)
    return (
      <>
        <span className="found">
          <Clock size={14} aria-hidden />
          {text('fix.planned', { time: time(new Date(plannedMs).toISOString()) })}
        </span>
        <Button className="button" onPress={() => planRetry(guid, null)}>
          {text('action.cancel')}
        </Button>
      </>
    );
  const until = latest((waits.data ?? []).filter((wait) => wait.platform === platform).map((wait) => wait.until));
  if (until === null) return null;
  return (
    <Button className="button" onPress={() => planRetry(guid, Date.parse(until))}>
      <Clock size={14} aria-hidden />
      {text('fix.wait', { time: time(until) })}
    </Button>
  );
}

function latest(instants: readonly string[]): string | null {
  return instants.toSorted().at(-1) ?? null;
}
