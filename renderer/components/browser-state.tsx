import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Download } from 'lucide-react';
import { Button, ProgressBar } from 'react-aria-components';
import { readOf, useChange } from '#renderer/client/queries.ts';
import { Problem } from '#renderer/components/states.tsx';
import { useWords } from '#renderer/messages/use-messages.ts';

const POLL_MS = 700;

/** Which browser platforms are read with; where there is none, the way to one. */
export function BrowserState() {
  const { text } = useWords();
  const browser = useQuery({
    ...readOf('browser.get', {}),
    refetchInterval: ({ state }) => (state.data?.download.state === 'running' ? POLL_MS : false),
  });
  const install = useChange('browser.install', 'browser.get');
  if (browser.data === undefined) return null;
  const { path, name, missing, download } = browser.data;
  if (path !== null)
    return (
      <p className="found">
        <CircleCheck size={16} className="good" aria-hidden />
        <span>
          {name ?? text('browser.named')} <span className="quiet code">{path}</span>
        </span>
      </p>
    );
  return (
    <>
      <p>{missing}</p>
      {download.state === 'running' ? (
        <ProgressBar className="progress" aria-label={text('browser.loading')} value={download.percent ?? 0}>
          {({ percentage }) => (
            <>
              <span>{text('browser.loading')}</span>
              <span className="bar">
                <span className="fill" style={{ width: `${percentage ?? 0}%` }} />
              </span>
              <span className="quiet number">{download.percent} %</span>
            </>
          )}
        </ProgressBar>
      ) : (
        <div className="tools">
          <Button className="button button-main" isDisabled={install.isPending} onPress={() => install.mutate({})}>
            <Download size={14} aria-hidden />
            {text('browser.install')}
          </Button>
          <Button className="button" onPress={() => void browser.refetch()}>
            {text('browser.look')}
          </Button>
        </div>
      )}
      {download.error !== null && (
        <p className="bad" role="alert">
          {download.error}
        </p>
      )}
      {install.error !== null && <Problem error={install.error} />}
    </>
  );
}
