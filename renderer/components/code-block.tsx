import { CopyButton } from '#renderer/components/copy-button.tsx';

interface CodeBlockParts {
  /** What it is, for screen readers and beside the button. */
  readonly name: string;
  /** Where it belongs: the path of a file, a program. */
  readonly place?: string;
  readonly code: string;
}

/** Something to copy into another place, as it stands. */
export function CodeBlock({ name, place, code }: CodeBlockParts) {
  return (
    <figure className="code-block">
      <figcaption>
        <span className="clipped" title={place ?? name}>
          {place ?? name}
        </span>
        <CopyButton value={code} name={name} />
      </figcaption>
      {/* Wide lines are read by scrolling, by keyboard too. */}
      <pre tabIndex={0} role="group" aria-label={name}>
        <code>{code}</code>
      </pre>
    </figure>
  );
}
