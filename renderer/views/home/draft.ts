import { useCallback, useState } from 'react';
import { type ExportWish, NO_WISH } from '#renderer/views/home/export-form.ts';

/** What stands on Home before it is started. */
export interface Draft {
  readonly typed: string;
  readonly wish: ExportWish;
  /** The address that a link filled in, where it stands alone; null: somebody typed. */
  readonly handed: string | null;
}

/** Of this tab alone, for as long as it is open. */
const STORED = 'commentdock.draft';
const EMPTY: Draft = { typed: '', wish: NO_WISH, handed: null };

/** What one began to type, also after one was elsewhere, and the ways to change and to forget it. */
export function useDraft() {
  const [draft, setDraft] = useState(storedDraft);
  const change = useCallback((next: (before: Draft) => Partial<Draft>) => {
    setDraft((before) => {
      const after = { ...before, ...next(before) };
      sessionStorage.setItem(STORED, JSON.stringify(after));
      return after;
    });
  }, []);
  const forget = useCallback(() => {
    sessionStorage.removeItem(STORED);
    setDraft(EMPTY);
  }, []);
  return { draft, change, forget };
}

/** As this window wrote it. */
function storedDraft(): Draft {
  const { typed = '', wish, handed = null } = JSON.parse(sessionStorage.getItem(STORED) ?? '{}') as Partial<Draft>;
  return { typed, wish: { ...NO_WISH, ...wish }, handed };
}
