import type { ReactNode } from 'react';
import { Button, Dialog, DialogTrigger, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useWords } from '#renderer/messages/use-messages.ts';

interface ConfirmParts {
  /** The button that asks. */
  readonly children: ReactNode;
  readonly title: string;
  readonly words: string;
  readonly action: string;
  readonly onConfirm: () => void;
}

/** Asks before what cannot be taken back. */
export function Confirm({ children, title, words, action, onConfirm }: ConfirmParts) {
  const { text } = useWords();
  return (
    <DialogTrigger>
      {children}
      <ModalOverlay isDismissable className="overlay">
        <Modal className="dialog">
          <Dialog role="alertdialog">
            {({ close }) => (
              <>
                <Heading slot="title">{title}</Heading>
                <p>{words}</p>
                <div className="dialog-actions">
                  <Button className="button" onPress={close} autoFocus>
                    {text('action.cancel')}
                  </Button>
                  <Button
                    className="button button-bad"
                    onPress={() => {
                      onConfirm();
                      close();
                    }}
                  >
                    {action}
                  </Button>
                </div>
              </>
            )}
          </Dialog>
        </Modal>
      </ModalOverlay>
    </DialogTrigger>
  );
}
