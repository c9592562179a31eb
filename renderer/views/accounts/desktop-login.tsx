import { useMutation, useQueryClient } from '@tanstack/react-query';
import { LogIn } from 'lucide-react';
import { Button } from 'react-aria-components';
import { desktop } from '#renderer/client/desktop.ts';
import { useWords } from '#renderer/messages/use-messages.ts';

interface DesktopLoginParts {
  readonly platform: string;
  readonly name: string;
  readonly onSaved: () => void;
}

/** The login window of the desktop app. */
export function DesktopLogin({ platform, name, onSaved }: DesktopLoginParts) {
  const { text } = useWords();
  const kept = useQueryClient();
  const logIn = useMutation({
    mutationFn: async () => desktop()?.ask({ type: 'logIn', platform, name }) ?? null,
    onSuccess: async (done) => {
      if (done?.outcome !== 'saved') return;
      await kept.invalidateQueries({ queryKey: ['accounts.list'] });
      onSaved();
    },
  });
  const said = logIn.error?.message ?? (logIn.data?.outcome === 'refused' ? logIn.data.detail : null);
  return (
    <>
      <p className="quiet">{text('accounts.desktopWords')}</p>
      <div className="way-buttons">
        <Button className="button button-main" isDisabled={logIn.isPending} onPress={() => logIn.mutate()}>
          <LogIn size={14} aria-hidden />
          {text('accounts.logIn')}
        </Button>
      </div>
      {logIn.data?.outcome === 'closed' && <p className="quiet">{text('accounts.closed')}</p>}
      {said !== null && (
        <p className="bad" role="alert">
          {said}
        </p>
      )}
    </>
  );
}
