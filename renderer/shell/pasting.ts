import { useEffect } from 'react';
import { goTo } from '#renderer/shell/place.ts';
import { takesText } from '#renderer/shell/takes-text.ts';
import { addressesIn } from '#renderer/views/home/addresses.ts';
import { addToDraft } from '#renderer/views/home/draft.ts';

/** Addresses that are pasted where nothing takes a text stand on Home then. Nothing is started. */
export function usePastedAddresses(): void {
  useEffect(() => {
    const take = (event: ClipboardEvent): void => {
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (takesText(event.target) || addressesIn(text).size === 0) return;
      event.preventDefault();
      addToDraft(text);
      goTo({ view: 'home' });
    };
    document.addEventListener('paste', take);
    return () => document.removeEventListener('paste', take);
  }, []);
}
