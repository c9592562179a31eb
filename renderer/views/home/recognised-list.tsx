import { Check, LoaderCircle, X } from 'lucide-react';
import { Button } from 'react-aria-components';
import type { CallError } from '#renderer/client/call.ts';
import type { DetectedUrl } from '#renderer/client/queries.ts';
import { useErrorWords } from '#renderer/messages/error-words.ts';
import { useWords } from '#renderer/messages/use-messages.ts';

/** An address, and what is known of it: neither `found` nor `error` while it is being asked. */
export interface AddressRow {
  readonly url: string;
  /** How often it stands in what was typed. */
  readonly times: number;
  readonly found: DetectedUrl | undefined;
  readonly error: CallError | null;
}

interface RecognisedListParts {
  readonly rows: readonly AddressRow[];
  readonly onRemove: (url: string) => void;
}

/** Which platform each address belongs to, and why one is refused. */
export function RecognisedList({ rows, onRemove }: RecognisedListParts) {
  const { text } = useWords();
  const known = rows.filter(({ found }) => found !== undefined).length;
  const refused = rows.filter(({ error }) => error !== null).length;
  const pending = rows.length - known - refused;
  return (
    <section className="recognised">
      <p role="status" className="counts">
        <span>{text('home.recognised', { count: known })}</span>
        {refused > 0 && <span className="bad">{text('home.unknown', { count: refused })}</span>}
        {pending > 0 && <span className="quiet">{text('home.pending', { count: pending })}</span>}
      </p>
      <ul>
        {rows.map((row) => (
          <OneAddress key={row.url} row={row} onRemove={onRemove} />
        ))}
      </ul>
    </section>
  );
}

function OneAddress({ row: { url, times, found, error }, onRemove }: { readonly row: AddressRow } & Pick<RecognisedListParts, 'onRemove'>) {
  const { text } = useWords();
  const inWords = useErrorWords();
  return (
    <li>
      {found !== undefined && <Check size={14} className="good" aria-hidden />}
      {error !== null && <X size={14} className="bad" aria-hidden />}
      {found === undefined && error === null && <LoaderCircle size={14} className="quiet" aria-hidden />}
      <span className="platform">{found?.name ?? ''}</span>
      <span className="address">
        <span className="clipped" title={url}>
          {url.replace(/^https?:\/\/(www\.)?/, '')}
        </span>
        {error !== null && <span className="bad refusal">{inWords(error)}</span>}
      </span>
      {times > 1 && <span className="chip">{text('home.times', { count: times })}</span>}
      {found?.cookies === 'required' && <span className="chip">{text('home.needsLogin')}</span>}
      <Button className="icon-button" aria-label={text('home.remove', { url })} onPress={() => onRemove(url)}>
        <X size={14} aria-hidden />
      </Button>
    </li>
  );
}
