// The two ways to TikTok's web API: plain HTTP, and where that is refused a fetch from inside a page, which the site's script signs.
import { CommentdockError, ERROR_CATALOGUE, PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import { type Refused, refusedByForm } from '#core/platform-kit/families/bytedance/refused.ts';
import { refusalOf } from '#core/platform-api/refusal.ts';
import { CAPTCHA_CODE, refusalByCode } from '#core/platforms/tiktok/codes.ts';
import { NO_FACTS, type VideoFacts, videoFactsOf } from '#core/platforms/tiktok/page-data.ts';
import { envelopeSchema } from '#core/platforms/tiktok/wire.ts';
import type { Answer, PlatformRequest, Session } from '#core/platform-api/session.ts';
import type { z } from 'zod';

/** A call of the API, and the page that asks the same. */
interface ApiCall {
  readonly path: string;
  readonly query: Readonly<Record<string, string | number>>;
  readonly page: string;
}

type Door = 'plain' | 'page';
const SITE = 'https://www.tiktok.com';
/** The web site's number among TikTok's programs. */
const WEB_APP = 1988;
const SIGNER = { global: 'byted_acrawler', timeoutMs: 3_000 };
const ASKS_FOR_CHECK = /verify|captcha/i;
/** What an answer that is not about a check has one of. */
const CONTENT = ['comments', 'itemList', 'userList', 'userInfo'];
/** Of two doors that are shut for different reasons, the first of these says more. */
const TELLING = ['GEO_BLOCKED', 'CAPTCHA', 'LOGIN_REQUIRED', 'AGE_RESTRICTED', 'PRIVATE', 'BLOCKED', 'PLATFORM_CHANGED', 'NOT_FOUND'];
const TAKEN_FOR_PROGRAM =
  'TikTok takes this machine for a program and answers with nothing. Wait some hours, give the cookies of your session, or choose another route (options.vpn).';
const FORM = { name: 'TikTok', asksForCheck: ASKS_FOR_CHECK, takenForProgram: TAKEN_FOR_PROGRAM };
const DOOR_NAMES: Readonly<Record<Door, string>> = { plain: 'web API', page: 'web API in a page' };

/**
 * The answer to a call, through the door that opened before in this run, else through the first that opens.
 * @param before why plain HTTP gave nothing, where it was asked already
 * @throws CommentdockError what the doors say where none opens
 */
export async function askTikTok<S extends z.ZodType>(
  session: Session,
  schema: S,
  call: ApiCall,
  before: Refused | null = null,
): Promise<{ readonly data: z.output<S>; readonly door: string }> {
  const kept = await doorOf(session);
  const refused: Refused[] = before === null ? [] : [before];
  for (const door of before !== null || kept.open === 'page' ? (['page'] as const) : (['plain', 'page'] as const)) {
    const outcome = await answerThrough(session, call, door).catch((error: unknown) => unreachable(error, refused[0]));
    if (!('error' in outcome)) {
      kept.open = door;
      return { data: outcome.json(schema), door: DOOR_NAMES[door] };
    }
    if (outcome.isFinal) throw outcome.error;
    refused.push(outcome);
  }
  throw refused.map(({ error }) => error).toSorted((one, other) => TELLING.indexOf(one.code) - TELLING.indexOf(other.code))[0];
}

/**
 * The answer to a call over plain HTTP, or why it has none; null where this run goes through pages already.
 * @throws CommentdockError where no other door says anything else
 */
export async function askPlainly<S extends z.ZodType>(
  session: Session,
  schema: S,
  call: ApiCall,
): Promise<{ readonly data: z.output<S>; readonly door: string } | Refused | null> {
  if ((await doorOf(session)).open === 'page') return null;
  const outcome = await answerThrough(session, call, 'plain');
  if (!('error' in outcome)) return { data: outcome.json(schema), door: DOOR_NAMES.plain };
  if (outcome.isFinal) throw outcome.error;
  return outcome;
}

/** What the page of a video says, read once per run and in the way that is open; nothing where it cannot be read. */
export async function factsOf(session: Session, page: string): Promise<VideoFacts> {
  return session.once(`tiktok facts ${page}`, async () => {
    try {
      const { open } = await doorOf(session);
      const request = { url: page, accept: 'any', tries: 'once' } as const;
      const answer = await (open === 'page' ? session.inPage({ ...request, page: placeOf(page) }) : session.fetch(request));
      return videoFactsOf(answer.text);
    } catch (error) {
      if (error instanceof CommentdockError) return NO_FACTS;
      throw error;
    }
  });
}

/** The author of a video, where its page was opened anyway and says it. */
export async function ownerOf(session: Session, page: string): Promise<string | null> {
  const { open } = await doorOf(session);
  return open === 'page' ? (await factsOf(session, page)).owner : null;
}

function doorOf(session: Session): Promise<{ open: Door }> {
  return session.once('tiktok door', async () => ({ open: 'plain' }));
}

async function answerThrough(session: Session, { path, query, page }: ApiCall, door: Door): Promise<Answer | Refused> {
  const request: PlatformRequest = { url: SITE + path, query: { aid: WEB_APP, ...query }, accept: 'any' };
  try {
    const answer =
      door === 'plain'
        ? await session.fetch({ ...request, headers: { referer: `${SITE}/` } })
        : await session.inPage({ ...request, page: placeOf(page) });
    return refusedBy(answer) ?? answer;
  } catch (error) {
    // A wall that the network knows; all else that is thrown has nothing to do with the door.
    if (error instanceof PlatformRefusal) return { error, isFinal: false };
    throw error;
  }
}

/** A browser that does not get there leaves what the first door said, with its own reason beside. @throws the error where no door was refused before */
function unreachable(error: unknown, before: Refused | undefined): Refused {
  if (before === undefined || !(error instanceof CommentdockError) || error.code !== 'NETWORK') throw error;
  const { code, message } = before.error;
  return { error: new PlatformRefusal(code, `${message} The browser did not get there either: ${error.message}`), isFinal: true };
}

/** What the page itself answers does not matter: the fetches in it do. */
function placeOf(page: string) {
  return { url: page, ready: SIGNER, accept: 'any' } as const;
}

function refusedBy(answer: Answer): Refused | null {
  return refusedByForm(answer, FORM) ?? refusedByCode(answer);
}

function refusedByCode(answer: Answer): Refused | null {
  const said = answer.json(envelopeSchema.loose());
  const code = said.status_code ?? said.statusCode ?? 0;
  const words = said.status_msg ?? said.statusMsg ?? '';
  const refusal = refusalByCode(code, words);
  if (refusal !== null) return { error: refusal, isFinal: true };
  const isOfContent = CONTENT.some((name) => name in said);
  if (code === CAPTCHA_CODE || (!isOfContent && ASKS_FOR_CHECK.test(answer.text)))
    return { error: new PlatformRefusal('CAPTCHA'), isFinal: false };
  if (answer.status !== 200) return { error: refusalOf(answer), isFinal: false };
  if (code === 0 || isOfContent) return null;
  const error = new PlatformChanged(
    'status_code',
    `${ERROR_CATALOGUE.PLATFORM_CHANGED.message} (TikTok's code ${code}${words && `: ${words}`})`,
  );
  return { error, isFinal: false };
}
