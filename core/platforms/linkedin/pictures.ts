import type { Media } from '#core/contract/item.ts';
import { fits } from '#core/platform-kit/checked.ts';
import { everyOf, shallowest } from '#core/platform-kit/json-tree.ts';
import { mediaOf } from '#core/platform-kit/media.ts';
import { readWire } from '#core/platform-kit/wire.ts';
import type { Voyage } from '#core/platforms/linkedin/ask.ts';
import { streamSchema, vectorImageSchema } from '#core/platforms/linkedin/wire.ts';

/** The pictures in a part of an answer, each in its largest size. */
export function picturesIn(part: unknown): string[] {
  return everyOf(part, (value) => fits(vectorImageSchema, value)).flatMap((found) => {
    const { rootUrl, artifacts } = readWire(vectorImageSchema, found, '$');
    const widest = artifacts.toSorted((one, other) => (other.width ?? 0) - (one.width ?? 0))[0]?.fileIdentifyingUrlPathSegment;
    return widest ? [rootUrl + widest] : [];
  });
}

/** Pictures and the film of a post or a comment; a film may stand elsewhere in the answer. */
export function mediaIn(content: unknown, { entities }: Pick<Voyage, 'entities'>): Media[] {
  const reference = shallowest(content, '*videoPlayMetadata');
  const film = typeof reference === 'string' ? entities.get(reference) : shallowest(content, 'videoPlayMetadata');
  const [widest] = everyOf(film, (value) => fits(streamSchema, value))
    .map((found) => readWire(streamSchema, found, '$'))
    .toSorted((one, other) => (other.width ?? 0) - (one.width ?? 0));
  return mediaOf(film === undefined ? picturesIn(content) : [], [widest?.streamingLocations[0]?.url]);
}
