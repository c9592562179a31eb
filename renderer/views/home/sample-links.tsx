import { useQuery } from '@tanstack/react-query';
import { Button } from 'react-aria-components';
import { readOf, useChange } from '#renderer/client/queries.ts';
import { Problem } from '#renderer/components/states.tsx';
import { useWords } from '#renderer/messages/use-messages.ts';
import { goTo } from '#renderer/shell/place.ts';

const SHOWN = 6;
/** What most people know, of different kinds; others follow. */
const WELL_KNOWN = ['youtube', 'reddit', 'tiktok', 'playstore', 'twitter', 'trustpilot'];

function rankOf(id: string): number {
  const place = WELL_KNOWN.indexOf(id);
  return place === -1 ? WELL_KNOWN.length : place;
}

/** Makes the export of a sample, and opens it. */
export function useSample(onStarted?: () => void) {
  const { mutateAsync, error, isPending } = useChange('jobs.create');
  // The list may hear of the export before this does, and take the samples away.
  const start = (url: string): void =>
    void mutateAsync({ urls: [url], sandbox: true, options: { replies: true } }).then(
      ({ jobs: [job] }) => {
        if (job === undefined) return;
        goTo({ view: 'export', guid: job.guid });
        onStarted?.();
      },
      () => undefined,
    );
  return { start, error, isPending };
}

/** A first try, without asking any site. */
export function SampleLinks({ onStarted }: { readonly onStarted?: () => void }) {
  const { text } = useWords();
  const { data: platforms = [] } = useQuery(readOf('platforms.list', {}));
  const { start, error, isPending } = useSample(onStarted);
  const samples = platforms
    .toSorted((a, b) => rankOf(a.id) - rankOf(b.id))
    .flatMap(({ id, name, example_urls: [url], export_types: [type] }) =>
      url === undefined || type === undefined ? [] : [{ id, name, url, type }],
    );
  if (samples.length === 0) return null;
  return (
    <section className="samples">
      <p className="quiet">{text('home.try')}</p>
      <ul>
        {samples.slice(0, SHOWN).map(({ id, name, url, type }) => (
          <li key={id}>
            <Button className="sample" isDisabled={isPending} onPress={() => start(url)}>
              <strong>{name}</strong>
              <span>{text(`type.${type}`)}</span>
            </Button>
          </li>
        ))}
      </ul>
      {error !== null && <Problem error={error} />}
    </section>
  );
}
