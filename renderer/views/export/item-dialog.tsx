import { X } from 'lucide-react';
import { Button, Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import type { FoundRow } from '#renderer/client/queries.ts';
import { useWords } from '#renderer/messages/use-messages.ts';
import { AUTHOR_COLUMN, filledColumns } from '#renderer/views/export/columns.ts';

interface ItemDialogParts {
  /** Null: closed. */
  readonly row: FoundRow | null;
  readonly onClose: () => void;
}

/** One row in full. */
export function ItemDialog({ row, onClose }: ItemDialogParts) {
  return (
    <ModalOverlay isOpen={row !== null} onOpenChange={(isOpen) => !isOpen && onClose()} isDismissable className="overlay overlay-side">
      <Modal className="drawer">{row !== null && <Item row={row} onClose={onClose} />}</Modal>
    </ModalOverlay>
  );
}

function Item({ row, onClose }: { readonly row: FoundRow; readonly onClose: () => void }) {
  const words = useWords();
  const { item } = row;
  const facts = filledColumns([row], words).filter(({ name }) => name !== 'column.text' && name !== 'column.title');
  return (
    <Dialog className="drawer-body">
      <div className="drawer-head">
        <Heading slot="title">{AUTHOR_COLUMN.read(item, words) || words.text('export.row', { row: row.row })}</Heading>
        <Button className="icon-button" aria-label={words.text('action.close')} onPress={onClose} autoFocus>
          <X size={16} aria-hidden />
        </Button>
      </div>
      {item.title !== null && <h3>{item.title}</h3>}
      {item.text !== null && (
        <p className="item-text" dir="auto">
          {item.text}
        </p>
      )}
      <dl className="facts">
        {facts.map((column) => (
          <div key={column.name}>
            <dt>{words.text(column.name)}</dt>
            <dd>{column.read(item, words)}</dd>
          </div>
        ))}
      </dl>
      {item.url !== null && (
        <a href={item.url} target="_blank" rel="noreferrer">
          {words.text('export.original')}
        </a>
      )}
    </Dialog>
  );
}
