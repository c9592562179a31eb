/** In the storage of our origin, which pages of other ports cannot read. The other half is a cookie that no script sees. */
const STORED = 'commentdock.window-key';
const HANDED_OVER = /^#key=([\w-]+)$/;

/** Takes over the key that a one-time link hands over behind `#`, and removes it from the address. */
export function takeKey(): void {
  const key = HANDED_OVER.exec(location.hash)?.[1];
  if (key === undefined) return;
  localStorage.setItem(STORED, key);
  history.replaceState(null, '', '/');
}

/** Null where no link was opened in this browser. */
export function windowKey(): string | null {
  return localStorage.getItem(STORED);
}

/** Forgets the key and shows the page anew, which then says how to get in. */
export function leave(): void {
  localStorage.removeItem(STORED);
  location.reload();
}
