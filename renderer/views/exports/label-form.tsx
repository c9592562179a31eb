import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { Button, Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { call, type CallError } from '#renderer/client/call.ts';
import { type Job, KEPT, readOf } from '#renderer/client/queries.ts';
import { Problem } from '#renderer/components/states.tsx';
import { useLateWords } from '#renderer/messages/late.ts';
import { tagsIn } from '#renderer/views/export/remark.ts';

interface LabelDialogParts {
  readonly jobs: readonly Job[];
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Name, folder and tags of an export; of several the folder, and the tags that all of them have. */
export function LabelDialog({ jobs, isOpen, onClose }: LabelDialogParts) {
  return (
    <ModalOverlay isOpen={isOpen} onOpenChange={(stays) => !stays && onClose()} isDismissable className="overlay">
      <Modal className="dialog">
        <Dialog className="dialog-body">
          <LabelForm jobs={jobs} onDone={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

interface Draft {
  readonly title: string;
  readonly folder: string;
  readonly tags: string;
}

function LabelForm({ jobs, onDone }: { readonly jobs: readonly Job[]; readonly onDone: () => void }) {
  const { late, text } = useLateWords('notes');
  const [first] = jobs;
  const only = jobs.length === 1 ? first : undefined;
  const shared = (first?.tags ?? []).filter((tag) => jobs.every(({ tags = [] }) => tags.includes(tag)));
  const folder = jobs.every((job) => job.folder === first?.folder) ? (first?.folder ?? '') : '';
  const [draft, setDraft] = useState<Draft>({ title: only?.title ?? '', folder, tags: shared.join(', ') });
  const save = useSaving(jobs, { shared, folder }, onDone);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate(draft);
  };
  return (
    <form onSubmit={submit} className="label-form">
      <Heading slot="title">{only === undefined ? late('label.titleMany', { count: jobs.length }) : late('label.title')}</Heading>
      {only !== undefined && (
        <Line
          label={late('label.name')}
          words={late('label.nameWords')}
          value={draft.title}
          placeholder={only.url}
          onChange={(title) => setDraft({ ...draft, title })}
        />
      )}
      <FolderLine value={draft.folder} onChange={(value) => setDraft({ ...draft, folder: value })} />
      <Line
        label={late('label.tags')}
        words={late(only === undefined ? 'label.tagsMany' : 'label.tagsWords')}
        value={draft.tags}
        onChange={(tags) => setDraft({ ...draft, tags })}
      />
      {save.error !== null && <Problem error={save.error} />}
      <div className="dialog-actions">
        <Button className="button" onPress={onDone}>
          {text('action.cancel')}
        </Button>
        <Button type="submit" className="button button-main" isDisabled={save.isPending}>
          {late('label.save')}
        </Button>
      </div>
    </form>
  );
}

/** What only some of several have, they keep. */
function useSaving(jobs: readonly Job[], before: { readonly shared: readonly string[]; readonly folder: string }, onDone: () => void) {
  const kept = useQueryClient();
  return useMutation<void, CallError, Draft>({
    async mutationFn({ title, folder, tags }) {
      const wanted = tagsIn(tags);
      for (const job of jobs) {
        const own = (job.tags ?? []).filter((tag) => !before.shared.includes(tag));
        await call('jobs.label', {
          guid: job.guid,
          ...(jobs.length === 1 ? { title: title.trim() } : {}),
          ...(folder === before.folder && jobs.length > 1 ? {} : { folder: folder.trim() }),
          tags: [...new Set([...own, ...wanted])],
        });
      }
    },
    onSuccess: onDone,
    async onSettled() {
      for (const queryKey of [KEPT.jobs, ['job'], ['jobs.labels']]) await kept.invalidateQueries({ queryKey });
    },
  });
}

interface LineParts {
  readonly label: string;
  readonly words: string;
  readonly value: string;
  readonly placeholder?: string;
  /** Values that are offered while one types. */
  readonly offered?: readonly string[];
  readonly onChange: (value: string) => void;
}

/** Those that are in use are offered. */
function FolderLine(parts: Pick<LineParts, 'value' | 'onChange'>) {
  const { late } = useLateWords('notes');
  const { data } = useQuery(readOf('jobs.labels', {}));
  return (
    <Line {...parts} label={late('label.folder')} words={late('label.folderWords')} offered={data?.folders.map(({ name }) => name) ?? []} />
  );
}

/** A plain field: those of the library know no lists of what is offered. */
function Line({ label, words, value, placeholder, offered = [], onChange }: LineParts) {
  const id = useId();
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="control"
        dir="auto"
        autoComplete="off"
        value={value}
        aria-describedby={`${id}-words`}
        {...(placeholder === undefined ? {} : { placeholder })}
        {...(offered.length === 0 ? {} : { list: `${id}-offered` })}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {offered.length > 0 && (
        <datalist id={`${id}-offered`}>
          {offered.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      )}
      <span id={`${id}-words`} className="meaning">
        {words}
      </span>
    </div>
  );
}
