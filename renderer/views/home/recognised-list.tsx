import { ChevronRight, Check, LoaderCircle, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import type { CallError } from '#renderer/client/call.ts';
import type { DetectedUrl } from '#renderer/client/queries.ts';
import { bareAddress } from '#renderer/components/job-name.ts';
import { SiteIcon } from '#renderer/components/site-icon.tsx';
import { useErrorWords } from '#renderer/messages/error-words.ts';
import { useLateWords } from '#renderer/messages/late.ts';
import { useWords } from '#renderer/messages/use-messages.ts';
import { type AddressGroup, addressGroups } from '#renderer/views/home/address-groups.ts';
import { listName } from '#renderer/views/home/option-words.ts';
import { Subject } from '#renderer/views/home/subject.tsx';

/** From so many addresses on they are put together by what they are. */
const MANY = 7;

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

/** Which platform each address belongs to, and why one is refused; many of them by site and kind. */
export function RecognisedList({ rows, onRemove }: RecognisedListParts) {
  const { text, late } = useLateWords('home');
  const known = rows.filter(({ found }) => found !== undefined).length;
  const refused = rows.filter(({ error }) => error !== null).length;
  const pending = rows.length - known - refused;
  const repeated = rows.filter(({ times }) => times > 1).length;
  const groups = addressGroups(rows);
  return (
    <section className="recognised">
      <p role="status" className="counts">
        <span>{text('home.recognised', { count: known })}</span>
        {refused > 0 && <span className="bad">{text('home.unknown', { count: refused })}</span>}
        {pending > 0 && <span className="quiet">{text('home.pending', { count: pending })}</span>}
        {repeated > 0 && rows.length >= MANY && <span className="quiet">{late('list.repeated', { count: repeated })}</span>}
      </p>
      {rows.length < MANY ? (
        <Rows rows={rows} onRemove={onRemove} />
      ) : (
        <div className="address-groups">
          {groups.map((group) => (
            <Group
              key={group.key}
              group={group}
              start={(groups.length === 1 && pending === 0) || group.found === null ? 'open' : 'folded'}
              onRemove={onRemove}
            />
          ))}
        </div>
      )}
    </section>
  );
}

interface GroupParts extends Pick<RecognisedListParts, 'onRemove'> {
  readonly group: AddressGroup;
  /** As long as nobody opened or folded it. */
  readonly start: 'open' | 'folded';
}

/** Addresses of one kind, behind their number. */
function Group({ group: { found, rows }, start, onRemove }: GroupParts) {
  const words = useLateWords('home');
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isOpen = chosen ?? start === 'open';
  const list = found === null ? '' : listName(firstList(found), [found], words);
  return (
    <div className="address-group">
      <Button className="address-group-head" aria-expanded={isOpen} onPress={() => setChosen(!isOpen)}>
        <ChevronRight size={14} aria-hidden className={isOpen ? 'turned' : ''} />
        {found === null ? <X size={14} className="bad" aria-hidden /> : <SiteIcon platform={found.id} />}
        <strong>{found?.name ?? words.late('list.refused')}</strong>
        <span className="quiet clipped">{list}</span>
        <span className="chip">{words.number(rows.length)}</span>
      </Button>
      {isOpen && <Rows rows={rows} onRemove={onRemove} />}
    </div>
  );
}

function firstList({ exports }: DetectedUrl): keyof DetectedUrl['exports'] {
  return exports.own === undefined ? (Object.keys(exports)[0] as keyof DetectedUrl['exports']) : 'own';
}

function Rows({ rows, onRemove }: RecognisedListParts) {
  return (
    <ul className="address-rows">
      {rows.map((row) => (
        <OneAddress key={row.url} row={row} onRemove={onRemove} />
      ))}
    </ul>
  );
}

function OneAddress({ row: { url, times, found, error }, onRemove }: { readonly row: AddressRow } & Pick<RecognisedListParts, 'onRemove'>) {
  const { text } = useWords();
  return (
    <li>
      {found === undefined ? (
        <>
          {error === null ? <LoaderCircle size={14} className="quiet" aria-hidden /> : <X size={14} className="bad" aria-hidden />}
          <Address url={url} error={error} />
        </>
      ) : (
        <Subject url={url} found={found} />
      )}
      {times > 1 && <span className="chip">{text('home.times', { count: times })}</span>}
      {found?.cookies === 'required' && <span className="chip">{text('home.needsLogin')}</span>}
      {found !== undefined && <Check size={14} className="good" aria-hidden />}
      <Button className="icon-button" aria-label={text('home.remove', { url })} onPress={() => onRemove(url)}>
        <X size={14} aria-hidden />
      </Button>
    </li>
  );
}

function Address({ url, error }: Pick<AddressRow, 'url' | 'error'>) {
  const inWords = useErrorWords();
  return (
    <span className="address">
      <span className="clipped" title={url}>
        {bareAddress(url)}
      </span>
      {error !== null && <span className="bad refusal">{inWords(error)}</span>}
    </span>
  );
}
