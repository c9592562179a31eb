import { orNull } from '#core/platforms/kit/item.ts';

/** An address as a platform delivers it, with the `https:` that pages leave out (`//host/path`); null where there is none. */
export function withScheme(address: string | null | undefined): string | null {
  const given = orNull(address);
  return given?.startsWith('//') ? `https:${given}` : given;
}
