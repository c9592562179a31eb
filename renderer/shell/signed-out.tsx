import { KeyRound } from 'lucide-react';
import { useEffect } from 'react';
import { desktop } from '#renderer/client/desktop.ts';
import { useWords } from '#renderer/messages/use-messages.ts';

/**
 * The pass of this browser has ended: says how to get another one. The desktop app gets one by itself.
 * @param isWaiting true where something that one was doing goes on then
 */
export function SignedOut({ isWaiting }: { readonly isWaiting: boolean }) {
  const { text } = useWords();
  useEffect(() => {
    desktop()
      ?.ask({ type: 'enter' })
      .catch(() => undefined);
  }, []);
  return (
    <main className="alone">
      <KeyRound size={28} aria-hidden />
      <h1>{text('problem.link.title')}</h1>
      <p>{text('problem.link.words')}</p>
      <code className="command">commentdock gui</code>
      {isWaiting && <p className="quiet">{text('problem.link.stays')}</p>}
    </main>
  );
}
