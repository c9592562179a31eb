import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import { I18nProvider } from 'react-aria-components';
import { readOf } from '#renderer/client/queries.ts';
import { onAnswers } from '#renderer/client/reach.ts';
import { followService } from '#renderer/client/realtime.ts';
import { Announcements, tell } from '#renderer/components/announcements.tsx';
import { arriving } from '#renderer/components/arriving.ts';
import { DeletionsPlace } from '#renderer/components/deletions.tsx';
import { Loading, Problem } from '#renderer/components/states.tsx';
import { en } from '#renderer/messages/en.ts';
import { loadMessages } from '#renderer/messages/languages.ts';
import { type Words, WordsContext, wordsIn } from '#renderer/messages/use-messages.ts';
import { useArrival } from '#renderer/shell/arrival.ts';
import { CommandPalette } from '#renderer/shell/command-palette.tsx';
import { Keys } from '#renderer/shell/keys.tsx';
import { useLanguage } from '#renderer/shell/language.ts';
import { usePastedAddresses } from '#renderer/shell/pasting.ts';
import { linkTo, usePlace } from '#renderer/shell/place.ts';
import { useRetriesWhenDue } from '#renderer/shell/retry-plan.ts';
import { Sidebar } from '#renderer/shell/sidebar.tsx';
import { Silence } from '#renderer/shell/silence.tsx';
import { SignedOut } from '#renderer/shell/signed-out.tsx';
import { UnseenBoundary, ViewBoundary } from '#renderer/shell/view-boundary.tsx';
import { ViewAt } from '#renderer/shell/views.tsx';
import { useReadAhead } from '#renderer/views/export/read-ahead.ts';

/** Who was signed out may be let in by a link in another tab. */
const LET_IN_EVERY_MS = 3_000;

/** Says nothing at once. */
const OutOfSight = arriving(async () => (await import('#renderer/shell/out-of-sight.tsx')).OutOfSight);
/** Seen once. */
const Welcome = arriving(async () => (await import('#renderer/views/welcome/welcome.tsx')).Welcome);

/** The whole window, in the reader's language. */
export function App() {
  const language = useLanguage();
  const [words, setWords] = useState<Words | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const load = (): void =>
      void loadMessages(language).then(
        (messages) => isCurrent && setWords(wordsIn(language, messages)),
        // English is here already; the others come once the service answers.
        () => isCurrent && setWords((before) => before ?? wordsIn('en', en)),
      );
    load();
    const stop = onAnswers(load);
    document.documentElement.lang = language;
    return () => {
      isCurrent = false;
      stop();
    };
  }, [language]);
  if (words === null) return null;
  return (
    <I18nProvider locale={words.language}>
      <WordsContext value={words}>
        <Silence />
        <ViewBoundary place="">
          <Gate />
        </ViewBoundary>
      </WordsContext>
    </I18nProvider>
  );
}

/** Nothing is shown to a browser that the service does not know. What it was doing waits behind the page that says how it is let in again. */
function Gate() {
  const kept = useQueryClient();
  const profile = useQuery({
    ...readOf('account.profile', {}),
    refetchInterval: ({ state: { error } }) => (error?.needsLink === true ? LET_IN_EVERY_MS : false),
  });
  const isOut = profile.error?.needsLink === true;
  const wasOut = useRef(false);
  useEffect(() => {
    if (wasOut.current && !isOut) void kept.invalidateQueries();
    wasOut.current = isOut;
  }, [isOut, kept]);
  if (profile.isPending) return <Loading />;
  if (profile.error !== null && !isOut) return <Problem error={profile.error} onRetry={() => void profile.refetch()} />;
  return (
    <>
      {profile.data !== undefined && (
        <div hidden={isOut}>
          <Entrance />
        </div>
      )}
      {isOut && <SignedOut isWaiting={profile.data !== undefined} />}
    </>
  );
}

/** The first steps, until the owner has seen or skipped them; then the window. */
function Entrance() {
  const preferences = useQuery(readOf('preferences.get', {}));
  if (preferences.isPending) return <Loading />;
  if (preferences.data?.welcomed !== false) return <Shell />;
  return (
    <Suspense fallback={<Loading />}>
      <Welcome />
    </Suspense>
  );
}

function Shell() {
  const place = usePlace();
  const kept = useQueryClient();
  useEffect(() => followService(kept, tell), [kept]);
  useArrival(place);
  useRetriesWhenDue();
  useReadAhead();
  usePastedAddresses();
  return (
    <DeletionsPlace>
      <div className="shell">
        <Sidebar place={place} />
        <main id="content" className="content" tabIndex={-1}>
          <ViewBoundary place={linkTo(place)}>
            <ViewAt place={place} />
          </ViewBoundary>
        </main>
        <CommandPalette />
        <Keys />
        <Announcements />
        <UnseenBoundary>
          <Suspense fallback={null}>
            <OutOfSight />
          </Suspense>
        </UnseenBoundary>
      </div>
    </DeletionsPlace>
  );
}
