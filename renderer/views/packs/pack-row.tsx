import { Undo2 } from 'lucide-react';
import type { Output } from '#renderer/client/call.ts';
import { useChange } from '#renderer/client/queries.ts';
import { Confirm } from '#renderer/components/confirm.tsx';
import { IconButton } from '#renderer/components/icon-button.tsx';
import { Problem } from '#renderer/components/states.tsx';
import { useWords } from '#renderer/messages/use-messages.ts';

/** A platform with the pack that it is used from, and those that were put aside. */
export function PackRow({ used }: { readonly used: Output<'packs.list'>[number] }) {
  const { text, day, moment } = useWords();
  const back = useChange('packs.rollback', 'packs.list', 'platforms.list');
  const { id, name, origin, version, date, key, before, aside } = used;
  const last = aside.at(-1);
  return (
    <li className="row row-tall">
      <div className="row-name">
        <strong>
          {name} <span className="chip">{text(`packs.origin.${origin}`)}</span>
        </strong>
        {version !== null && (
          <span className="quiet number">{date === null ? version : text('packs.made', { version, day: day(date) })}</span>
        )}
        {key !== null && <span className="quiet code">{inGroups(key)}</span>}
        {last !== undefined && (
          <span className={last.why === 'rollback' || last.why === 'distrust' ? 'quiet' : 'bad'}>
            {text(`packs.aside.${last.why}`, { version: last.version, when: moment(last.at) })}
          </span>
        )}
        {back.error !== null && <Problem error={back.error} />}
      </div>
      {before !== null && (
        <div className="row-actions">
          <Confirm
            title={text('packs.backTitle', { name })}
            words={text(`packs.backTo.${before.origin}`, { version: before.version ?? '' })}
            action={text('packs.back')}
            onConfirm={() => back.mutate({ id })}
          >
            <IconButton icon={Undo2} name={text('packs.backOf', { name })} isBusy={back.isPending} />
          </Confirm>
        </div>
      )}
    </li>
  );
}

/** A key as people compare it: four digits at a time. */
export function inGroups(key: string): string {
  return key.replace(/(.{4})(?=.)/g, '$1 ');
}
