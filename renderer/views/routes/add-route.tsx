import { useState } from 'react';
import { Button } from 'react-aria-components';
import { useChange } from '#renderer/client/queries.ts';
import { Field } from '#renderer/components/field.tsx';
import { Problem } from '#renderer/components/states.tsx';
import { useFieldWords } from '#renderer/messages/error-words.ts';
import { useWords } from '#renderer/messages/use-messages.ts';
import { countryName } from '#renderer/views/routes/health.tsx';

const COUNTRY = /^[a-z]{2}$/i;

/** One proxy under a name. Its password is sent once and never shown again. */
export function AddRoute({ onSaved }: { readonly onSaved: () => void }) {
  const { text, language } = useWords();
  const wrongOf = useFieldWords();
  const [name, setName] = useState('');
  const [code, setCode] = useState('');
  const [url, setUrl] = useState('');
  const add = useChange('routes.create', 'routes.list');
  const country = COUNTRY.test(code) ? countryName(code, language) : text('routes.codeWords');
  return (
    <form
      className="way"
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate({ name, code, url }, { onSuccess: onSaved });
      }}
    >
      <Field
        label={text('accounts.name')}
        words={text('routes.nameWords')}
        value={name}
        error={wrongOf(add.error, 'name')}
        isRequired
        hasFocus
        onChange={setName}
      />
      <Field
        label={text('routes.code')}
        words={country}
        value={code}
        error={wrongOf(add.error, 'code')}
        placeholder="DE"
        isRequired
        onChange={setCode}
      />
      <Field
        label={text('routes.url')}
        words={text('routes.urlWords')}
        value={url}
        error={wrongOf(add.error, 'url')}
        placeholder="socks5://user:password@host:1080"
        isRequired
        onChange={setUrl}
      />
      {add.error !== null && add.error.violations.length === 0 && <Problem error={add.error} />}
      <div className="form-end">
        <Button type="submit" className="button button-main" isDisabled={[name, code, url].includes('') || add.isPending}>
          {text('action.save')}
        </Button>
      </div>
    </form>
  );
}
