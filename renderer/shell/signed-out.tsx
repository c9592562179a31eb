import { KeyRound } from 'lucide-react';
import { useWords } from '#renderer/messages/use-messages.ts';

/** The pass of this browser has ended: says how to get another one. */
export function SignedOut() {
  const { text } = useWords();
  return (
    <main className="alone">
      <KeyRound size={28} aria-hidden />
      <h1>{text('problem.link.title')}</h1>
      <p>{text('problem.link.words')}</p>
      <code className="command">commentdock gui</code>
    </main>
  );
}
