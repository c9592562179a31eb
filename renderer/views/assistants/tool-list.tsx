import { TOOLS } from 'virtual:assistant-tools';
import { useWords } from '#renderer/messages/use-messages.ts';

/** What assistants can do here, in the words that they read themselves. */
export function ToolList() {
  const { text } = useWords();
  return (
    <section aria-labelledby="tools">
      <h2 id="tools">{text('assistants.tools')}</h2>
      <p className="quiet">{text('assistants.tools.words', { count: TOOLS.length })}</p>
      <ul className="tool-list" aria-labelledby="tools">
        {TOOLS.map(({ name, title, description, isReading }) => (
          <li key={name}>
            <div>
              <strong lang="en">{title}</strong>
              <code className="quiet">{name}</code>
              <span className={isReading ? 'chip' : 'chip chip-progress'}>
                {text(isReading ? 'assistants.reads' : 'assistants.changes')}
              </span>
            </div>
            <p className="quiet" lang="en">
              {description}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
