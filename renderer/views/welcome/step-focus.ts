import { type RefObject, useEffect, useRef } from 'react';

/** Puts the focus on the heading as a step comes, so that it is read and Tab goes on from there. */
export function useStepFocus(step: number): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [step]);
  return heading;
}
