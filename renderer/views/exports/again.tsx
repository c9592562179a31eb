import { ChevronDown, Play, RotateCw } from 'lucide-react';
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import type { Input } from '#renderer/client/call.ts';
import { type Job, useChange } from '#renderer/client/queries.ts';
import { Problem } from '#renderer/components/states.tsx';
import { useWords } from '#renderer/messages/use-messages.ts';
import { goTo } from '#renderer/shell/place.ts';

type Options = NonNullable<Input<'jobs.create'>['options']>;

/** The further exports that one that has ended may lead to. */
interface Further {
  /** From where it ended; null where nothing is left. */
  readonly goOn: Options | null;
  readonly again: Options;
  /** With what changed since; null where there is nothing to compare with. */
  readonly changes: Options | null;
}

/** What can follow an export; null while it runs. An export that was stopped is never resumed itself. */
function furtherOf({ status, cursor, options, sandbox }: Job): Further | null {
  if (status === 'queueing' || status === 'progress') return null;
  const { cursor: _from, incremental: _kind, ...again } = options as Options;
  const isReal = sandbox !== true;
  return {
    // One that failed goes on by itself where it is tried again.
    goOn: isReal && cursor !== null && status !== 'error' ? { ...again, cursor } : null,
    again,
    changes: isReal && status === 'done' ? { ...again, incremental: true } : null,
  };
}

/** Goes on with an export that ended, or makes it once more. */
export function Again({ job }: { readonly job: Job }) {
  const { text } = useWords();
  const create = useChange('jobs.create');
  const further = furtherOf(job);
  if (further === null) return null;
  const { goOn, again, changes } = further;
  const begin = (options: Options): void =>
    create.mutate(
      { urls: [job.url], options, ...(job.sandbox === true ? { sandbox: true } : { attended: true }) },
      { onSuccess: ({ jobs: [made] }) => made !== undefined && goTo({ view: 'export', guid: made.guid }) },
    );
  const ways = [{ id: 'now', options: again } as const, ...(changes === null ? [] : [{ id: 'changes', options: changes } as const])];
  return (
    <>
      {goOn !== null && (
        <Button className="button" isDisabled={create.isPending} onPress={() => begin(goOn)}>
          <Play size={14} aria-hidden />
          {text('again.goOn')}
        </Button>
      )}
      <MenuTrigger>
        <Button className="button" isDisabled={create.isPending}>
          <RotateCw size={14} aria-hidden />
          {text('again.label')}
          <ChevronDown size={14} aria-hidden />
        </Button>
        <Popover className="popover" placement="bottom end">
          <Menu className="menu" items={ways}>
            {({ id, options }) => (
              <MenuItem id={id} className="menu-item" onAction={() => begin(options)}>
                {text(`again.${id}`)}
              </MenuItem>
            )}
          </Menu>
        </Popover>
      </MenuTrigger>
      {create.error !== null && <Problem error={create.error} />}
    </>
  );
}
