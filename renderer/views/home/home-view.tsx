import { Suspense, useDeferredValue } from 'react';
import { arriving } from '#renderer/components/arriving.ts';
import { useWords } from '#renderer/messages/use-messages.ts';
import { BrokenPart, ViewBoundary } from '#renderer/shell/view-boundary.tsx';
import { AddressField } from '#renderer/views/home/address-field.tsx';
import { addressesIn, MAX_ADDRESSES } from '#renderer/views/home/addresses.ts';
import { addToDraft, changeDraft, handToDraft, useDraft } from '#renderer/views/home/draft.ts';
import { useHandedOver } from '#renderer/views/home/handed-over.ts';

const BelowField = arriving(async () => (await import('#renderer/views/home/below-field.tsx')).BelowField);

/** Paste, see what is recognised, start; and what is being done and was done. */
export function HomeView() {
  const { text } = useWords();
  const { typed } = useDraft();
  useHandedOver(handToDraft);
  const looked = useDeferredValue(typed);
  const all = addressesIn(looked);
  return (
    <div className={all.size === 0 ? 'home' : 'home home-plan'}>
      <h1>{text('home.title')}</h1>
      <AddressField value={typed} onChange={(value) => changeDraft(() => ({ typed: value }))} onAdd={addToDraft} />
      {all.size > MAX_ADDRESSES && <p className="quiet">{text('home.tooMany', { count: MAX_ADDRESSES })}</p>}
      <p role="status">{all.size === 0 && looked.trim() !== '' && text('home.noAddress')}</p>
      <ViewBoundary place="home" broken={(failure) => <BrokenPart failure={failure} />}>
        <Suspense fallback={null}>
          <BelowField all={all} state={looked === typed ? 'current' : 'behind'} />
        </Suspense>
      </ViewBoundary>
    </div>
  );
}
