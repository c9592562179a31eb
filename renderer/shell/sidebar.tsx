import { Menu, Search, X } from 'lucide-react';
import { useState } from 'react';
import { Button, Dialog, DialogTrigger, Modal, ModalOverlay } from 'react-aria-components';
import { useWords } from '#renderer/messages/use-messages.ts';
import { useNarrow } from '#renderer/shell/narrow.ts';
import { Navigation, Preferences } from '#renderer/shell/navigation.tsx';
import { openPalette } from '#renderer/shell/palette-event.ts';
import { linkTo, type Place } from '#renderer/shell/place.ts';
import { CONTROL } from '#renderer/shell/shortcuts.ts';

/** The frame beside the content; a bar above it where the window is narrow. */
export function Sidebar({ place }: { readonly place: Place }) {
  const { text } = useWords();
  const isNarrow = useNarrow();
  return (
    <header className="sidebar">
      <a className="skip" href="#content" onClick={focusContent}>
        {text('nav.skip')}
      </a>
      {isNarrow && <Sheet place={place} />}
      <Brand />
      {!isNarrow && <Navigation place={place} />}
      <Button className="entry palette-button" onPress={openPalette}>
        <Search size={16} aria-hidden />
        <span className="name">{text('nav.search')}</span>
        <kbd aria-hidden>{CONTROL} K</kbd>
      </Button>
      {!isNarrow && <Preferences />}
    </header>
  );
}

/** The views of a narrow window, behind a button; goes once one is chosen. */
function Sheet({ place }: { readonly place: Place }) {
  const { text } = useWords();
  /** Where one was when it was opened. Gone with the move, and not after it: the view puts the focus where it belongs. */
  const [openAt, setOpenAt] = useState<string | null>(null);
  const link = linkTo(place);
  return (
    <DialogTrigger isOpen={openAt === link} onOpenChange={(isOpen) => setOpenAt(isOpen ? link : null)}>
      <Button className="icon-button" aria-label={text('nav.menu')}>
        <Menu size={18} aria-hidden />
      </Button>
      <ModalOverlay isDismissable className="overlay overlay-sheet">
        <Modal className="sheet">
          <Dialog className="sheet-body" aria-label={text('nav.menu')}>
            <div className="drawer-head">
              <Brand />
              <Button slot="close" className="icon-button" aria-label={text('action.close')}>
                <X size={16} aria-hidden />
              </Button>
            </div>
            <Navigation place={place} />
            <Preferences />
          </Dialog>
        </Modal>
      </ModalOverlay>
    </DialogTrigger>
  );
}

function Brand() {
  return (
    <span className="brand">
      <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden>
        <rect width="20" height="20" rx="5" fill="var(--accent)" />
        <path d="M5 6h10M5 10h10M5 14h6" stroke="var(--on-accent)" strokeWidth="1.8" strokeLinecap="round" />
      </svg>
      Commentdock
    </span>
  );
}

/** The address names a place of the window, not a spot of the page. */
function focusContent(event: { preventDefault(): void }): void {
  event.preventDefault();
  document.getElementById('content')?.focus();
}
