// Pages of old.reddit.com, as several clients read them (their attributes, and the button that stands for more comments).
import type { SimulatedAnswer } from '#test/world/simulator.ts';
import type { ListingBody, Thing } from '#core/platforms/reddit/simulator.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The page that says what these answers say. */
export function pageOfThread({ status = 200, body }: SimulatedAnswer): SimulatedAnswer {
  if (status !== 200) return { status, body: '<html><body>page not found</body></html>' };
  const [post, comments] = body as [ListingBody, ListingBody];
  const subject = post.data.children.map(link).join('');
  const area = comments.data.children.map((thing) => row(thing)).join('');
  return {
    body: `<html><body><div id="siteTable" class="sitetable linklisting">${subject}</div><div class="commentarea"><div class="sitetable nestedlisting">${area}</div></div></body></html>`,
  };
}

export function pageOfListing({ data }: ListingBody, url: URL): SimulatedAnswer {
  const rows = data.children.map((thing) => (thing.kind === 't1' ? listed(thing) : link(thing))).join('');
  const advertisement =
    '<div class=" thing id-t3_ad promotedlink link" data-fullname="t3_ad" data-type="link" data-promoted="true"><a class="title">Buy</a></div>';
  const next =
    data.after === null
      ? ''
      : `<span class="next-button"><a href="${url.origin}${url.pathname}?count=25&amp;after=${data.after}" rel="nofollow next">next</a></span>`;
  return {
    body: `<html><body><div id="siteTable" class="sitetable linklisting">${advertisement}${rows}<div class="nav-buttons">${next}</div></div></body></html>`,
  };
}

function link({ data }: Thing): string {
  const post = data as Fields;
  const own = attributes({
    fullname: post['name'],
    type: 'link',
    author: post['author'],
    'author-fullname': post['author_fullname'],
    subreddit: post['subreddit'],
    timestamp: Number(post['created_utc']) * 1000,
    url: post['permalink'],
    permalink: post['permalink'],
    domain: `self.${String(post['subreddit'])}`,
    'comments-count': post['num_comments'],
    score: post['score'],
    promoted: 'false',
    nsfw: 'false',
  });
  return `<div class=" thing id-${String(post['name'])} odd link self" ${own}><div class="entry unvoted"><p class="title"><a class="title may-blank" href="#">${String(post['title'])}</a></p><p class="tagline">submitted ${time(post)}</p></div><div class="child"></div></div>`;
}

function row({ kind, data }: Thing): string {
  const comment = data as Fields;
  if (kind === 'more') return stub(comment);
  const replies = comment['replies'] === '' ? [] : (comment['replies'] as ListingBody).data.children;
  const below = replies.length === 0 ? '' : `<div class="sitetable listing">${replies.map((thing) => row(thing)).join('')}</div>`;
  return `<div class=" thing id-${String(comment['name'])} noncollapsed comment " ${ofComment(comment)}><p class="parent"></p>${entry(comment)}<div class="child">${below}</div><div class="clearleft"></div></div>`;
}

function listed({ data }: Thing): string {
  const comment = {
    ...data,
    name: `t1_${String((data as Fields)['id'])}`,
    permalink: `/r/simulated/comments/other/another_post/${String((data as Fields)['id'])}/`,
  } as Fields;
  return `<div class=" thing id-${String(comment['name'])} comment " ${ofComment(comment)}><p class="parent"><a class="title" href="#">Another post</a> by <a class="author">${String(comment['link_author'])}</a></p>${entry(comment)}</div>`;
}

function ofComment(comment: Fields): string {
  return attributes({
    fullname: comment['name'],
    type: 'comment',
    subreddit: 'simulated',
    author: comment['author'],
    'author-fullname': comment['author_fullname'],
    permalink: comment['permalink'],
  });
}

function entry(comment: Fields): string {
  const role = comment['is_submitter'] === true ? ' submitter' : '';
  const edited =
    typeof comment['edited'] === 'number' ? `<time class="edited-timestamp" datetime="${iso(comment['edited'])}">*</time>` : '';
  const score = Number(comment['score']);
  return (
    `<div class="entry unvoted"><p class="tagline"><a class="expand">[–]</a><a href="#" class="author${role} may-blank">${String(comment['author'])}</a>` +
    `<span class="score dislikes" title="${score - 1}">${score - 1} points</span><span class="score unvoted" title="${score}">${score} points</span> ${time(comment)}${edited}</p>` +
    `<form class="usertext"><div class="usertext-body may-blank-within md-container"><div class="md"><p>${escaped(String(comment['body']))}</p></div></div></form></div>`
  );
}

function stub(more: Fields): string {
  const ids = more['children'] as readonly string[];
  if (ids.length === 0)
    return `<div class=" thing morerecursion"><div class="entry"><span class="deepthread"><a href="/r/simulated/comments/simpost/_/x/">continue this thread</a></span></div></div>`;
  const call = `return morechildren(this, 't3_simpost', 'confidence', '${ids.join(',')}', 'False')`;
  return `<div class=" thing id-${String(more['name'])} noncollapsed morechildren " data-fullname="${String(more['name'])}" data-type="morechildren"><div class="entry unvoted"><span class="morecomments"><a class="button" id="more_${String(more['name'])}" href="javascript:void(0)" onclick="${call}">load more comments<span class="gray">&nbsp;(${String(more['count'])} replies)</span></a></span></div></div>`;
}

function attributes(values: Fields): string {
  return Object.entries(values)
    .flatMap(([name, value]) => (value == null ? [] : [`data-${name}="${String(value)}"`]))
    .join(' ');
}

function time(thing: Fields): string {
  return `<time title="" datetime="${iso(Number(thing['created_utc']))}" class="live-timestamp">then</time>`;
}

function iso(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000Z', '+00:00');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('>', '&gt;').replaceAll('<', '&lt;');
}
