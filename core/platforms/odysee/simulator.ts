import type { SimulatedAnswer, SimulatedLine, Simulator } from '#test/world/simulator.ts';

export interface OdyseeParams {
  /** Comments at top level; every fourth has two replies. Default 120. */
  readonly comments?: number;
  /** Comments that are counted and not shown. */
  readonly heldBack?: number;
  readonly protected?: boolean;
  /** What the comment server refuses with, or its status. */
  readonly refusal?: string | number;
  /** False: there are no likes to be had. */
  readonly givesLikes?: boolean;
  /** How the stream fares: it goes on until its chat was read (default), does not run, is interrupted once, is silent and nobody says whether it runs, has no channel; the channel streams another claim; the stream is for members. */
  readonly stream?: 'live' | 'over' | 'interrupted' | 'silent' | 'unsigned' | 'another' | 'protected';
}

interface Call {
  readonly method: string;
  readonly params: {
    readonly urls?: readonly string[];
    readonly page?: number;
    readonly page_size?: number;
    readonly top_level?: boolean;
    readonly sort_by?: number;
    readonly comment_ids?: string;
    readonly claim_id?: string;
  };
}

interface Row {
  readonly index: number;
  readonly reply: number | null;
}

export const CLAIM = 'd826937ad9bf3b7991eada5034c4612389583bc1';
const CHANNEL = 'c0ffee00000000000000000000000000000000aa';
const START = Date.UTC(2023, 11, 1) / 1000;

/** Odysee's comment server with one claim, known as `lbry://@Somebody#c/a-video#d` too. */
export function odyseeSimulator(params: OdyseeParams): Simulator {
  const stream = { isLive: params.stream !== 'over', calls: 0 };
  return ({ url, body }) => {
    if (url.hostname === 'api.odysee.live') return liveAnswer(url, stream, params);
    if (url.hostname === 'sockety.odysee.tv') return chatAt(url, stream, params);
    if (url.hostname !== 'comments.odysee.tv' && url.hostname !== 'api.na-backend.odysee.com') return null;
    const call = JSON.parse(body) as Call;
    if (url.searchParams.get('m') !== call.method) return null;
    if (call.method === 'resolve') return resolve(call.params.urls?.[0] ?? '', params);
    if (typeof params.refusal === 'number') return { status: params.refusal, body: '<html>no</html>' };
    if (params.refusal !== undefined) return { body: { jsonrpc: '2.0', error: { code: -32_000, message: params.refusal }, id: 1 } };
    if (call.method === 'reaction.List') return likes(call.params.comment_ids ?? '', params);
    return call.method === 'comment.List' ? list(call.params, params) : null;
  };
}

interface Stream {
  isLive: boolean;
  calls: number;
}

function liveAnswer(url: URL, { isLive }: Stream, { stream }: OdyseeParams): SimulatedAnswer {
  if (url.searchParams.get('channel_claim_id') !== CHANNEL || stream === 'silent') return { status: 500, body: '' };
  const claim = stream === 'another' ? CLAIM.replace('d', '0') : CLAIM;
  const active = { ClaimID: claim, CanonicalURL: 'lbry://@Somebody#c/a-video#d', Protected: stream === 'protected' };
  const data = { ChannelClaimID: CHANNEL, Live: isLive, ViewerCount: 12, VideoURL: 'https://cdn.odysee.live/x.m3u8', ActiveClaim: active };
  return { body: { success: true, error: null, data } };
}

function chatAt(url: URL, stream: Stream, params: OdyseeParams): SimulatedAnswer | null {
  const { id, category, sub_category: part } = Object.fromEntries(url.searchParams);
  const room = params.stream === 'protected' ? [...CLAIM].toReversed().join('') : CLAIM;
  if (url.pathname !== '/ws/commentron' || id !== room || category !== '@Somebody:c' || part !== 'viewer') return null;
  return { line: (line) => playChat(line, stream, params) };
}

