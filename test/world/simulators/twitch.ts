import type { SimulatedAnswer, Simulator } from '#test/world/simulator.ts';

export interface TwitchParams {
  /** Messages of the video, two a second. Default 130. */
  readonly messages?: number;
  /** Messages of the first second. Default 2. */
  readonly inFirstSecond?: number;
  /** What Twitch wants a proof for: pages by cursor, or everything; `mobile`: everything from its mobile client. */
  readonly wantsProof?: 'cursors' | 'everything' | 'mobile';
  /** An error instead of data. */
  readonly error?: string;
  /** The video or the clip that is asked for is gone; the clip's video is; the chat is not there at the moment. */
  readonly gone?: 'video' | 'clip' | 'videoOfClip' | 'comments';
  /** Dates of messages lie so many minutes before what they should be. */
  readonly shiftMinutes?: number;
}

interface Operation {
  readonly query?: string;
  readonly variables?: { readonly videoID: string; readonly cursor?: string; readonly contentOffsetSeconds?: number };
}

const PER_PAGE = 50;
const START = Date.UTC(2024, 11, 28, 3);
const MOBILE = 'kd1unb4b3q4t58fwlpcbzcbnm76a8fp';

/** Twitch's GraphQL with one video (`1602009987`) and a clip that shows its seconds 10 to 20. */
export function twitchSimulator(params: TwitchParams): Simulator {
  return ({ url, body, headers }) => {
    if (url.hostname !== 'gql.twitch.tv') return null;
    const asked = JSON.parse(body) as Operation | readonly Operation[];
    const answer = (operation: Operation): object => answerTo(operation, headers['client-id'] ?? '', params);
    return { body: Array.isArray(asked) ? asked.map(answer) : answer(asked as Operation) } satisfies SimulatedAnswer;
  };
}

function answerTo({ query, variables }: Operation, client: string, params: TwitchParams): object {
  if (query?.includes('clip(')) return { data: { clip: clip(params) }, extensions: {} };
  if (query?.includes('video(')) return { data: { video: { createdAt: new Date(START).toISOString(), lengthSeconds: 65 } } };
  const { cursor, contentOffsetSeconds: second = 0 } = variables ?? {};
  const isRefused =
    params.wantsProof === 'everything' ||
    (params.wantsProof === 'mobile' && client === MOBILE) ||
    (params.wantsProof === 'cursors' && cursor !== undefined);
  if (isRefused) return { errors: [{ message: 'failed integrity check' }], data: null };
  if (params.error !== undefined) return { errors: [{ message: params.error }] };
  if (params.gone === 'video') return { data: { video: null } };
  if (params.gone === 'comments') return { data: { video: { id: '1', comments: null } } };
  const all = messages(params);
  const first = cursor === undefined ? all.findIndex((each) => each.contentOffsetSeconds >= second) : Number(cursor.slice(1));
  return { data: { video: { id: '1602009987', comments: page(all, first === -1 ? all.length : first) } }, extensions: {} };
}

/** All edges of a page carry one cursor. */
function page(all: readonly object[], first: number): object {
  const end = Math.min(first + PER_PAGE, all.length);
  const edges = all.slice(first, end).map((node) => ({ cursor: `c${end}`, node, __typename: 'VideoCommentEdge' }));
  return { edges, pageInfo: { hasNextPage: end < all.length, hasPreviousPage: false } };
}

function clip({ gone }: TwitchParams): object | null {
  if (gone === 'clip') return null;
  return {
    durationSeconds: 9.8,
    videoOffsetSeconds: 10,
    video: gone === 'videoOfClip' ? null : { id: '1602009987', createdAt: new Date(START).toISOString() },
  };
}

function messages({ messages: count = 130, inFirstSecond = 2, shiftMinutes = 0 }: TwitchParams) {
  return Array.from({ length: count }, (_, index) => {
    const second = index < inFirstSecond ? 0 : Math.floor((index - inFirstSecond) / 2) + 1;
    return {
      id: `message-${index}`,
      commenter: index === 4 ? null : { id: String(900 + index), login: `person${index}`, displayName: `Person${index}` },
      contentOffsetSeconds: second,
      createdAt: new Date(START + second * 1000 - shiftMinutes * 60_000).toISOString(),
      message: {
        fragments:
          index === 3
            ? [
                { text: 'cheer100 well done ', emote: null },
                { text: 'Kappa', emote: { emoteID: '25', from: 20 } },
              ]
            : [{ text: `Message ${index}`, emote: null }],
        userBadges: [
          { setID: '', version: '' },
          { setID: 'subscriber', version: '12' },
        ],
        userColor: index % 2 === 0 ? '#B26422' : null,
      },
    };
  });
}
