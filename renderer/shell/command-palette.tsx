import { type RefObject, useEffect, useRef, useState } from 'react';
import { Autocomplete, Dialog, Input, Menu, MenuItem, Modal, ModalOverlay, SearchField, useFilter } from 'react-aria-components';
import { useWords } from '#renderer/messages/use-messages.ts';
import { buttonsOfView } from '#renderer/shell/buttons.ts';
import { type Command, useCommands } from '#renderer/shell/commands.ts';
import { PALETTE_EVENT } from '#renderer/shell/palette-event.ts';

/** Everything by name, and what the buttons of the view do: Ctrl+K, or Cmd+K. */
export function CommandPalette() {
  /** Null: closed. What lies behind it cannot be looked at once it is open. */
  const [buttons, setButtons] = useState<readonly Command[] | null>(null);
  const chosen = useRef<Command | null>(null);
  useEffect(() => {
    const open = (): void => setButtons((before) => before ?? buttonsOfView());
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      open();
    };
    // Its buttons are those of a view that is gone.
    const leave = (): void => setButtons(null);
    window.addEventListener(PALETTE_EVENT, open);
    window.addEventListener('hashchange', leave);
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener(PALETTE_EVENT, open);
      window.removeEventListener('hashchange', leave);
      window.removeEventListener('keydown', onKey);
    };
  }, []);
  const close = (): void => setButtons(null);
  return (
    <ModalOverlay isOpen={buttons !== null} onOpenChange={(isOpen) => !isOpen && close()} isDismissable className="overlay overlay-top">
      <Modal className="palette">
        {buttons !== null && (
          <Palette
            buttons={buttons}
            chosen={chosen}
            onChoose={(command) => {
              chosen.current = command;
              close();
            }}
          />
        )}
      </Modal>
    </ModalOverlay>
  );
}

interface PaletteParts {
  readonly buttons: readonly Command[];
  /** Is run when the palette is gone: what it opens would be closed with it. */
  readonly chosen: RefObject<Command | null>;
  readonly onChoose: (command: Command) => void;
}

function Palette({ buttons, chosen, onChoose }: PaletteParts) {
  const { text } = useWords();
  const { contains } = useFilter({ sensitivity: 'base' });
  const [typed, setTyped] = useState('');
  const named = useCommands(typed);
  // What the view has a button for may be a command of its own too.
  const commands = [...named, ...buttons.filter(({ name }) => named.every((command) => command.name !== name))];
  useEffect(
    () => () => {
      chosen.current?.run();
      chosen.current = null;
    },
    [chosen],
  );
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
          {(command) => (
            <MenuItem
              id={command.id}
              textValue={`${command.name} ${command.hint} ${command.words ?? ''}`}
              className="palette-item"
              onAction={() => onChoose(command)}
            >
              <span className="clipped">{command.name}</span>
              <span className="quiet">{command.hint}</span>
            </MenuItem>
          )}
        </Menu>
      </Autocomplete>
    </Dialog>
  );
}
