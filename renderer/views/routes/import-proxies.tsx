import { useState } from 'react';
import { Button } from 'react-aria-components';
import { useChange } from '#renderer/client/queries.ts';
import { Choice } from '#renderer/components/choice.tsx';
import { Field } from '#renderer/components/field.tsx';
import { Problem } from '#renderer/components/states.tsx';
import { TextDrop } from '#renderer/components/text-drop.tsx';
import { useFieldWords } from '#renderer/messages/error-words.ts';
import { useWords } from '#renderer/messages/use-messages.ts';

const GOALS = ['pool', 'routes'] as const;
type Goal = (typeof GOALS)[number];
const TYPES = ['http', 'https', 'socks4', 'socks5'] as const;
type ProxyType = (typeof TYPES)[number];

/** A list of proxies, as lines or as a provider's CSV: a pool, or a route for each. */
export function ImportProxies({ onSaved }: { readonly onSaved: () => void }) {
  const { text } = useWords();
  const wrongOf = useFieldWords();
  const [goal, setGoal] = useState<Goal>('pool');
  const [name, setName] = useState('');
  const [code, setCode] = useState('');
  const [type, setType] = useState<ProxyType>('http');
  const [list, setList] = useState('');
  const { start, error, isPending } = useImport(goal, onSaved);
  return (
    <form
      className="way"
      onSubmit={(event) => {
        event.preventDefault();
        start({ name, code, type, list });
      }}
    >
      <Choice
        label={text('routes.goal')}
        value={goal}
        options={GOALS.map((id) => ({ id, name: text(`routes.goal.${id}`) }))}
        onChange={setGoal}
      />
      <p className="meaning">{text(`routes.goalWords.${goal}`)}</p>
      <Field label={text('accounts.name')} value={name} error={wrongOf(error, 'name')} onChange={setName} />
      {goal === 'routes' && (
        <Field
          label={text('routes.code')}
          words={text('routes.codeOfList')}
          value={code}
          error={wrongOf(error, 'code')}
          placeholder="DE"
          onChange={setCode}
        />
      )}
      <Choice label={text('routes.type')} value={type} options={TYPES.map((id) => ({ id, name: id }))} onChange={setType} />
      <TextDrop
        label={text('routes.proxyList')}
        words={text('routes.proxyListWords')}
        value={list}
        error={wrongOf(error, 'list')}
        onChange={setList}
      />
      {error !== null && error.violations.length === 0 && <Problem error={error} />}
      <div className="form-end">
        <Button
          type="submit"
          className="button button-main"
          isDisabled={list.trim() === '' || (goal === 'pool' && name.trim() === '') || isPending}
        >
          {text('routes.import')}
        </Button>
      </div>
    </form>
  );
}

interface Wanted {
  readonly name: string;
  readonly code: string;
  readonly type: ProxyType;
  readonly list: string;
}

function useImport(goal: Goal, onSaved: () => void) {
  const routes = useChange('routes.import', 'routes.list');
  const pool = useChange('pools.import', 'pools.list');
  const { error, isPending } = goal === 'pool' ? pool : routes;
  const start = ({ name, code, type, list }: Wanted): void => {
    if (goal === 'pool') pool.mutate({ name, list, type }, { onSuccess: onSaved });
    else routes.mutate({ list, type, ...(name === '' ? {} : { name }), ...(code === '' ? {} : { code }) }, { onSuccess: onSaved });
  };
  return { start, error, isPending };
}
