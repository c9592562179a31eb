/** User names, ids and names compare after this: without `@`, upper and lower case alike. */
export function plainHandle(handle: string): string {
  return handle.trim().normalize('NFC').toLowerCase().replace(/^@/, '');
}
