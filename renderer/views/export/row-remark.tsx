import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Star } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button, Input, Label, Text, TextArea, TextField, type TextFieldProps, ToggleButton } from 'react-aria-components';
import { call, type CallError, type Input as Asked, type Output } from '#renderer/client/call.ts';
import { type FoundRow, KEPT } from '#renderer/client/queries.ts';
import { Problem } from '#renderer/components/states.tsx';
import { useLateWords } from '#renderer/messages/late.ts';
import { remarkOf, tagsIn } from '#renderer/views/export/remark.ts';

interface RowRemarkParts {
  readonly guid: string;
  readonly item: FoundRow['item'];
}

/** A star, a note and tags of a row, and the way to change them. */
export function RowRemark({ guid, item }: RowRemarkParts) {
  const { late } = useLateWords('notes');
  const { starred, note, tags } = remarkOf(item);
  const [draft, setDraft] = useState({ note: note ?? '', tags: tags.join(', ') });
  const set = useSaying(guid, item.id);
  const isChanged = draft.note.trim() !== (note ?? '') || tagsIn(draft.tags).join() !== tags.join();
  const save = (): void => set.mutate({ note: draft.note, tags: tagsIn(draft.tags) });
  // Who goes on to the next row, or closes this one, has said it.
  const leave = useRef(save);
  leave.current = () => isChanged && save();
  useEffect(() => () => leave.current(), []);
  const byKeys: TextFieldProps['onKeyDown'] = (pressed) => {
    if (pressed.key === 'Enter' && (pressed.ctrlKey || pressed.metaKey) && isChanged) save();
    else pressed.continuePropagation();
  };
  return (
    <section className="row-remark" aria-label={late('row.yours')}>
      <ToggleButton className="button row-star" isSelected={starred} onChange={(isOn) => set.mutate({ starred: isOn })}>
        <Star size={14} aria-hidden fill={starred ? 'currentColor' : 'none'} />
        {late('row.star')}
      </ToggleButton>
      <TextField className="field" value={draft.note} onChange={(words) => setDraft({ ...draft, note: words })} onKeyDown={byKeys}>
        <Label className="label">{late('row.note')}</Label>
        <TextArea className="control" rows={3} dir="auto" />
        <Text slot="description" className="meaning">
          {late('row.noteWords')}
        </Text>
      </TextField>
      <TextField className="field" value={draft.tags} onChange={(words) => setDraft({ ...draft, tags: words })} onKeyDown={byKeys}>
        <Label className="label">{late('row.tags')}</Label>
        <Input className="control" dir="auto" autoComplete="off" />
        <Text slot="description" className="meaning">
          {late('row.tagsWords')}
        </Text>
      </TextField>
      {set.error !== null && <Problem error={set.error} />}
      <div className="row-save">
        <Button className="button" isDisabled={!isChanged || set.isPending} onPress={save}>
          {late('row.save')}
        </Button>
        <span className="quiet" role="status">
          {set.isSuccess && !isChanged ? late('row.saved') : ''}
        </span>
      </div>
    </section>
  );
}

type Said = Omit<Asked<'remarks.set'>, 'guid' | 'ids'>;

/** What shows rows, or is made of them, is asked for again. */
function useSaying(guid: string, id: string) {
  const kept = useQueryClient();
  return useMutation<Output<'remarks.set'>, CallError, Said>({
    mutationFn: (said) => call('remarks.set', { guid, ids: [id], ...said }),
    async onSettled() {
      for (const queryKey of [KEPT.rows(guid), ['exports.search'], ['remarks.list'], KEPT.job(guid)])
        await kept.invalidateQueries({ queryKey });
    },
  });
}
