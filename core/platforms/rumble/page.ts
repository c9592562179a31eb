// The page of a video: the id that its comments are asked for by, and the number of its chat.
import { PlatformChanged } from '#core/contract/error.ts';
import { firstCapture } from '#core/platforms/kit/first-capture.ts';
import type { Session } from '#core/platforms/session.ts';

export interface VideoPage {
  /** Id of the player, without the leading `v`. */
  readonly embed: string | null;
  /** Number of the video, which is that of its chat. */
  readonly number: string | null;
}

const EMBED_IDS = [
  /"video"\s*:\s*"v([\da-z]+)"/i,
  /rumble\.com\/embed\/(?:[\da-z]+\.)?v([\da-z]+)\b/i,
  /\bRumble\(\s*"play"\s*,\s*\{[^}]*?"video"\s*:\s*"v([\da-z]+)"/i,
];
const NUMBERS = [/\bdata-video-id="(\d+)"/, /"video_id"\s*:\s*"?(\d+)/, /\/chat\/popup\/(\d+)/, /\bdata-video-fid="(\d+)"/];

/** @throws PlatformRefusal NOT_FOUND, BLOCKED; further errors are those of `fetch` */
export async function readVideoPage(session: Session, page: string): Promise<VideoPage> {
  return session.once(`rumble ${page}`, async () => {
    const { text } = await session.fetch({ url: page });
    return { embed: firstCapture(EMBED_IDS, text), number: firstCapture(NUMBERS, text) };
  });
}

/** @throws PlatformChanged where the page does not hold it */
export function expectId(id: string | null, where: string): string {
  if (id === null) throw new PlatformChanged(where);
  return id;
}
