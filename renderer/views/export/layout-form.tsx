import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button, Form } from 'react-aria-components';
import { callForFile, type CallError } from '#renderer/client/call.ts';
import { type Job, readOf, useChange } from '#renderer/client/queries.ts';
import { Choice } from '#renderer/components/choice.tsx';
import { Field } from '#renderer/components/field.tsx';
import { saveBlob } from '#renderer/components/save-file.ts';
import { Toggle } from '#renderer/components/toggle.tsx';
import { useErrorWords } from '#renderer/messages/error-words.ts';
import { useWords } from '#renderer/messages/use-messages.ts';
import { draftOf, type Layout, type LayoutDraft, layoutOf } from '#renderer/views/export/layout.ts';

interface LayoutFormParts<F extends string> {
  readonly job: Job;
  readonly formats: readonly { readonly id: F; readonly name: string }[];
  /** The rows that the table shows; undefined: all. */
  readonly shown: Layout['filter'];
}

const DELIMITERS = [',', ';', '\t', '|'] as const;
const NO_PRESET = '';
/** They stand as they are in the words about them. */
const NAME_FIELDS = Object.fromEntries(['platform', 'type', 'title', 'date', 'guid'].map((field) => [field, `{${field}}`]));

/** A file as one wants it, and presets of how that is. */
export function LayoutForm<F extends string>({ job, formats, shown }: LayoutFormParts<F>) {
  const { text } = useWords();
  const inWords = useErrorWords();
  const [draft, setDraft] = useState<LayoutDraft>(() => ({ ...draftOf({}), filter: shown }));
  const [format, setFormat] = useState(formats.find(({ id }) => id === 'csv')?.id ?? formats[0]?.id);
  const download = useMutation<void, CallError, string>({
    async mutationFn(layout) {
      const file = await callForFile('exports.download', { guid: job.guid, format, layout });
      saveBlob(file.blob, file.name);
    },
  });
  const change = (changed: Partial<LayoutDraft>): void => setDraft({ ...draft, ...changed });
  return (
    <Form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        download.mutate(JSON.stringify(layoutOf(draft)));
      }}
    >
      <Presets draft={draft} onChoose={(layout) => setDraft(draftOf(layout))} />
      {format !== undefined && <Choice label={text('layout.format')} value={format} options={formats} onChange={setFormat} />}
      <Field
        label={text('layout.columns')}
        words={text('layout.columnsMeaning')}
        value={draft.columns}
        onChange={(columns) => change({ columns })}
      />
      {(shown ?? draft.filter) !== undefined && (
        <Toggle
          label={text('layout.shown')}
          words={text('layout.shownMeaning')}
          isOn={draft.filter !== undefined}
          onChange={(isOn) => change({ filter: isOn ? shown : undefined })}
        />
      )}
      <Cut draft={draft} onChange={change} />
      <Field
        label={text('layout.name')}
        words={text('layout.nameMeaning', NAME_FIELDS)}
        placeholder="{platform}-{title}-{date}.{ext}"
        value={draft.name}
        onChange={(name) => change({ name })}
      />
      {format === 'csv' && <Csv draft={draft} onChange={change} />}
      <Pseudonyms draft={draft} onChange={change} />
      {download.error !== null && (
        <p className="problem" role="alert">
          {inWords(download.error)}
        </p>
      )}
      <Button type="submit" className="button button-main" isDisabled={download.isPending}>
        {text('action.download')}
      </Button>
    </Form>
  );
}

interface DraftParts {
  readonly draft: LayoutDraft;
  readonly onChange: (changed: Partial<LayoutDraft>) => void;
}

function Cut({ draft, onChange }: DraftParts) {
  const { text } = useWords();
  const cuts = (['none', 'month', 'rows'] as const).map((id) => ({ id, name: text(`layout.split.${id}`) }));
  return (
    <>
      <Choice label={text('layout.split')} value={draft.split} options={cuts} onChange={(split) => onChange({ split })} />
      {draft.split === 'rows' && (
        <Field label={text('layout.rows')} type="number" min={250} value={draft.rows} onChange={(rows) => onChange({ rows })} />
      )}
    </>
  );
}

function Csv({ draft, onChange }: DraftParts) {
  const { text } = useWords();
  const delimiters = DELIMITERS.map((id) => ({ id, name: id === '\t' ? text('layout.tab') : id }));
  const dates = (['iso', 'local', 'serial'] as const).map((id) => ({ id, name: text(`layout.dates.${id}`) }));
  return (
    <>
      <Choice
        label={text('layout.delimiter')}
        value={draft.delimiter}
        options={delimiters}
        onChange={(delimiter) => onChange({ delimiter })}
      />
      <Choice label={text('layout.dates')} value={draft.dates} options={dates} onChange={(style) => onChange({ dates: style })} />
      <Toggle
        label={text('layout.mark')}
        words={text('layout.markMeaning')}
        isOn={draft.hasMark}
        onChange={(hasMark) => onChange({ hasMark })}
      />
    </>
  );
}

function Pseudonyms({ draft, onChange }: DraftParts) {
  const { text } = useWords();
  const grains = (['exact', 'day', 'month'] as const).map((id) => ({ id, name: text(`layout.grain.${id}`) }));
  return (
    <>
      <Field
        label={text('layout.project')}
        words={text('layout.projectMeaning')}
        value={draft.project}
        onChange={(project) => onChange({ project })}
      />
      {draft.project.trim() !== '' && (
        <>
          <Choice label={text('layout.grain')} value={draft.grain} options={grains} onChange={(grain) => onChange({ grain })} />
          <Toggle
            label={text('layout.texts')}
            words={text('layout.textsMeaning')}
            isOn={draft.hasTexts}
            onChange={(hasTexts) => onChange({ hasTexts })}
          />
        </>
      )}
    </>
  );
}

/** Choosing a preset, saving what the form says as one, and deleting one. */
function Presets({ draft, onChoose }: { readonly draft: LayoutDraft; readonly onChoose: (layout: Layout) => void }) {
  const { text } = useWords();
  const inWords = useErrorWords();
  const { data: presets = [] } = useQuery(readOf('presets.list', {}));
  const save = useChange('presets.save', 'presets.list');
  const remove = useChange('presets.delete', 'presets.list');
  const refused = save.error ?? remove.error;
  const [name, setName] = useState(NO_PRESET);
  const options = [{ id: NO_PRESET, name: text('layout.noPreset') }, ...presets.map((preset) => ({ id: preset.name, name: preset.name }))];
  const isSaved = presets.some((preset) => preset.name === name);
  return (
    <>
      <Choice
        label={text('layout.preset')}
        value={isSaved ? name : NO_PRESET}
        options={options}
        onChange={(chosen) => {
          setName(chosen);
          onChoose(presets.find((preset) => preset.name === chosen)?.layout ?? {});
        }}
      />
      <Field label={text('layout.presetName')} value={name} error={refused === null ? undefined : inWords(refused)} onChange={setName} />
      <div className="tools">
        <Button
          className="button"
          isDisabled={name.trim() === '' || save.isPending}
          onPress={() => save.mutate({ name: name.trim(), layout: layoutOf(draft) })}
        >
          {text('layout.save')}
        </Button>
        {isSaved && (
          <Button
            className="button"
            isDisabled={remove.isPending}
            onPress={() => remove.mutate({ name }, { onSuccess: () => setName(NO_PRESET) })}
          >
            {text('layout.delete')}
          </Button>
        )}
      </div>
    </>
  );
}
