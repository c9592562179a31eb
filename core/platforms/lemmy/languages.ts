import { optionalAnswer } from '#core/platform-kit/optional-answer.ts';
import type { Api } from '#core/platforms/lemmy/ask.ts';
import type { Languages } from '#core/platforms/lemmy/items.ts';
import { siteSchema } from '#core/platforms/lemmy/wire.ts';
import type { Session } from '#core/platform-api/session.ts';

const NONE: Languages = new Map();

/** The server's table of languages, asked for once per run, and only where one of `ids` needs it. Empty where it cannot be had. */
export async function languagesOf(
  session: Session,
  host: string,
  api: Api,
  ids: readonly (number | null | undefined)[],
): Promise<Languages> {
  if (!ids.some((id) => (id ?? 0) > 0)) return NONE;
  return session.once(`lemmy languages ${host}`, async () => {
    const site = await optionalAnswer(session, siteSchema, { url: `https://${host}/api/${api}/site` });
    return new Map(site?.all_languages.map(({ id, code }) => [id, code]));
  });
}
