import { useEffect } from 'react';

const PREFIX = '#/?';
const WEB_ADDRESS = /^https?:\/\//i;

/** The address that a link fills in (`#/?url=<address>`); null for every other place. */
export function handedOver(hash: string): string | null {
  const url = hash.startsWith(PREFIX) ? new URLSearchParams(hash.slice(PREFIX.length)).get('url') : null;
  return url !== null && WEB_ADDRESS.test(url) ? url : null;
}

/** Tells of each address that is handed over, once: it leaves the place. Nothing is started. */
export function useHandedOver(take: (url: string) => void): void {
  useEffect(() => {
    const look = (): void => {
      const url = handedOver(location.hash);
      if (url === null) return;
      history.replaceState(null, '', '#/');
      take(url);
    };
    look();
    window.addEventListener('hashchange', look);
    return () => window.removeEventListener('hashchange', look);
  }, [take]);
}
