import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import type { Job } from '#renderer/client/queries.ts';
import { jobName } from '#renderer/components/job-name.ts';
import { useLateWords } from '#renderer/messages/late.ts';
import { mayBeJudged, ToneDialog } from '#renderer/views/export/tone.tsx';
import { LabelDialog } from '#renderer/views/exports/label-form.tsx';

type Opened = 'label' | 'judge';

/** What one does with an export now and then. */
export function RowMore({ job }: { readonly job: Job }) {
  const { late, text } = useLateWords('notes');
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = (): void => setOpened(null);
  const items: readonly { readonly id: Opened; readonly name: string }[] = [
    { id: 'label', name: late('label.action') },
    ...(mayBeJudged(job) ? [{ id: 'judge', name: text('tone.action') } as const] : []),
  ];
  return (
    <>
      <MenuTrigger>
        <Button className="icon-button" aria-label={late('more.label', { name: jobName(job) })}>
          <Ellipsis size={16} aria-hidden />
        </Button>
        <Popover className="popover" placement="bottom end">
          <Menu className="menu" items={items} onAction={(id) => setOpened(id as Opened)}>
            {({ id, name }) => (
              <MenuItem id={id} className="menu-item">
                {name}
              </MenuItem>
            )}
          </Menu>
        </Popover>
      </MenuTrigger>
      <LabelDialog jobs={[job]} isOpen={opened === 'label'} onClose={close} />
      <ToneDialog job={job} isOpen={opened === 'judge'} onClose={close} />
    </>
  );
}
