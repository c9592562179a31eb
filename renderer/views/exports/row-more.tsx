import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { Button, MenuTrigger } from 'react-aria-components';
import type { Job } from '#renderer/client/queries.ts';
import { ActionMenu } from '#renderer/components/action-menu.tsx';
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
        <ActionMenu items={items} onAction={setOpened} />
      </MenuTrigger>
      <LabelDialog jobs={[job]} isOpen={opened === 'label'} onClose={close} />
      <ToneDialog job={job} isOpen={opened === 'judge'} onClose={close} />
    </>
  );
}
