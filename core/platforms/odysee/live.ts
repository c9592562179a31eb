// The chat of a running stream, from the socket that the site itself listens at. What was said before is among the comments of the claim.
import { PlatformRefusal } from '#core/contract/error.ts';
import type { Page } from '#core/platform-api/define.ts';
import { LISTEN_MS, readEach, streamRuns, turnPage } from '#core/platform-kit/live-turn.ts';
import { optionalAnswer } from '#core/platform-kit/optional-answer.ts';
import { percentEncoded } from '#core/platform-kit/web-address.ts';
import { readJson, readWire } from '#core/platform-kit/wire.ts';
import { askClaim } from '#core/platforms/odysee/ask.ts';
import { commentItem } from '#core/platforms/odysee/comment.ts';
import { liveAnswer, said, saidType, type WireComment } from '#core/platforms/odysee/wire.ts';
import type { LineMessage, Session } from '#core/platform-api/session.ts';
import { readRows } from '#core/platform-api/odd-rows.ts';

/** `quiet`: turns in which nothing was said, without a break. */
export type LiveCursor = {
  readonly list: 'live';
  readonly lbry: string;
  readonly address: string;
  readonly turn: number;
  readonly quiet: number;
};

const SOCKET = 'wss://sockety.odysee.tv/ws/commentron';
const STREAMS = 'https://api.odysee.live/livestream/is_live';
const DOOR = 'chat socket';
/** Where Odysee does not say whether it streams, half an hour of silence is the end. */
const MOST_QUIET_TURNS = 360;
const FROM_NOW_ON =
  'Live chat is listened to from now on. What was said before comes with the comments of the same address, without "live".';
const NOT_LIVE = 'The channel does not stream now, so there is no live chat.';
const SILENCE = 'Nothing was said for half an hour, and Odysee does not say whether the stream goes on.';
const MEANWHILE = 'what was said meanwhile comes with the comments of the same address.';

/** What is said for a while. The end of the stream ends it. */
export async function livePage(cursor: LiveCursor, session: Session): Promise<Page<LiveCursor>> {
  const { lbry, address, turn } = cursor;
  const stream = await session.once(`odysee stream ${lbry}`, () => streamAt(lbry, session));
  if (turn === 0 && stream.isLive === false) return turnPage(cursor, { door: DOOR, items: [], next: null, notes: [NOT_LIVE] });
  const query = `id=${stream.room}&category=${percentEncoded(stream.category)}&sub_category=viewer`;
  const heard = await session.listen({
    url: `${SOCKET}?${query}`,
    headers: { origin: 'https://odysee.com' },
    listenForMs: LISTEN_MS,
  });
  const { said: comments, gaps } = await readEach(heard.messages, ({ data }) => commentIn(data));
  const quiet = comments.length > 0 ? 0 : cursor.quiet + 1;
  const runs = await streamRuns(cursor, heard, async () => (await stateOf(stream, session)).isLive);
  const isSilent = runs === null && quiet >= MOST_QUIET_TURNS;
  return turnPage(cursor, {
    door: DOOR,
    items: readRows(comments, 'comments', (comment) => ({ ...commentItem(comment, address, null), kind: 'chat', parentId: null })),
    next: runs === false || isSilent ? null : { ...cursor, quiet },
    heard,
    meanwhile: MEANWHILE,
    firstNote: FROM_NOW_ON,
    notes: isSilent ? [SILENCE] : [],
    gaps,
  });
}

interface Stream {
  readonly claim: string;
  readonly channel: string;
  /** `@Channel:c`: how the socket sorts its rooms. */
  readonly category: string;
}

interface State {
  /** Null where Odysee does not say. */
  readonly isLive: boolean | null;
  /** How the socket names the room of the claim: of one for members alone from its end. */
  readonly room: string;
}

/** @throws CommentdockError NOT_FOUND where there is no such claim, or nobody has signed it; else as `askClaim` */
async function streamAt(lbry: string, session: Session): Promise<Stream & State> {
  const { claim_id: claim, signing_channel: signer } = await askClaim(session, lbry);
  const [channel, address] = [signer?.claim_id, signer?.canonical_url];
  if (!claim || !channel || !address)
    throw new PlatformRefusal('NOT_FOUND', 'No channel stands behind this URL, so nobody can stream there.');
  const stream = { claim, channel, category: address.replace(/^lbry:\/\//, '').replace('#', ':') };
  return { ...stream, ...(await stateOf(stream, session)) };
}

/** A channel that streams something else does not stream this claim, whose room is silent then. */
async function stateOf({ claim, channel }: Pick<Stream, 'claim' | 'channel'>, session: Session): Promise<State> {
  const answer = await optionalAnswer(session, liveAnswer, { url: STREAMS, query: { channel_claim_id: channel } });
  const { Live: isLive = null, ActiveClaim: active } = answer?.data ?? {};
  const isOther = active?.ClaimID != null && active.ClaimID !== claim;
  return {
    isLive: isOther ? false : isLive,
    room: !isOther && active?.Protected === true ? [...claim].toReversed().join('') : claim,
  };
}

/** Counts of viewers, pins and removals are no words. */
function commentIn(message: LineMessage): readonly WireComment[] {
  if (typeof message !== 'string') return [];
  const event = readJson(message, 'socket');
  if (readWire(saidType, event, 'socket').type !== 'delta') return [];
  return [readWire(said, event, 'socket').data.comment];
}
