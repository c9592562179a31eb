import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useWords } from '#renderer/messages/use-messages.ts';

interface DrawerParts {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A sheet from the side, for what is filled in beside the view. */
export function Drawer({ title, isOpen, onClose, children }: DrawerParts) {
  const { text } = useWords();
  return (
    <ModalOverlay isOpen={isOpen} onOpenChange={(open) => !open && onClose()} isDismissable className="overlay overlay-side">
      <Modal className="drawer">
        <Dialog className="drawer-body">
          <div className="drawer-head">
            <Heading slot="title">{title}</Heading>
            <Button className="icon-button" aria-label={text('action.close')} onPress={onClose}>
              <X size={16} aria-hidden />
            </Button>
          </div>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
