import { useCallback, useEffect } from 'react';
import { isNotifying } from '#renderer/client/notifying.ts';
import { call } from '#renderer/client/call.ts';
import { type Job, useJobs } from '#renderer/client/queries.ts';
import { useTold } from '#renderer/components/announcements.tsx';
import { jobName } from '#renderer/components/job-name.ts';
import { useWords } from '#renderer/messages/use-messages.ts';
import { goTo } from '#renderer/shell/place.ts';
import { standingOf } from '#renderer/shell/standing.ts';

/** What the title of the tab begins with while exports run. */
const STANDING = /^(?:\d+ %|\d+ …) · /;
const ENDS = { 'job.finished': 'announce.done', 'job.failed': 'announce.failed' } as const;

/** What the window says while one looks at something else: in the title of its tab, and by the browser where that is wished for. */
export function OutOfSight() {
  const { data: jobs = [] } = useJobs({ status: 'progress' });
  useStandingInTitle(standingOf(jobs));
  useNotifications();
  return null;
}

/** Whoever else names the view in the title does so without it. */
function useStandingInTitle(standing: string): void {
  useEffect(() => {
    const say = (): void => {
      const said = standing + document.title.replace(STANDING, '');
      if (document.title !== said) document.title = said;
    };
    say();
    const watcher = new MutationObserver(say);
    const title = document.querySelector('title');
    if (title !== null) watcher.observe(title, { childList: true });
    return () => watcher.disconnect();
  }, [standing]);
}

function useNotifications(): void {
  const { text } = useWords();
  useTold(
    useCallback(
      ({ guid, event }) => {
        if (guid === undefined || !(event === 'job.finished' || event === 'job.failed')) return;
        if (document.visibilityState === 'visible' || !isNotifying()) return;
        // One that is gone by now is nothing to tell of.
        void call('jobs.get', { guid }).then(
          (job) => notify(job, text(ENDS[event], { name: jobName(job) })),
          () => undefined,
        );
      },
      [text],
    ),
  );
}

function notify({ guid }: Job, words: string): void {
  // Further windows that are open say the same, once.
  const said = new Notification('Commentdock', {
    body: words,
    tag: guid,
    icon: document.querySelector<HTMLLinkElement>('link[rel=icon]')?.href ?? '',
  });
  said.addEventListener('click', () => {
    window.focus();
    goTo({ view: 'export', guid });
    said.close();
  });
}
