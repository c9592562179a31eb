import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';

interface KeptFocus<E extends HTMLElement> {
  readonly ref: RefObject<E | null>;
  readonly onFocus: () => void;
  readonly onBlur: (event: FocusEvent) => void;
}

/**
 * Keeps the focus in an element whose buttons come and go: where the one that had it is gone, the first link or button there has it. The parts
 * go to that element.
 */
export function useKeptFocus<E extends HTMLElement>(): KeptFocus<E> {
  const ref = useRef<E>(null);
  const isWithin = useRef(false);
  useLayoutEffect(() => {
    const { activeElement } = document;
    const isLost = activeElement === null || activeElement === document.body;
    if (isWithin.current && isLost) ref.current?.querySelector<HTMLElement>('a[href], button:not(:disabled)')?.focus();
  });
  return {
    ref,
    onFocus: () => {
      isWithin.current = true;
    },
    onBlur: ({ target, relatedTarget }) => {
      // What goes away with the focus has no successor: that is no leaving.
      if (relatedTarget !== null || target.isConnected) isWithin.current = false;
    },
  };
}
