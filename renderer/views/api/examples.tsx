import { useState } from 'react';
import { CodeBlock } from '#renderer/components/code-block.tsx';
import { Choice } from '#renderer/components/choice.tsx';
import { Field } from '#renderer/components/field.tsx';
import { Segments } from '#renderer/components/segments.tsx';
import { useWords } from '#renderer/messages/use-messages.ts';
import { exampleCode, PROGRAMMING_LANGUAGES, type ProgrammingLanguage, type Step, STEPS } from '#renderer/views/api/example-code.ts';

/** The same in every language of people. */
const NAMES: Readonly<Record<ProgrammingLanguage, string>> = { curl: 'curl', javascript: 'JavaScript', python: 'Python' };
const EXAMPLE_URL = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';

/** Something to copy and run, with the address of this very service. */
export function Examples({ token }: { readonly token: string | null }) {
  const { text } = useWords();
  const [language, setLanguage] = useState<ProgrammingLanguage>('curl');
  const [step, setStep] = useState<Step>('all');
  const [url, setUrl] = useState(EXAMPLE_URL);
  return (
    <section aria-labelledby="examples">
      <h2 id="examples">{text('api.examples')}</h2>
      <p className="quiet">{token === null ? text('api.examples.noToken') : text('api.examples.token')}</p>
      <div className="option-grid">
        <Segments
          label={text('api.examples.language')}
          value={language}
          options={PROGRAMMING_LANGUAGES.map((id) => ({ id, name: NAMES[id] }))}
          onChange={setLanguage}
        />
        <Choice
          label={text('api.examples.step')}
          value={step}
          options={STEPS.map((id) => ({ id, name: text(`api.step.${id}`) }))}
          onChange={setStep}
        />
        <Field label={text('api.examples.url')} type="url" value={url} onChange={setUrl} />
      </div>
      <CodeBlock
        name={`${NAMES[language]}: ${text(`api.step.${step}`)}`}
        code={exampleCode(language, step, { baseUrl: location.origin, token, url })}
      />
    </section>
  );
}
