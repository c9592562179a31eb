import { Download, FileSearch } from 'lucide-react';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { call, CallError } from '#renderer/client/call.ts';
import { CodeBlock } from '#renderer/components/code-block.tsx';
import { saveBlob } from '#renderer/components/save-file.ts';
import { Problem } from '#renderer/components/states.tsx';
import { useWords } from '#renderer/messages/use-messages.ts';

const INDENT = 2;
const FILE_NAME = 'commentdock-diagnostics.json';

/** A file that helps to find a fault: shown before it is saved, and sent by nobody but its reader. */
export function Diagnostics() {
  const { text } = useWords();
  const [made, setMade] = useState<string | null>(null);
  const [error, setError] = useState<CallError | null>(null);
  const make = async (): Promise<void> => {
    try {
      setMade(JSON.stringify(await call('service.diagnostics', {}), null, INDENT));
      setError(null);
    } catch (problem) {
      if (!(problem instanceof CallError)) throw problem;
      setError(problem);
    }
  };
  return (
    <section className="panel" aria-label={text('about.diagnostics')}>
      <div className="section-head">
        <h2>{text('about.diagnostics')}</h2>
        <div className="tools">
          <Button className="button" onPress={() => void make()}>
            <FileSearch size={14} aria-hidden />
            {text(made === null ? 'about.make' : 'about.remake')}
          </Button>
          {made !== null && (
            <Button className="button button-main" onPress={() => saveBlob(new Blob([made], { type: 'application/json' }), FILE_NAME)}>
              <Download size={14} aria-hidden />
              {text('about.saveFile')}
            </Button>
          )}
        </div>
      </div>
      <p className="quiet">{text('about.diagnosticsWords')}</p>
      {made !== null && <CodeBlock name={FILE_NAME} code={made} />}
      {error !== null && <Problem error={error} />}
    </section>
  );
}
