import { type ComponentType, lazy } from 'react';

/** A part of the window did not come: the service is away, or it has become another version than the page is of. */
export class PartMissing extends Error {}

/** A part of the window that comes when it is first shown. Where it does not, what shows it throws `PartMissing`. */
export function arriving<P extends object>(load: () => Promise<ComponentType<P>>) {
  return lazy(async () => {
    try {
      return { default: await load() };
    } catch (cause) {
      throw new PartMissing('A part of the window did not come.', { cause });
    }
  });
}
