import type { Place } from '#renderer/shell/place.ts';

/** An export that is to be repeated. Options are those of a job. */
export interface Repeated {
  readonly url: string;
  readonly options: Readonly<Record<string, unknown>>;
}

const NEW = 'new';

/** Where the form for a new schedule stands, filled in with an export. */
export function repeatPlace(repeated: Repeated): Place {
  const bytes = new TextEncoder().encode(JSON.stringify(repeated));
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return { view: 'schedules', detail: `${NEW}.${base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}` };
}

/** Whether a place of the schedules is the form for a new one. */
export function isNew(detail: string): boolean {
  return detail === NEW || detail.startsWith(`${NEW}.`);
}

/** What the form is filled in with; null where that is nothing, or nothing that makes sense. */
export function repeatedIn(detail: string): Repeated | null {
  try {
    const base64 = detail
      .slice(NEW.length + 1)
      .replaceAll('-', '+')
      .replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const said = JSON.parse(new TextDecoder().decode(bytes)) as Partial<Repeated> | null;
    return typeof said?.url === 'string' && typeof said.options === 'object' ? { url: said.url, options: said.options ?? {} } : null;
  } catch {
    return null;
  }
}
