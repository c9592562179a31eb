/** By then every browser has taken up what it was given to save. */
const READ_WITHIN_MS = 60_000;

/**
 * Saves a file by its link, which needs no pass. The path alone: the page may stand under another name of this machine.
 * @param name what it is called then, without its ending; left out: as its link
 */
export function saveFrom(link: string, name?: string): void {
  const { pathname } = new URL(link, location.href);
  click(name === undefined ? pathname : `${pathname}?${new URLSearchParams({ name }).toString()}`, '');
}

/** Saves what the page holds already. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  click(url, name);
  // A click asks for it, and no more: on a busy machine the browser reads it later, and would find nothing.
  setTimeout(() => URL.revokeObjectURL(url), READ_WITHIN_MS);
}

function click(href: string, name: string): void {
  const anchor = document.createElement('a');
  anchor.href = href;
  anchor.download = name;
  anchor.click();
}
