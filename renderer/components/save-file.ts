/** Saves a file by its link, which needs no pass. The path alone: the page may stand under another name of this machine. */
export function saveFrom(link: string): void {
  click(new URL(link, location.href).pathname, '');
}

/** Saves what the page holds already. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  click(url, name);
  URL.revokeObjectURL(url);
}

function click(href: string, name: string): void {
  const anchor = document.createElement('a');
  anchor.href = href;
  anchor.download = name;
  anchor.click();
}
