import { useEffect, useState } from 'react';
import { Autocomplete, Dialog, Input, Menu, MenuItem, Modal, ModalOverlay, SearchField, useFilter } from 'react-aria-components';
import { useWords } from '#renderer/messages/use-messages.ts';
import { useCommands } from '#renderer/shell/commands.ts';
import { PALETTE_EVENT } from '#renderer/shell/palette-event.ts';

/** Everything by name: Ctrl+K, or Cmd+K. */
export function CommandPalette() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const open = (): void => setOpen(true);
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener(PALETTE_EVENT, open);
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener(PALETTE_EVENT, open);
      window.removeEventListener('keydown', onKey);
    };
  }, []);
  return (
    <ModalOverlay isOpen={isOpen} onOpenChange={setOpen} isDismissable className="overlay overlay-top">
      <Modal className="palette">
        <Palette onDone={() => setOpen(false)} />
      </Modal>
    </ModalOverlay>
  );
}

function Palette({ onDone }: { readonly onDone: () => void }) {
  const { text } = useWords();
  const { contains } = useFilter({ sensitivity: 'base' });
  const [typed, setTyped] = useState('');
  const commands = useCommands(typed);
  return (
    <Dialog aria-label={text('nav.openPalette')}>
      <Autocomplete filter={contains} inputValue={typed} onInputChange={setTyped}>
        <SearchField aria-label={text('nav.search')} autoFocus>
          <Input className="palette-field" placeholder={text('nav.search')} />
        </SearchField>
        <Menu
          className="palette-list"
          aria-label={text('nav.openPalette')}
          items={commands}
          renderEmptyState={() => <p className="quiet">{text('nav.nothing')}</p>}
        >
          {({ id, name, hint, words = '', run }) => (
            <MenuItem
              id={id}
              textValue={`${name} ${hint} ${words}`}
              className="palette-item"
              onAction={() => {
                run();
                onDone();
              }}
            >
              <span className="clipped">{name}</span>
              <span className="quiet">{hint}</span>
            </MenuItem>
          )}
        </Menu>
      </Autocomplete>
    </Dialog>
  );
}
