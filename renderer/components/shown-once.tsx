import { KeyRound } from 'lucide-react';
import { CodeBlock } from '#renderer/components/code-block.tsx';

interface ShownOnceParts {
  readonly title: string;
  readonly words: string;
  /** Of the value, for screen readers and the button that copies it. */
  readonly name: string;
  readonly value: string;
}

/** A secret that was just made: nobody shows it again. */
export function ShownOnce({ title, words, name, value }: ShownOnceParts) {
  return (
    <div className="notice" role="status">
      <KeyRound size={16} aria-hidden />
      <div>
        <p>
          <strong>{title}</strong> {words}
        </p>
        <CodeBlock name={name} code={value} />
      </div>
    </div>
  );
}
