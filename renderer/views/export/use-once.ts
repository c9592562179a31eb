import { useState } from 'react';

/** True from the first time on. */
export function useOnce(isIt: boolean): boolean {
  const [was, setWas] = useState(isIt);
  if (isIt && !was) setWas(true);
  return was || isIt;
}
