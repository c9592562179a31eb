import type { ReactNode } from 'react';
import type { ExportWish } from '#renderer/views/home/export-form.ts';

/** The control of an option, where what says it in words finds it. */
export function Option({ of, children }: { readonly of: keyof ExportWish; readonly children: ReactNode }) {
  return <div data-option={of}>{children}</div>;
}

/** Puts the focus on the control of an option. */
export function focusOption(field: keyof ExportWish): void {
  document.querySelector<HTMLElement>(`[data-option=${field}] :is(input, button)`)?.focus();
}
