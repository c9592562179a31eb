// The page of a video: the id that its comments are asked for by, and the number of its chat.
import { PlatformChanged } from '#core/contract/error.ts';
import { checked } from '#core/platform-kit/checked.ts';
import { readWire } from '#core/platform-kit/wire.ts';
import { jsonScriptsOf } from '#core/platform-kit/embedded-json.ts';
import { firstCapture } from '#core/platform-kit/first-capture.ts';
import { nearest } from '#core/platform-kit/json-tree.ts';
import type { Session } from '#core/platform-api/session.ts';
import { z } from 'zod';

interface VideoPage {
  /** Id of the player, without the leading `v`: the number of the video to base 36. */
  readonly embed: string | null;
  /** Number of the video, which is that of its chat. */
  readonly number: string | null;
}

const EMBED_IDS = [
  /\bRumble\(\s*"play"\s*,\s*\{[^}]*?"video"\s*:\s*"v([\da-z]+)"/i,
  /"video"\s*:\s*"v([\da-z]+)"/i,
  /rumble\.com\/embed\/(?:[\da-z]+\.)?v([\da-z]+)\b/i,
];
/** Of a running stream without quotes, of a video in an attribute: with the quotes as they are, or escaped. */
const NUMBERS = [
  /\bvideo_id(?:"|&quot;)?\s*:\s*(?:"|&quot;)?(\d+)/,
  /\bdata-video-id="(\d+)"/,
  /\/chat\/popup\/(\d+)/,
  /\bdata-video-fid="(\d+)"/,
];
const BASE = 36;
/** A short is shown among others, each by the id of its page. */
const SHORT = /\/shorts\/(v[\da-z]+)/i;
const shortSchema = z.object({ permalink_id: z.string(), id: z.int().positive() });

/** @throws PlatformRefusal NOT_FOUND, BLOCKED; further errors are those of `fetch` */
export async function readVideoPage(session: Session, page: string): Promise<VideoPage> {
  return session.once(`rumble ${page}`, async () => {
    const { text } = await session.fetch({ url: page });
    const short = shortOn(text, SHORT.exec(page)?.[1] ?? null);
    if (short !== null) return { embed: short.toString(BASE), number: String(short) };
    const embed = firstCapture(EMBED_IDS, text);
    return { embed, number: firstCapture(NUMBERS, text) ?? numberOf(embed) };
  });
}

/** The number of a short; null where the page does not list it. */
function shortOn(text: string, permalink: string | null): number | null {
  if (permalink === null) return null;
  const isShort = (value: object): boolean => checked(shortSchema, value).data?.permalink_id === permalink;
  const found = nearest(jsonScriptsOf(text, `"${permalink}"`), isShort);
  return found === undefined ? null : readWire(shortSchema, found, 'short').id;
}

function numberOf(embed: string | null): string | null {
  const number = embed === null ? Number.NaN : Number.parseInt(embed, BASE);
  return Number.isSafeInteger(number) ? String(number) : null;
}

/** @throws PlatformChanged where the page does not hold it */
export function expectId(id: string | null, where: string): string {
  if (id === null) throw new PlatformChanged(where);
  return id;
}
