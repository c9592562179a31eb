import { useEffect, useState } from 'react';

/** The first value at once, later ones when they stay for a moment. */
export function useSettled(value: string, restMs: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), restMs);
    return () => clearTimeout(timer);
  }, [value, restMs]);
  return settled;
}
