import type { SimulatedAnswer, Simulator } from '#test/world/simulator.ts';

interface MastodonParams {
  /** Default `social.example`. */
  readonly host?: string;
  /** Replies of all levels below the status. Default 200. */
  readonly comments?: number;
  /** Levels of replies in one answer. Default 3. */
  readonly levels?: number;
  /** Most descendants in one answer; what a thread has beyond them is not served. Default: no bound. */
  readonly mostDescendants?: number;
  /** Replies to each reply that are counted, and did not reach the server. Default 0. */
  readonly unseen?: number;
  /** Accounts or statuses in any list. Default 200. */
  readonly listed?: number;
  /** Threads that answer 503, one in so many; 0: none. Default 0. */
  readonly brokenEvery?: number;
}

interface Reply {
  readonly index: number;
  readonly parentId: string;
  readonly kids: Reply[];
}

/** Ten: a chain of six, two more answers to its second link, two more direct replies. */
const PARENT_IN_GROUP = [-1, 0, 1, 2, 3, 4, 1, 1, -1, -1];
const STATUS = '1000';
const FIRST_REPLY = 100_000;
const OWNER = '1';
const FIRST_TIME = Date.UTC(2025, 0, 1);

/** A Mastodon server with one account (`/@owner`) and one status (`/@owner/1000`) whose threads are cut some levels down. */
export function mastodonSimulator(params: MastodonParams): Simulator {
  const host = params.host ?? 'social.example';
  const listed = params.listed ?? 200;
  const { top, byId } = thread(params.comments ?? 200);

  const context = (id: string): SimulatedAnswer => {
    const reply = byId.get(id);
    if (id !== STATUS && !reply) return notFound();
    if (reply && params.brokenEvery && reply.index % params.brokenEvery === 0) return { status: 503, body: {} };
    const descendants = below(reply?.kids ?? top, params.levels ?? 3).slice(0, params.mostDescendants);
    return { body: { ancestors: [], descendants: descendants.map((each) => statusOf(each, params.unseen ?? 0)) } };
  };

  return ({ url }) => {
    if (url.hostname !== host) return null;
    const [, version, kind, id = '', list] = url.pathname.split('/').filter(Boolean);
    if (version !== 'v1') return notFound();
    if (kind === 'accounts' && id === 'lookup')
      return url.searchParams.get('acct') === 'owner'
        ? { body: { ...account(Number(OWNER)), followers_count: listed, following_count: listed } }
        : notFound();
    if (kind === 'accounts' && id === OWNER) return page(url, listed, list === 'statuses' ? post : account);
    if (kind !== 'statuses') return notFound();
    if (list === 'context') return context(id);
    if (id !== STATUS) return notFound();
    return list === undefined
      ? {
          body: {
            ...statusFields(STATUS, null, Number(OWNER)),
            replies_count: top.length,
            favourites_count: listed,
            reblogs_count: listed,
          },
        }
      : page(url, listed, account);
  };
}

function notFound(): SimulatedAnswer {
  return { status: 404, body: { error: 'Record not found' } };
}

function thread(count: number): { readonly top: Reply[]; readonly byId: Map<string, Reply> } {
  const top: Reply[] = [];
  const all: Reply[] = [];
  for (let index = 0; index < count; index += 1) {
    const place = index % PARENT_IN_GROUP.length;
    const parent = PARENT_IN_GROUP[place] === -1 ? undefined : all[index - place + (PARENT_IN_GROUP[place] ?? 0)];
    const reply: Reply = { index, parentId: parent ? idOf(parent) : STATUS, kids: [] };
    all.push(reply);
    (parent?.kids ?? top).push(reply);
  }
  return { top, byId: new Map(all.map((reply) => [idOf(reply), reply])) };
}

function idOf(reply: Reply): string {
  return String(FIRST_REPLY + reply.index);
}

function below(replies: readonly Reply[], levels: number): Reply[] {
  if (levels === 0) return [];
  return replies.flatMap((reply) => [reply, ...below(reply.kids, levels - 1)]);
}

function statusOf(reply: Reply, unseen: number): object {
  const author = reply.index % 8 === 0 ? Number(OWNER) : 10 + reply.index;
  return { ...statusFields(idOf(reply), reply.parentId, author), replies_count: reply.kids.length + unseen };
}

function statusFields(id: string, parentId: string | null, author: number): object {
  return {
    id,
    in_reply_to_id: parentId,
    account: account(author),
    created_at: timeOf(Number(id)),
    edited_at: null,
    language: 'en',
    content: `<p><span class="h-card"><a href="https://social.example/@owner" class="u-url mention">@<span>owner</span></a></span> status ${id} &amp; <a href="https://example.org/${id}"><span class="invisible">https://</span><span class="">example.org/${id}</span><span class="invisible"></span></a></p><p>two<br />lines</p>`,
    spoiler_text: Number(id) % 10 === 3 ? 'Careful' : '',
    visibility: 'public',
    sensitive: false,
    favourites_count: Number(id) % 7,
    reblogs_count: 0,
    quotes_count: 0,
    replies_count: 0,
    url: `https://social.example/@owner/${id}`,
    uri: `https://social.example/users/owner/statuses/${id}`,
    media_attachments: Number(id) % 5 === 0 ? [{ type: 'image', url: `https://files.example/${id}.png`, remote_url: null }] : [],
  };
}

/** Every sixth is a boost. */
function post(index: number): object {
  const fields = statusFields(String(50_000 - index), null, Number(OWNER));
  return index % 6 === 0 ? { ...fields, content: '', reblog: statusFields(String(900_000 + index), null, 77) } : fields;
}

function account(id: number): object {
  return {
    id: String(id),
    acct: id === Number(OWNER) ? 'owner' : `user${id}@far.example`,
    display_name: id % 4 === 0 ? '' : `User ${id}`,
    note: id % 3 === 0 ? '' : `<p>I am ${id}</p>`,
    url: `https://far.example/@user${id}`,
    avatar: 'https://far.example/a.png',
    created_at: timeOf(id),
  };
}

function timeOf(index: number): string {
  return new Date(FIRST_TIME + index * 60_000).toISOString();
}

/** A list page with its `link` header; the row ids in it cannot be told from the entries. Pages are one entry short. */
function page(url: URL, count: number, entry: (index: number) => object): SimulatedAnswer {
  const limit = Number(url.searchParams.get('limit'));
  const asked = url.searchParams.get('max_id');
  const first = asked === null ? 0 : 7_000_000 - Number(asked);
  const last = Math.min(first + limit - 1, count);
  const body = Array.from({ length: Math.max(0, last - first) }, (_, place) => entry(100 + first + place));
  const here = `${url.origin}${url.pathname}`;
  const links = [`<${here}?limit=${limit}&since_id=${7_000_000 - first}>; rel="prev"`];
  if (last < count) links.unshift(`<${here}?limit=${limit}&max_id=${7_000_000 - last}>; rel="next"`);
  return { headers: { link: links.join(', ') }, body };
}
