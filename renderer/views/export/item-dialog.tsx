import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { Button, Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { type FoundRow, readOf } from '#renderer/client/queries.ts';
import { useWords } from '#renderer/messages/use-messages.ts';
import { choose, useChosen } from '#renderer/shell/place.ts';
import { AUTHOR_COLUMN, filledColumns } from '#renderer/views/export/columns.ts';
import { EarlierWords } from '#renderer/views/export/earlier-words.tsx';

/** The number of a row, as the address has it. */
const ROW = /^[1-9]\d{0,8}$/;

/** The row in full that the address names; nothing where it names none. */
export function ItemDialog({ guid }: { readonly guid: string }) {
  const [chosen] = useChosen();
  const said = chosen.get('row') ?? '';
  const isOpen = ROW.test(said);
  const asked = useQuery({ ...readOf('exports.search', { guid, offset: isOpen ? Number(said) - 1 : 0, limit: 1 }), enabled: isOpen });
  const row = isOpen ? (asked.data?.results[0] ?? null) : null;
  const close = (): void => choose({ row: null });
  return (
    <ModalOverlay isOpen={row !== null} onOpenChange={(stays) => !stays && close()} isDismissable className="overlay overlay-side">
      <Modal className="drawer">{row !== null && <Item row={row} onClose={close} />}</Modal>
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
        <Heading slot="title" dir="auto">
          {AUTHOR_COLUMN.read(item, words) || words.text('export.row', { row: row.row })}
        </Heading>
        <Button className="icon-button" aria-label={words.text('action.close')} onPress={onClose} autoFocus>
          <X size={16} aria-hidden />
        </Button>
      </div>
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
            <dd dir="auto">{column.read(item, words)}</dd>
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
