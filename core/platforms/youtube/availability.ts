// Why a video shows no comments or no chat: the player of the phone's app says it.
import { z } from 'zod';
import { type JobErrorCode, PlatformRefusal } from '#core/contract/error.ts';
import { askPlayer } from '#core/platforms/youtube/innertube.ts';
import type { Session } from '#core/platform-api/session.ts';

const playerSchema = z.object({
  playerResponse: z
    .object({
      playabilityStatus: z
        .object({
          status: z.string().optional(),
          reason: z.string().optional(),
          messages: z.array(z.string()).optional(),
          errorScreen: z.unknown().optional(),
        })
        .optional(),
    })
    .optional(),
});

interface Playability {
  readonly status: string;
  /** Everything the player says, one sentence after the other. */
  readonly words: string;
}

/** What the player said of a video, as the code of an error. `null`: it plays it. */
interface Unavailable {
  readonly code: JobErrorCode | null;
  readonly isUpcoming: boolean;
  readonly words: string;
}

interface Rule {
  readonly code: JobErrorCode;
  readonly statuses: readonly string[];
  readonly words?: RegExp;
}

/** Tried from the top. */
const RULES: readonly Rule[] = [
  { code: 'PRIVATE', statuses: ['LOGIN_REQUIRED'], words: /\bprivate\b/i },
  { code: 'AGE_RESTRICTED', statuses: ['LOGIN_REQUIRED'], words: /\bage\b|inappropriate for some users/i },
  { code: 'AGE_RESTRICTED', statuses: ['AGE_CHECK_REQUIRED', 'AGE_VERIFICATION_REQUIRED', 'CONTENT_CHECK_REQUIRED'] },
  { code: 'GEO_BLOCKED', statuses: ['UNPLAYABLE'], words: /\bcountr(?:y|ies)\b/i },
  { code: 'LOGIN_REQUIRED', statuses: ['UNPLAYABLE'], words: /\bmember(?:s|ship)?\b|\bpayment\b|\bpurchase\b|\brent(?:al)?\b|\bpaid\b/i },
  { code: 'LOGIN_REQUIRED', statuses: ['LOGIN_REQUIRED'] },
  { code: 'COMMENTS_DISABLED', statuses: ['LIVE_STREAM_OFFLINE'] },
];
const UPCOMING = 'LIVE_STREAM_OFFLINE';
const TEXT_KEYS = new Set(['text', 'simpleText', 'content']);

const DETAILS: Readonly<Partial<Record<JobErrorCode, string>>> = {
  PRIVATE: 'The video is private. Give the cookies of an account that may see it (options.cookies).',
  AGE_RESTRICTED: 'The video is age-restricted. Give the cookies of an account whose age is confirmed (options.cookies).',
  GEO_BLOCKED: 'YouTube does not show the video in this country. Choose a route (options.vpn) in one where it does.',
  LOGIN_REQUIRED:
    'YouTube shows the video only to people who are logged in (members, buyers, or to prove no robot asks). Give the cookies of your own session (options.cookies).',
  COMMENTS_DISABLED: 'The stream has not begun; comments come when it has ended. Its chat can be exported with `live`.',
  NOT_FOUND: 'YouTube does not show this video: it is gone or was never there. Check that it opens in a browser.',
};

/** Asks why YouTube withholds a video. */
export async function askAvailability(session: Session, video: string): Promise<Unavailable> {
  const answer = await askPlayer(session, video);
  const found = playabilityOf(answer.json(playerSchema));
  const rule = RULES.find(({ statuses, words }) => statuses.includes(found.status) && (words === undefined || words.test(found.words)));
  const code = rule?.code ?? (found.status === 'OK' ? null : 'NOT_FOUND');
  return { code, isUpcoming: found.status === UPCOMING, words: found.words };
}

/** The refusal that an unavailable video ends with. `otherwise` is the one for a video that plays. */
export function refusalFor(unavailable: Unavailable, otherwise: PlatformRefusal): PlatformRefusal {
  if (unavailable.code === null) return otherwise;
  const said = unavailable.words === '' ? '' : ` YouTube says: ${unavailable.words}`;
  return new PlatformRefusal(unavailable.code, `${DETAILS[unavailable.code] ?? ''}${said}`.trim());
}

function playabilityOf(answer: z.output<typeof playerSchema>): Playability {
  const playability = answer.playerResponse?.playabilityStatus;
  const words = [playability?.reason ?? '', ...(playability?.messages ?? []), ...textsIn(playability?.errorScreen)];
  const unique = [...new Set(words.map((part) => part.trim()).filter((part) => part !== ''))];
  return { status: playability?.status ?? '', words: unique.join(' ') };
}

/** All texts within an error screen, whose shape differs from reason to reason. */
function textsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) =>
    typeof inner === 'string' ? (TEXT_KEYS.has(key) ? [inner] : []) : textsIn(inner),
  );
}
