import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { Button, Form } from 'react-aria-components';
import type { CallError, Input } from '#renderer/client/call.ts';
import { readOf } from '#renderer/client/queries.ts';
import { Field } from '#renderer/components/field.tsx';
import { Problem } from '#renderer/components/states.tsx';
import { Toggle } from '#renderer/components/toggle.tsx';
import { useErrorWords, useFieldWords } from '#renderer/messages/error-words.ts';
import { useWords } from '#renderer/messages/use-messages.ts';
import { addressesIn } from '#renderer/views/home/addresses.ts';
import { type ExportWish, sharedSelectors } from '#renderer/views/home/export-form.ts';
import { ExportOptions } from '#renderer/views/home/export-options.tsx';
import { optionsOf } from '#renderer/views/schedules/repeated-options.ts';
import { TimingFields } from '#renderer/views/schedules/timing-fields.tsx';
import { anchorOf, type Timing } from '#renderer/views/schedules/timing.ts';

interface FormStart {
  readonly url: string;
  readonly name: string;
  readonly wish: ExportWish;
  readonly timing: Timing;
  readonly incremental: boolean;
  /** Those that the form has no control for are kept. */
  readonly options: Readonly<Record<string, unknown>>;
}

interface ScheduleFormParts {
  readonly start: FormStart;
  readonly action: string;
  /** What to mind before the options are changed. */
  readonly warning?: string;
  readonly isBusy: boolean;
  readonly error: CallError | null;
  readonly onSubmit: (said: Input<'schedules.create'>, changed: { readonly timing: boolean; readonly options: boolean }) => void;
}

/** Schedules have a word of their own for incremental exports. */
const SWITCHES = ['sentiment', 'keepRaw', 'gentle', 'window'] as const;

/** What is exported, when, and how. */
export function ScheduleForm({ start, action, warning, isBusy, error, onSubmit }: ScheduleFormParts) {
  const { text } = useWords();
  const wrongOf = useFieldWords();
  const inWords = useErrorWords();
  const [typed, setTyped] = useState(start.url);
  const [name, setName] = useState(start.name);
  const [wish, setWish] = useState(start.wish);
  const [timing, setTiming] = useState(start.timing);
  const [incremental, setIncremental] = useState(start.incremental);
  const [url] = addressesIn(useDeferredValue(typed)).keys();
  const asked = useQuery({ ...readOf('platforms.detect', { url: url ?? '' }), enabled: url !== undefined });
  const found = url === undefined || asked.data === undefined ? [] : [asked.data];
  const selectors = sharedSelectors(found);
  const chosen = { ...wish, selector: selectors.includes(wish.selector) ? wish.selector : (selectors[0] ?? 'own') };
  const submit = (): void => {
    const options = optionsOf(chosen, found, start.options);
    const when = timing.pace === 'custom' ? { cron: timing.cron } : { frequency: timing.pace, anchorAt: anchorOf(timing) };
    onSubmit(
      { url: url ?? typed, name: name.trim() === '' ? null : name.trim(), ...when, timezone: timing.timezone, incremental, options },
      { timing: isOther(timing, start.timing), options: isOther(wish, start.wish) },
    );
  };
  return (
    <Form
      className="long-form"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <AddressLine
        typed={typed}
        platform={found[0]?.name ?? null}
        error={wrongOf(error, 'url') ?? (url === undefined || asked.error === null ? undefined : inWords(asked.error))}
        {...(start.url === '' ? { hasFocus: true } : {})}
        onChange={setTyped}
      />
      <TimingFields timing={timing} error={error} onChange={setTiming} />
      <Toggle
        label={text('schedules.incremental')}
        words={text('schedules.incremental.words')}
        isOn={incremental}
        onChange={setIncremental}
      />
      {found.length > 0 && <ExportOptions found={found} selectors={selectors} wish={chosen} onChange={setWish} switches={SWITCHES} />}
      {warning !== undefined && <p className="quiet">{warning}</p>}
      <Field label={text('schedules.name')} words={text('schedules.name.words')} value={name} onChange={setName} />
      {error !== null && <Problem error={error} />}
      <div className="form-end">
        <Button type="submit" className="button button-main" isDisabled={found.length === 0 || isBusy}>
          {action}
        </Button>
      </div>
    </Form>
  );
}

interface AddressLineParts {
  readonly typed: string;
  /** Name of the one that it belongs to; null where that is not known. */
  readonly platform: string | null;
  readonly error: string | undefined;
  readonly hasFocus?: true;
  readonly onChange: (typed: string) => void;
}

function AddressLine({ typed, platform, error, hasFocus, onChange }: AddressLineParts) {
  const { text } = useWords();
  return (
    <div>
      <Field
        label={text('schedules.url')}
        type="url"
        value={typed}
        placeholder="https://"
        isRequired
        {...(hasFocus === true ? { hasFocus } : {})}
        error={error}
        onChange={onChange}
      />
      <p className="meaning" role="status">
        {platform !== null && (
          <>
            <Check size={12} aria-hidden className="good" /> {platform}
          </>
        )}
      </p>
    </div>
  );
}

function isOther(now: object, before: object): boolean {
  return JSON.stringify(now) !== JSON.stringify(before);
}
