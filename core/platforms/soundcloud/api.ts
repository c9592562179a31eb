import { PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import { checked } from '#core/platform-kit/checked.ts';
import { jsonBehind } from '#core/platform-kit/embedded-json.ts';
import { learntOf } from '#core/platform-kit/learnt-value.ts';
import { optionalText } from '#core/platform-kit/optional-answer.ts';
import { apiClient, hydration } from '#core/platforms/soundcloud/wire.ts';
import type { Answer, PlatformRequest, Session } from '#core/platform-api/session.ts';

/** The client id of one run: renewed at most once. */
interface Client {
  id: string;
  renewal: Promise<void> | null;
}

const HOME = 'https://soundcloud.com/';
/** Taken where the site's page gives none. */
const PUBLIC_CLIENT_ID = 'CkCiIyf14rHi27fhk7HxhPOzc85okfSJ';
const CLIENT = 'client id of SoundCloud';
const CLIENT_FORM = /^\w{32}$/;
const HYDRATION = /window\.__sc_hydration\s*=\s*/;
const SCRIPT = /<script[^<>]*\ssrc="(https:\/\/a-v2\.sndcdn\.com\/assets\/[^"]+\.js)"/g;
const CLIENT_ID = /client_id:"(\w{32})"/;
const SCRIPT_START = 'bytes=0-49999';
const CAPTCHA = 'captcha-delivery.com';

/**
 * A request to SoundCloud's API with the client id of its own site, and the session's token where the owner gave one.
 * @throws PlatformRefusal CAPTCHA, LOGIN_REQUIRED, BLOCKED; further errors are those of `fetch`
 */
export async function askApi(session: Session, request: PlatformRequest): Promise<Answer> {
  const client = await session.once('soundcloud client', async (): Promise<Client> => {
    return { id: learntOf(session, CLIENT, CLIENT_FORM) ?? (await findClientId(session)), renewal: null };
  });
  const renewedBefore = client.renewal !== null;
  await client.renewal;
  const answer = await send(session, request, client.id);
  if (!isRefused(answer)) return answer;
  if (renewedBefore) throw refusalOf(answer);
  client.renewal ??= findClientId(session).then((id) => void (client.id = id));
  await client.renewal;
  const second = await send(session, request, client.id);
  if (isRefused(second)) throw refusalOf(second);
  return second;
}

async function send(session: Session, request: PlatformRequest, clientId: string): Promise<Answer> {
  const token = session.cookie(HOME, 'oauth_token');
  const answer = await session.fetch({
    ...request,
    query: { ...request.query, client_id: clientId },
    headers: token === null ? {} : { authorization: `OAuth ${token}` },
    accept: [401, 403],
  });
  if (answer.status === 403 && answer.text.includes(CAPTCHA)) throw new PlatformRefusal('CAPTCHA');
  const learnt = session.learnt(CLIENT);
  if (isRefused(answer)) learnt.drop(clientId);
  else if (clientId !== PUBLIC_CLIENT_ID) learnt.note(clientId, HOME);
  return answer;
}

function isRefused(answer: Answer): boolean {
  return answer.status === 401 || answer.status === 403;
}

function refusalOf(answer: Answer): PlatformRefusal {
  return new PlatformRefusal(answer.status === 401 ? 'LOGIN_REQUIRED' : 'BLOCKED');
}

/** From the state in the site's front page, else from its last script, else the public one. */
async function findClientId(session: Session): Promise<string> {
  const page = await optionalText(session, { url: HOME });
  if (page === null) return PUBLIC_CLIENT_ID;
  const inPage = clientIdIn(page);
  if (inPage !== null) return inPage;
  const script = [...page.matchAll(SCRIPT)].at(-1)?.[1];
  const code = script === undefined ? null : await optionalText(session, { url: script, headers: { range: SCRIPT_START } });
  return (code === null ? null : CLIENT_ID.exec(code)?.[1]) ?? PUBLIC_CLIENT_ID;
}

function clientIdIn(page: string): string | null {
  const entries = checked(hydration, stateIn(page));
  const client = checked(apiClient, entries.data?.find((entry) => entry.hydratable === 'apiClient')?.data);
  return client.success ? client.data.id : null;
}

function stateIn(page: string): unknown {
  try {
    return jsonBehind(page, HYDRATION);
  } catch (error) {
    if (error instanceof PlatformChanged) return null;
    throw error;
  }
}
