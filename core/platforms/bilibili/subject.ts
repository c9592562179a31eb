import { PlatformRefusal } from '#core/contract/error.ts';
import { API, askBilibili } from '#core/platforms/bilibili/ask.ts';
import type { Named } from '#core/platforms/bilibili/cursor.ts';
import { type Subject, VIDEO } from '#core/platforms/bilibili/items.ts';
import { dynamicSchema, seasonSchema } from '#core/platforms/bilibili/wire.ts';
import { readWire } from '#core/platform-kit/wire.ts';
import type { Session } from '#core/platform-api/session.ts';

/** Where the comments of a thing hang, asked for once per run. @throws PlatformRefusal NOT_FOUND for an episode that its season lacks */
export function findSubject(named: Named, session: Session): Promise<Subject> {
  return session.once(`bilibili ${named.kind} ${named.id}`, () =>
    named.kind === 'opus' ? subjectOfOpus(named.id, session) : subjectOfFilm(named, session),
  );
}

async function subjectOfOpus(id: string, session: Session): Promise<Subject> {
  const { data } = await askBilibili(session, { url: `${API}/x/polymer/web-dynamic/v1/detail`, query: { id } });
  const { basic } = readWire(dynamicSchema, data, 'data').item;
  return { type: basic.comment_type, oid: basic.comment_id_str, page: id };
}

/** An episode, or the first one of a season. */
async function subjectOfFilm({ kind, id }: Named, session: Session): Promise<Subject> {
  const query = kind === 'episode' ? { ep_id: id } : { season_id: id };
  const { result } = await askBilibili(session, { url: `${API}/pgc/view/web/season`, query });
  const { episodes, section } = readWire(seasonSchema, result, 'result');
  const all = [...(episodes ?? []), ...(section ?? []).flatMap((part) => part.episodes ?? [])];
  const episode = kind === 'season' ? all[0] : all.find((each) => (each.id ?? each.ep_id) === id);
  if (!episode?.aid)
    throw new PlatformRefusal('NOT_FOUND', 'This episode is not part of its season. Check that the address opens in a browser.');
  return { type: VIDEO, oid: episode.aid, page: id };
}
