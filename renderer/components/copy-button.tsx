import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from 'react-aria-components';
import { useWords } from '#renderer/messages/use-messages.ts';

const SHOWN_MS = 2_000;

interface CopyButtonParts {
  readonly value: string;
  /** What is copied, for those who do not see it beside the button. */
  readonly name: string;
}

/** Puts a text on the clipboard and says so. */
export function CopyButton({ value, name }: CopyButtonParts) {
  const { text } = useWords();
  const [copied, setCopied] = useState<'no' | 'yes' | 'refused'>('no');
  useEffect(() => {
    const timer = setTimeout(() => setCopied('no'), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = (): void => {
    navigator.clipboard.writeText(value).then(
      () => setCopied('yes'),
      () => setCopied('refused'),
    );
  };
  const said = { no: 'action.copy', yes: 'action.copied', refused: 'action.copyRefused' } as const;
  return (
    <Button className="button copy-button" onPress={copy} aria-label={`${text(said[copied])}: ${name}`}>
      {copied === 'yes' ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
      <span aria-hidden>{text(said[copied])}</span>
      <span role="status" className="unseen">
        {copied === 'no' ? '' : text(said[copied])}
      </span>
    </Button>
  );
}
