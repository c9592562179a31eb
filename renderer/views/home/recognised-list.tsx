import { Check, X } from 'lucide-react';
import { Button } from 'react-aria-components';
import type { CallError } from '#renderer/client/call.ts';
import type { DetectedUrl } from '#renderer/client/queries.ts';
import { useWords } from '#renderer/messages/use-messages.ts';

interface Row {
  readonly url: string;
  /** Undefined while it is being asked, and where no platform knows it. */
  readonly found: DetectedUrl | undefined;
  readonly error: CallError | null;
}

interface RecognisedListParts {
  readonly rows: readonly Row[];
  readonly onRemove: (url: string) => void;
}

/** Which platform each address belongs to. */
export function RecognisedList({ rows, onRemove }: RecognisedListParts) {
  const { text } = useWords();
  const known = rows.filter(({ found }) => found !== undefined).length;
  const unknown = rows.filter(({ error }) => error !== null).length;
  return (
    <section className="recognised">
      <p role="status" className="counts">
        <span>{text('home.recognised', { count: known })}</span>
        {unknown > 0 && <span className="bad">{text('home.unknown', { count: unknown })}</span>}
      </p>
      <ul>
        {rows.map(({ url, found, error }) => (
          <li key={url}>
            {error === null ? <Check size={14} className="good" aria-hidden /> : <X size={14} className="bad" aria-hidden />}
            <span className="platform">{found?.name ?? ''}</span>
            <span className="clipped" title={error?.message ?? url}>
              {url.replace(/^https?:\/\/(www\.)?/, '')}
            </span>
            {found?.cookies === 'required' && <span className="chip">{text('home.needsLogin')}</span>}
            <Button className="icon-button" aria-label={text('home.remove', { url })} onPress={() => onRemove(url)}>
              <X size={14} aria-hidden />
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
