import { PackFault } from '#core/packs/pack-fault.ts';
import { JSON_CEILING } from '#core/platform-kit/ceilings.ts';

/** Levels of what crosses: requests, cursors, pages. */
const MOST_LEVELS = 64;

/**
 * A copy of what the code of a pack gives: plain objects, lists and bytes, each property read once. What it gave may answer otherwise the
 * next time it is asked, or change while somebody waits.
 * @throws PackFault where there is anything else in it, or more than the ceilings allow
 */
export function plainOf(value: unknown): unknown {
  let elements = 0;
  const copy = (part: unknown, level: number): unknown => {
    elements += 1;
    if (elements > JSON_CEILING.elements) throw new PackFault('gave more than any page holds');
    if (level > MOST_LEVELS) throw new PackFault('gave something too deep');
    if (part === null || part === undefined || typeof part === 'string' || typeof part === 'number' || typeof part === 'boolean')
      return part;
    if (typeof part !== 'object') throw new PackFault(`gave a ${typeof part} where data was expected`);
    if (ArrayBuffer.isView(part)) return bytesOf(part);
    return Array.isArray(part) ? copyList(part, level) : copyObject(part, level);
  };
  const copyList = (list: readonly unknown[], level: number): unknown[] => {
    const { length } = list;
    if (elements + length > JSON_CEILING.elements) throw new PackFault('gave more than any page holds');
    return Array.from({ length }, (_, index) => copy(list[index], level + 1));
  };
  const copyObject = (object: object, level: number): object => {
    const made: Record<string, unknown> = {};
    for (const key of Object.keys(object)) {
      const part = copy((object as Readonly<Record<string, unknown>>)[key], level + 1);
      if (part === undefined) continue;
      // The one name that means something else than a property. To define each of them takes six times as long.
      if (key === '__proto__') Object.defineProperty(made, key, { value: part, enumerable: true, configurable: true, writable: true });
      else made[key] = part;
    }
    return made;
  };
  return copy(value, 0);
}

/** Memory that nobody else has. */
function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return Uint8Array.from(new Uint8Array(buffer, byteOffset, byteLength));
}
