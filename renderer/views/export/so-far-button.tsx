import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { Button } from 'react-aria-components';
import type { CallError } from '#renderer/client/call.ts';
import type { Job } from '#renderer/client/queries.ts';
import { Problem } from '#renderer/components/states.tsx';
import { useLateWords } from '#renderer/messages/late.ts';
import { saveRowsSoFar } from '#renderer/views/export/rows-so-far.ts';

/** What a running export has so far, as a file. */
export function SoFarButton({ job, name }: { readonly job: Job; readonly name: string }) {
  const { late } = useLateWords('notes');
  const save = useMutation<number, CallError>({ mutationFn: () => saveRowsSoFar(job, name) });
  return (
    <>
      <Button className="button" isDisabled={save.isPending} onPress={() => save.mutate()}>
        <Download size={14} aria-hidden />
        {late('more.soFar')}
      </Button>
      {save.error !== null && <Problem error={save.error} />}
    </>
  );
}
