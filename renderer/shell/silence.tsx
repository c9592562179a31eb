import { useQueryClient } from '@tanstack/react-query';
import { Unplug } from 'lucide-react';
import { useCallback } from 'react';
import { useSilence } from '#renderer/client/reach.ts';
import { useWords } from '#renderer/messages/use-messages.ts';

/** Says that the service does not answer, and lets everything go on once it does. */
export function Silence() {
  const { text } = useWords();
  const kept = useQueryClient();
  const isSilent = useSilence(useCallback(() => void kept.invalidateQueries(), [kept]));
  return (
    <div className="silence-place" aria-live="assertive">
      {isSilent && (
        <div className="silence">
          <Unplug size={16} aria-hidden />
          <p>
            <strong>{text('silence.title')}</strong> {text('silence.words')}
          </p>
        </div>
      )}
    </div>
  );
}
