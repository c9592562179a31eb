import { useQuery } from '@tanstack/react-query';
import { Pause, Play } from 'lucide-react';
import { Button } from 'react-aria-components';
import { readOf, useChange } from '#renderer/client/queries.ts';
import { useWords } from '#renderer/messages/use-messages.ts';

/** Whether the owner holds all exports. */
export function usePaused(): boolean {
  return useQuery(readOf('service.pausing', {})).data?.paused ?? false;
}

/** Holds all exports, and lets them go on. */
export function PauseSwitch() {
  const { text } = useWords();
  const isPaused = usePaused();
  const pause = useChange('service.pause', 'service.pausing');
  const resume = useChange('service.resume', 'service.pausing');
  const isBusy = pause.isPending || resume.isPending;
  return (
    <Button className="button" isDisabled={isBusy} onPress={() => (isPaused ? resume.mutate({}) : pause.mutate({}))}>
      {isPaused ? <Play size={14} aria-hidden /> : <Pause size={14} aria-hidden />}
      {text(isPaused ? 'exports.resumeAll' : 'exports.pauseAll')}
    </Button>
  );
}
