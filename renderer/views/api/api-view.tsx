import '#renderer/design/automation.css';
import { useState } from 'react';
import { useWords } from '#renderer/messages/use-messages.ts';
import { Examples } from '#renderer/views/api/examples.tsx';
import { Reference } from '#renderer/views/api/reference.tsx';
import { Tokens } from '#renderer/views/api/tokens.tsx';
import { Usage } from '#renderer/views/api/usage.tsx';

/** What a program of one's own needs: a token, something to begin with, and what it may ask for. */
export function ApiView() {
  const { text } = useWords();
  // Kept for the examples as long as one stays here; nobody else shows it again.
  const [token, setToken] = useState<string | null>(null);
  return (
    <div className="view sections">
      <div className="view-head">
        <h1>{text('api.title')}</h1>
      </div>
      <p className="quiet lead">{text('api.words')}</p>
      <Tokens made={token} onMade={setToken} />
      <Examples token={token} />
      <Usage />
      <Reference />
    </div>
  );
}
