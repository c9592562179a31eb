import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, Dialog, DialogTrigger, Modal, ModalOverlay } from 'react-aria-components';

interface DialogButtonParts {
  readonly icon: LucideIcon;
  readonly label: string;
  /** What the dialog holds. */
  readonly children: (close: () => void) => ReactNode;
}

/** A button with a dialog of its own. */
export function DialogButton({ icon: Icon, label, children }: DialogButtonParts) {
  return (
    <DialogTrigger>
      <Button className="button">
        <Icon size={14} aria-hidden />
        {label}
      </Button>
      <ModalOverlay isDismissable className="overlay">
        <Modal className="dialog">
          <Dialog className="dialog-body">{({ close }) => children(close)}</Dialog>
        </Modal>
      </ModalOverlay>
    </DialogTrigger>
  );
}
