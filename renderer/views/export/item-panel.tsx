import { useQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type KeyboardEvent as Pressed, Suspense, useSyncExternalStore } from 'react';
import { Button, Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { type FoundRow, readOf } from '#renderer/client/queries.ts';
import { useWords, type Words } from '#renderer/messages/use-messages.ts';
import { takesText } from '#renderer/shell/takes-text.ts';
import { AUTHOR_COLUMN, filledColumns, type TableColumn } from '#renderer/views/export/columns.ts';
import { EarlierWords } from '#renderer/views/export/earlier-words.tsx';
import { AuthorPicture, RowPictures } from '#renderer/views/export/row-pictures.tsx';
import { RowRemark } from '#renderer/views/export/row-remark.tsx';
import { RowThread } from '#renderer/views/export/row-thread.tsx';

/** Where there is room for it beside the table. */
const WIDE = window.matchMedia('(min-width: 1100px)');
const TITLE = 'row-title';
const SAID_ELSEWHERE: ReadonlySet<string> = new Set(['column.text', 'column.title', 'column.mine']);

interface ItemPanelParts {
  readonly guid: string;
  /** Its number in the files. */
  readonly row: number;
  /** Shows the row before or after it in the table; null where there is none, or nobody knows which. */
  readonly onBefore: (() => void) | null;
  readonly onAfter: (() => void) | null;
  readonly onClose: () => void;
}

/** A row in full: beside the table where there is room, else above it. */
export function ItemPanel({ guid, row, ...ways }: ItemPanelParts) {
  const isWide = useSyncExternalStore(subscribe, () => WIDE.matches);
  const asked = useQuery({ ...readOf('exports.search', { guid, offset: row - 1, limit: 1 }), placeholderData: (before) => before });
  const found = asked.data?.results[0];
  if (found === undefined) return null;
  const byKeys = ({ key, target }: Pressed): void => {
    // Within a text they lead from letter to letter.
    if (takesText(target)) return;
    if (key === 'ArrowLeft') ways.onBefore?.();
    if (key === 'ArrowRight') ways.onAfter?.();
  };
  if (isWide) {
    const closing = (event: Pressed): void => (event.key === 'Escape' ? ways.onClose() : byKeys(event));
    return (
      <div role="dialog" aria-labelledby={TITLE} className="item-panel drawer-body" onKeyDown={closing}>
        <Item guid={guid} row={found} {...ways} />
      </div>
    );
  }
  return (
    <ModalOverlay isOpen onOpenChange={(stays) => !stays && ways.onClose()} isDismissable className="overlay overlay-side">
      <Modal className="drawer">
        <Dialog className="drawer-body" aria-labelledby={TITLE}>
          <div className="item-keys" onKeyDown={byKeys}>
            <Item guid={guid} row={found} {...ways} />
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function Item({ guid, row, onBefore, onAfter, onClose }: { readonly row: FoundRow } & Omit<ItemPanelParts, 'row'>) {
  const words = useWords();
  const { item } = row;
  const { author } = item;
  const facts = filledColumns([row], words).filter(({ name }) => !SAID_ELSEWHERE.has(name));
  return (
    <>
      <div className="drawer-head">
        <AuthorPicture key={row.row} guid={guid} row={row} />
        <h2 id={TITLE} dir="auto">
          {AUTHOR_COLUMN.read(item, words) || words.text('export.row', { row: row.row })}
        </h2>
        <span className="item-ways">
          <Way icon={ChevronUp} name={words.text('export.rowBefore')} onPress={onBefore} />
          <Way icon={ChevronDown} name={words.text('export.rowAfter')} onPress={onAfter} />
          <Button className="icon-button" aria-label={words.text('action.close')} onPress={onClose} autoFocus>
            <X size={16} aria-hidden />
          </Button>
        </span>
      </div>
      {author.url !== null && (
        <a href={author.url} target="_blank" rel="noreferrer" dir="auto">
          {author.username ?? words.text('export.profile')}
        </a>
      )}
      {item.title !== null && <h3 dir="auto">{item.title}</h3>}
      {item.text !== null && (
        <p className="item-text" dir="auto">
          {item.text}
        </p>
      )}
      <EarlierWords item={item} />
      <dl className="facts">
        {facts.map((column) => (
          <div key={column.name}>
            <dt>{words.text(column.name)}</dt>
            <dd dir="auto">{inFull(column, row, words)}</dd>
          </div>
        ))}
      </dl>
      {item.url !== null && (
        <a href={item.url} target="_blank" rel="noreferrer">
          {words.text('export.original')}
        </a>
      )}
      <Suspense fallback={null}>
        <RowPictures key={`pictures ${item.id}`} guid={guid} row={row} />
        <RowThread key={`thread ${guid}`} guid={guid} row={row} />
        <RowRemark key={item.id} guid={guid} item={item} />
      </Suspense>
    </>
  );
}

interface WayParts {
  readonly icon: typeof ChevronUp;
  readonly name: string;
  readonly onPress: (() => void) | null;
}

/** A disabled one would lose the focus at the last row. */
function Way({ icon: Icon, name, onPress }: WayParts) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={name}
      {...(onPress === null ? { 'aria-disabled': true } : { onClick: onPress })}
    >
      <Icon size={16} aria-hidden />
    </button>
  );
}

/** The table has the day alone. */
function inFull(column: TableColumn, { item }: FoundRow, words: Words): string {
  return column.name === 'column.date' && item.createdAt !== null ? words.moment(item.createdAt) : column.read(item, words);
}

function subscribe(changed: () => void): () => void {
  WIDE.addEventListener('change', changed);
  return () => WIDE.removeEventListener('change', changed);
}
