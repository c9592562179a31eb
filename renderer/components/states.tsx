import type { ReactNode } from 'react';
import { TriangleAlert } from 'lucide-react';
import { Button } from 'react-aria-components';
import { type CallError, UNREACHABLE } from '#renderer/client/call.ts';
import { viewFor } from '#renderer/components/fixes.ts';
import { caseOf, errorWords } from '#renderer/messages/error-words.ts';
import { useWords } from '#renderer/messages/use-messages.ts';
import { linkTo } from '#renderer/shell/place.ts';

export function Loading() {
  const { text } = useWords();
  return (
    <p className="quiet state" role="status">
      {text('state.loading')}
    </p>
  );
}

interface ProblemParts {
  readonly error: CallError;
  readonly onRetry?: () => void;
}

/** What went wrong, in the reader's language, and the way on. */
export function Problem({ error, onRetry }: ProblemParts) {
  const words = useWords();
  const { text, language } = words;
  const view = viewFor(error.code);
  const own = language === 'en' || error.code === UNREACHABLE ? null : caseOf(error);
  return (
    <div className="problem" role="alert">
      <TriangleAlert size={16} aria-hidden />
      <div>
        <strong>{text('problem.title')}</strong>
        <p>{error.code === UNREACHABLE ? text('problem.unreachable') : errorWords(error, words)}</p>
        {own !== null && (
          <details>
            <summary>{text('problem.details')}</summary>
            <p lang="en" dir="ltr">
              {own}
            </p>
          </details>
        )}
      </div>
      {view !== null && (
        <a className="button" href={linkTo({ view })}>
          {text(`fix.view.${view}`)}
        </a>
      )}
      {onRetry !== undefined && (
        <Button className="button" onPress={onRetry}>
          {text('action.retry')}
        </Button>
      )}
    </div>
  );
}

interface EmptyParts {
  readonly title: string;
  readonly children?: ReactNode;
}

export function Empty({ title, children }: EmptyParts) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}
