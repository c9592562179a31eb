// bilibili numbers browsers, not people: buvid3 and buvid4, which its pages set and a call hands out to anybody. Some calls refuse who has none.
import { z } from 'zod';
import { optionalAnswer } from '#core/platform-kit/optional-answer.ts';
import type { Answer, PlatformRequest, Session } from '#core/platform-api/session.ts';

const SITE = 'https://www.bilibili.com/';
const SPI = 'https://api.bilibili.com/x/frontend/finger/spi';
const NAME = 'buvid3';
/** What the risk check answers to a browser without a number, as to any that it does not like. */
export const RISK = -352;

/** As it may stand in a cookie. */
const number = z.string().regex(/^[\w%.-]{8,200}$/);
const deviceSchema = z.object({ data: z.object({ b_3: number, b_4: number.nullish() }) });

interface Device {
  /** Null until it was asked for, and where nobody gives one. */
  number: string | null;
  cookie: string | null;
  asked: Promise<void> | null;
}

/** The number of the browser: of the owner's cookies, else the one that this run was given; null without either. */
export async function deviceNumber(session: Session, url: string): Promise<string | null> {
  return session.cookie(url, NAME) ?? (await deviceOf(session)).number;
}

/**
 * The answer to a call; where `isRisk` says that it was refused by the risk check, to the same call with a number, which a run asks for once.
 * @throws CommentdockError what `fetch` says
 */
export async function fetchAsDevice(session: Session, request: PlatformRequest, isRisk: (answer: Answer) => boolean): Promise<Answer> {
  const device = await deviceOf(session);
  const { cookie } = device;
  const answer = await session.fetch(withCookie(request, cookie));
  if (!isRisk(answer) || cookie !== null || session.cookie(request.url, NAME) !== null) return answer;
  device.asked ??= askFor(device, session);
  await device.asked;
  return device.cookie === null ? answer : session.fetch(withCookie(request, device.cookie));
}

function deviceOf(session: Session): Promise<Device> {
  return session.once('bilibili device', async () => ({ number: null, cookie: null, asked: null }));
}

async function askFor(device: Device, session: Session): Promise<void> {
  const given = await optionalAnswer(session, deviceSchema, { url: SPI, headers: { referer: SITE } });
  if (given === null) return;
  const { b_3: three, b_4: four } = given.data;
  device.number = three;
  device.cookie = four == null ? `${NAME}=${three}` : `${NAME}=${three}; buvid4=${four}`;
}

function withCookie(request: PlatformRequest, cookie: string | null): PlatformRequest {
  return cookie === null ? request : { ...request, headers: { ...request.headers, cookie } };
}
