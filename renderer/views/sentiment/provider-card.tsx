import { useState } from 'react';
import { Button } from 'react-aria-components';
import { useChange } from '#renderer/client/queries.ts';
import { Confirm } from '#renderer/components/confirm.tsx';
import { Field } from '#renderer/components/field.tsx';
import { Problem } from '#renderer/components/states.tsx';
import type { MessageKey } from '#renderer/messages/en.ts';
import { useFieldWords } from '#renderer/messages/error-words.ts';
import { useWords } from '#renderer/messages/use-messages.ts';
import { changesOf, formOf, LOCAL_MODEL, NEURAL_MODEL, type Provider, type ProviderForm } from '#renderer/views/sentiment/provider-form.ts';
import { Trial } from '#renderer/views/sentiment/trial.tsx';

interface FormField {
  readonly field: keyof ProviderForm;
  /** As the operation names it. */
  readonly name: string;
  readonly label: MessageKey;
  readonly words?: MessageKey;
  /** Language models alone have it. */
  readonly isOfModels?: true;
  /** Models on this machine have it not. */
  readonly isOfServices?: true;
}

const FIELDS: readonly FormField[] = [
  { field: 'baseUrl', name: 'base_url', label: 'sentiment.baseUrl', words: 'sentiment.baseUrlWords' },
  { field: 'model', name: 'model', label: 'sentiment.model', isOfModels: true },
  { field: 'perMinute', name: 'requests_per_minute', label: 'sentiment.perMinute' },
  { field: 'inputPrice', name: 'input_price', label: 'sentiment.inputPrice', words: 'sentiment.priceWords', isOfServices: true },
  { field: 'outputPrice', name: 'output_price', label: 'sentiment.outputPrice', isOfModels: true, isOfServices: true },
];

/** A provider: its address, model and prices, and a key that is only ever written; of a model on this machine neither prices nor key, of a neural one its id alone. */
export function ProviderCard({ provider }: { readonly provider: Provider }) {
  const { text } = useWords();
  const wrongOf = useFieldWords();
  const [form, setForm] = useState(() => formOf(provider));
  const save = useChange('sentiment.set', 'sentiment.providers');
  const { id, title, has_key: hasKey, ready, model } = provider;
  const isNeural = id === NEURAL_MODEL;
  const isLocal = id === LOCAL_MODEL || isNeural;
  const fields = FIELDS.filter(
    ({ field, isOfModels, isOfServices }) =>
      (isOfModels !== true || isLocal || model !== null) && (isOfServices !== true || !isLocal) && (!isNeural || field === 'model'),
  );
  const changes = changesOf(form, provider);
  const fieldOf = (field: keyof ProviderForm, name: string) => ({
    value: form[field],
    error: wrongOf(save.error, name),
    onChange: (value: string) => setForm((before) => ({ ...before, [field]: value })),
  });
  return (
    <section className="panel" aria-label={title}>
      <Head provider={provider} />
      {isNeural && <p className="meaning">{text('sentiment.neuralWords')}</p>}
      <form
        className="panel-form"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate({ id, ...changes }, { onSuccess: (saved) => setForm(formOf(saved)) });
        }}
      >
        {!isLocal && (
          <Field
            label={text('sentiment.key')}
            words={text(hasKey ? 'sentiment.keyKept' : 'sentiment.keyWords')}
            type="password"
            {...fieldOf('key', 'key')}
          />
        )}
        {fields.map(({ field, name, label, words }) => (
          <Field key={field} label={text(label)} words={words === undefined || isLocal ? '' : text(words)} {...fieldOf(field, name)} />
        ))}
        <div className="form-end">
          {ready && <Trial id={id} />}
          <Button type="submit" className="button button-main" isDisabled={save.isPending || Object.keys(changes).length === 0}>
            {text('action.save')}
          </Button>
        </div>
        {save.error !== null && save.error.violations.length === 0 && <Problem error={save.error} />}
      </form>
    </section>
  );
}

function Head({ provider: { id, title, in_use: isInUse, has_key: hasKey, ready } }: { readonly provider: Provider }) {
  const { text } = useWords();
  const remove = useChange('sentiment.remove', 'sentiment.providers');
  return (
    <div className="section-head">
      <h2>
        {title} {isInUse && <span className="chip chip-progress">{text('sentiment.inUse')}</span>}
        {hasKey && !isInUse && <span className="chip">{text('sentiment.hasKey')}</span>}
      </h2>
      {ready && (
        <Confirm
          title={text('accounts.removeTitle', { name: title })}
          words={text(hasKey ? 'sentiment.removeWords' : 'models.removeWords')}
          action={text('action.remove')}
          onConfirm={() => remove.mutate({ id })}
        >
          <Button className="button">{text('action.remove')}</Button>
        </Confirm>
      )}
    </div>
  );
}
