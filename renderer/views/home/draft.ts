import { useMemo, useSyncExternalStore } from 'react';
import { type ExportWish, NO_WISH } from '#renderer/views/home/export-form.ts';

/** What stands on Home before it is started. */
interface Draft {
  readonly typed: string;
  readonly wish: ExportWish;
  /** The address that a link filled in, where it stands alone; null: somebody typed. */
  readonly handed: string | null;
}

/** Of this tab alone, for as long as it is open. */
const STORED = 'commentdock.draft';
const CHANGED = 'commentdock:draft';
/** Far more than anybody starts at once, and less than a browser keeps. */
const MOST_LETTERS = 1_000_000;

/** What one began to type, also after one was elsewhere. */
export function useDraft(): Draft {
  const stored = useSyncExternalStore(subscribe, read);
  return useMemo(() => draftOf(stored), [stored]);
}

export function changeDraft(next: (before: Draft) => Partial<Draft>): void {
  const before = draftOf(read());
  const after = { ...before, ...next(before) };
  sessionStorage.setItem(STORED, JSON.stringify({ ...after, typed: after.typed.slice(0, MOST_LETTERS) }));
  window.dispatchEvent(new Event(CHANGED));
}

export function forgetDraft(): void {
  sessionStorage.removeItem(STORED);
  window.dispatchEvent(new Event(CHANGED));
}

/** Puts more below what is there. */
export function addToDraft(more: string): void {
  changeDraft(({ typed }) => ({ typed: withMore(typed, more) }));
}

/** Puts an address there that a link filled in: in the place of the one before it, and of nothing that somebody typed. */
export function handToDraft(url: string): void {
  changeDraft(({ typed, handed }) => {
    const after = typed === handed ? url : withMore(typed, url);
    return { typed: after, handed: after === url ? url : null };
  });
}

function withMore(typed: string, more: string): string {
  return typed.trim() === '' ? more.trim() : `${typed.trim()}\n${more.trim()}`;
}

function read(): string {
  return sessionStorage.getItem(STORED) ?? '{}';
}

/** As this window wrote it. */
function draftOf(stored: string): Draft {
  const { typed = '', wish, handed = null } = JSON.parse(stored) as Partial<Draft>;
  return { typed, wish: { ...NO_WISH, ...wish }, handed };
}

function subscribe(changed: () => void): () => void {
  window.addEventListener(CHANGED, changed);
  return () => window.removeEventListener(CHANGED, changed);
}
