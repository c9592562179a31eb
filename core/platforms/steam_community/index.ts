// Steam Community: the one mechanism behind all of its comments; a page names its thread, and the thread is asked for by itself. Written
// from what public clients read, of which the newest is of September 2026, never proven on recorded answers. Fragile: rows are HTML.
import { z } from 'zod';
import { PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import { definePlatform, type Page } from '#core/platform-api/define.ts';
import { readRows, rowsGiven } from '#core/platform-api/odd-rows.ts';
import type { Session } from '#core/platform-api/session.ts';
import { targetsOf } from '#core/platform-kit/place.ts';
import { countSchema, text } from '#core/platform-kit/wire.ts';
import { placeAt } from '#core/platforms/steam_community/address.ts';
import { commentOf, rowsIn, type Thread, threadOf, TOPIC } from '#core/platforms/steam_community/thread.ts';

/** `thread`: null until the page has named it. */
type Cursor = {
  readonly kind: string;
  readonly path: string;
  readonly link: string;
  readonly thread: Thread | null;
  readonly start: number;
};

const SITE = 'https://steamcommunity.com';
const PER_CALL = 50;
/** What visitors of age have told the site. */
const OF_AGE = 'birthtime=0; mature_content=1';
const APP = /^\/app\/(\d+)\//;

const COMMENTS = { own: { type: 'comments' } } as const;
const answerSchema = z.object({
  success: z.union([z.boolean(), z.number()]),
  comments_html: text,
  total_count: countSchema.nullish(),
  error: text,
});

const target = targetsOf(placeAt);

export default definePlatform<Cursor>({
  id: 'steam_community',
  name: 'Steam Community',
  homepage: SITE,
  description: 'Comments of topics, guides, workshop items, screenshots and other files, profiles and groups.',
  category: 'forum',
  recorded: null,
  comparedWith: [{ client: 'an unnamed client', date: '2026-09' }],
  targets: [
    target(
      'file',
      COMMENTS,
      ['steamcommunity.com/sharedfiles/filedetails/?id=<id>'],
      [
        'https://steamcommunity.com/sharedfiles/filedetails/?id=2881031511',
        'https://steamcommunity.com/workshop/filedetails/?id=2881031511&searchtext=cats',
        'https://steamcommunity.com/sharedfiles/filedetails/comments/2881031511',
      ],
    ),
    target(
      'topic',
      COMMENTS,
      ['steamcommunity.com/app/<appid>/discussions/<forum>/<topic>', 'steamcommunity.com/groups/<name>/discussions/<forum>/<topic>'],
      [
        'https://steamcommunity.com/app/1806330/discussions/0/599658915298442665/?ctp=2#c599658915298442700',
        'https://steamcommunity.com/app/440/tradingforum/599658915298442665/',
        'https://steamcommunity.com/app/440/eventcomments/599658915298442665',
        'https://steamcommunity.com/groups/purring-cats/discussions/0/599658915298442665/',
        'https://steamcommunity.com/gid/103582791429521408/discussions/0/599658915298442665/',
        'https://steamcommunity.com/workshop/filedetails/discussion/2881031511/599658915298442665/',
      ],
    ),
    target(
      'profile',
      COMMENTS,
      ['steamcommunity.com/id/<name>', 'steamcommunity.com/profiles/<id>'],
      ['https://steamcommunity.com/id/purring_cat', 'https://steamcommunity.com/profiles/76561198000000007/allcomments'],
    ),
    target(
      'group',
      COMMENTS,
      ['steamcommunity.com/groups/<name>'],
      ['https://steamcommunity.com/groups/purring-cats', 'https://steamcommunity.com/groups/purring-cats/comments'],
    ),
  ],
  sorts: ['old', 'new'],
  hosts: ['steamcommunity.com'],
  cookies: {
    need: 'optional',
    domains: ['.steamcommunity.com'],
    names: ['steamLoginSecure', 'sessionid'],
    aliases: { auth_token: 'steamLoginSecure' },
    login: 'https://steamcommunity.com/login/home/',
    hint: 'For profiles that only friends see. Log in at steamcommunity.com, open the developer tools (F12), Application (Storage in Firefox), Cookies, https://steamcommunity.com, and copy steamLoginSecure and sessionid.',
  },
  pace: { perSecond: 1, concurrency: 1 },

  start({ target: kind, params: { path = '', link = '' } }) {
    return [{ cursor: { kind, path, link, thread: null, start: 0 }, role: 'page' }];
  },

  async fetchPage(cursor, session) {
    const thread = cursor.thread ?? (await threadAt(cursor, session));
    return commentsPage({ ...cursor, thread }, session);
  },
});

async function threadAt({ path, kind }: Cursor, session: Session): Promise<Thread> {
  const app = APP.exec(path)?.[1];
  const cookie = app === undefined ? OF_AGE : `${OF_AGE}; wants_mature_content_apps=${app}`;
  const { text: html } = await session.fetch({ url: SITE + path, headers: { cookie } });
  return threadOf(html, kind);
}

async function commentsPage(cursor: Cursor & { readonly thread: Thread }, session: Session): Promise<Page<Cursor>> {
  const { thread, start, link } = cursor;
  // Topics begin with the oldest unless the newest are wanted; all else with the newest, whatever is wanted.
  const isOldest = thread.type === TOPIC && session.options.sort !== 'new';
  const {
    success,
    comments_html: html,
    total_count: total,
    error,
  } = await session.json(answerSchema, {
    url: `${SITE}/comment/${thread.type}/render/${thread.owner}/${thread.feature}/`,
    method: 'POST',
    form: {
      start: String(start),
      count: String(PER_CALL),
      totalcount: String(thread.total),
      feature2: thread.feature2,
      extended_data: thread.extended,
      ...(isOldest ? { oldestfirst: 'true' } : {}),
    },
  });
  if (success !== true && success !== 1) throw new PlatformRefusal('PRIVATE', `Steam says: ${error ?? 'no'}`);
  if (html == null) throw new PlatformChanged('comments_html');
  const rows = rowsIn(html);
  const count = total ?? thread.total;
  if (rows.length === 0 && start === 0 && count > 0) throw new PlatformChanged('comments_html');
  const reached = start + rowsGiven(rows);
  return {
    items: readRows(rows, 'comments_html', (row) => commentOf(row, thread, link)),
    next: rows.length === 0 || reached >= count ? [] : [{ cursor: { ...cursor, start: reached }, role: 'page' }],
    ...(start === 0 ? { total: count } : {}),
    dateOrder: isOldest ? 'oldestFirst' : 'newestFirst',
    door: 'comment thread',
  };
}