/** What is said at once; then it hangs up, and the stream is over unless it was an interruption. */
function playChat(line: SimulatedLine, stream: Stream, params: OdyseeParams): void {
  stream.calls += 1;
  if (params.stream === 'silent') return;
  const isCut = params.stream === 'interrupted' && stream.calls === 1;
  line.say(JSON.stringify({ type: 'viewers', data: { connected: 12 } }));
  for (const index of isCut ? [0, 1] : [1, 2, 4])
    line.say(JSON.stringify({ type: 'delta', data: { comment: comment({ index, reply: null }) } }));
  line.say(JSON.stringify({ type: 'removed', data: { comment: { comment_id: 'c1' } } }));
  stream.isLive = isCut;
  line.hangUp();
}

function answer(result: object): SimulatedAnswer {
  return { body: { jsonrpc: '2.0', result, id: 1 } };
}

function resolve(address: string, params: OdyseeParams): SimulatedAnswer {
  const isKnown = ['lbry://@Somebody#c/a-video#d', `lbry://@Somebody#c/a-video#${CLAIM}`, 'lbry://@Somebody#c'].includes(address);
  const signer =
    params.stream === 'unsigned' ? {} : { signing_channel: { claim_id: CHANNEL, name: '@Somebody', canonical_url: 'lbry://@Somebody#c' } };
  return answer({
    [address]: isKnown ? { claim_id: CLAIM, name: 'a-video', ...signer } : { error: { name: 'NOT_FOUND', text: 'Could not find claim' } },
  });
}

function likes(ids: string, { givesLikes = true }: OdyseeParams): SimulatedAnswer {
  if (!givesLikes) return { body: { jsonrpc: '2.0', error: { code: -32_000, message: 'not found' }, id: 1 } };
  return answer({
    my_reactions: {},
    others_reactions: Object.fromEntries(ids.split(',').map((id) => [id, { like: id.length, dislike: 1 }])),
  });
}

function list(
  { page = 1, page_size: size = 50, top_level: isTop, sort_by: sort, claim_id: claim }: Call['params'],
  params: OdyseeParams,
): SimulatedAnswer {
  if (claim !== CLAIM) return answer({ page, page_size: size, total_items: 0, total_filtered_items: 0 });
  if (params.protected) return answer({ page, total_items: 0, has_protected_comments: true });
  const rows: Row[] = Array.from({ length: params.comments ?? 120 }, (_, index) => index).flatMap((index) => [
    { index, reply: null },
    ...(isTop || index % 4 !== 0 ? [] : [0, 1].map((reply) => ({ index, reply }))),
  ]);
  const sorted =
    sort === 1
      ? rows
      : sort === 0
        ? rows.toReversed()
        : rows.toSorted((one, other) => ((one.index * (sort ?? 0)) % 7) - ((other.index * (sort ?? 0)) % 7));
  const items = sorted.slice((page - 1) * size, page * size).map(comment);
  const total = rows.length + (params.heldBack ?? 0);
  return answer({
    page,
    page_size: size,
    total_pages: Math.ceil(rows.length / size),
    total_items: total,
    total_filtered_items: rows.length,
    ...(items.length > 0 ? { items } : {}),
  });
}

function comment({ index, reply }: Row): object {
  const place = index * 3 + (reply === null ? 0 : reply + 1);
  return {
    comment_id: reply === null ? `c${index}` : `c${index}r${reply}`,
    comment: `Comment ${place} :cool: <stkr>:CAT:<stkr>`,
    claim_id: CLAIM,
    timestamp: START + place * 60,
    signing_ts: String(START + place * 60),
    channel_id: `channel${place}`,
    channel_name: `@Person${place}`,
    channel_url: `lbry://@Person${place}#channel${place}`,
    currency: place === 3 ? 'USD' : '',
    support_amount: place === 3 ? 5 : 0,
    is_fiat: place === 3,
    is_hidden: false,
    is_pinned: place === 9,
    ...(place === 6 ? { is_creator: true } : {}),
    ...(reply === null ? { replies: index % 4 === 0 ? 2 : 0 } : { parent_id: `c${index}` }),
  };
}
