import { ChevronDown, Play, RotateCw } from 'lucide-react';
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallError } from '#renderer/client/call.ts';
import { type Job, KEPT } from '#renderer/client/queries.ts';
import { Problem } from '#renderer/components/states.tsx';
import { useWords } from '#renderer/messages/use-messages.ts';
import { goTo } from '#renderer/shell/place.ts';
import { beginFurther, furtherOf, type Options } from '#renderer/views/exports/further.ts';

/** Goes on with an export that ended, or makes it once more. */
export function Again({ job }: { readonly job: Job }) {
  const { text } = useWords();
  const kept = useQueryClient();
  const create = useMutation<Job | null, CallError, Options>({
    mutationFn: (options) => beginFurther(job, options),
    onSuccess: (made) => made !== null && goTo({ view: 'export', guid: made.guid }),
    onSettled: () => kept.invalidateQueries({ queryKey: KEPT.jobs }),
  });
  const further = furtherOf(job);
  if (further === null) return null;
  const { goOn, again, changes } = further;
  const ways = [{ id: 'now', options: again } as const, ...(changes === null ? [] : [{ id: 'changes', options: changes } as const])];
  return (
    <>
      {goOn !== null && (
        <Button className="button" isDisabled={create.isPending} onPress={() => create.mutate(goOn)}>
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
              <MenuItem id={id} className="menu-item" onAction={() => create.mutate(options)}>
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
