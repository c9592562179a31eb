// LinkedIn's pages behind the login since March 2026, when the calls that filled them went one by one (alexey-pelykh/lhremote #503, #504, #506,
// #522, #523, #526, #528, #539, #770, #773): names of classes mean nothing, dialogs lost their role in May, roles of lists, labels and words stayed.
import type { SimulatedAnswer } from '#test/world/simulator.ts';

interface PagesParams {
  readonly comments?: number;
  readonly reactions?: number;
  readonly posts?: number;
  /** Whose markup. Default that of May. */
  readonly markup?: 'march' | 'may';
}

const ID = '7123456789012345678';
const NEWEST_MS = Date.parse('2026-08-01T12:00:00Z');
const COMMENTS_A_CLICK = 10;
const ROWS_A_SCROLL = 10;
const POSTS_A_SCROLL = 5;

/** The page at an address as somebody sees it who is logged in; null where there is none. */
export function pageBehindLogin(path: string, params: PagesParams): SimulatedAnswer | null {
  const { comments = 130, reactions = 130, posts = 70 } = params;
  if (path.startsWith('/posts/') || path.startsWith('/feed/update/'))
    return { body: postPage(comments, reactions, params.markup ?? 'may') };
  const isFeed = path === '/in/somebody/recent-activity/all/' || path === '/company/example-company/posts/';
  return isFeed ? { body: feedPage(posts, params.markup ?? 'may') } : null;
}

function postPage(comments: number, reactions: number, markup: 'march' | 'may'): string {
  const all = Array.from({ length: comments }, (_, index) => comment(index, markup));
  const rows = Array.from({ length: reactions }, (_, index) => reactor(index));
  const role = markup === 'march' ? ' role="dialog"' : '';
  const dialog = `<div class="b7"${role}><button aria-label="${reactions} All reactions">All</button><div id="box" style="height:200px;overflow-y:auto"><ul id="rows"></ul></div></div>`;
  return page(
    `<div class="a1"><article class="c0" data-id="urn:li:activity:${ID}"><a href="/in/owner"><span dir="ltr">Owner</span></a>${words('A post that says more than any of its comments ever will', markup)}</article>
     <button class="q">${reactions.toLocaleString('en-US')} reactions</button><button class="q">${comments} comments</button><button aria-label="React Like to Owner’s post">Like</button>
     <div id="list">${all.slice(0, COMMENTS_A_CLICK).join('')}</div>${comments > COMMENTS_A_CLICK ? '<button id="more">Load more comments</button>' : ''}</div>`,
    `const all = ${json(all)}, rows = ${json(rows)};
     let shown = ${COMMENTS_A_CLICK}, listed = 0;
     const more = document.querySelector('#more');
     more?.addEventListener('click', () => {
       document.querySelector('#list').insertAdjacentHTML('beforeend', all.slice(shown, shown += ${COMMENTS_A_CLICK}).join(''));
       if (shown >= all.length) more.remove();
     });
     document.querySelector('.q').addEventListener('click', () => {
       if (document.querySelector('#box')) return;
       document.body.insertAdjacentHTML('afterbegin', ${json(dialog)});
       const box = document.querySelector('#box'), list = document.querySelector('#rows');
       const add = () => list.insertAdjacentHTML('beforeend', rows.slice(listed, listed += ${ROWS_A_SCROLL}).join(''));
       box.addEventListener('scroll', () => { if (box.scrollTop + box.clientHeight > box.scrollHeight - 60) add(); });
       setTimeout(add, 150);
     });`,
  );
}

/** Every third has two answers. Times are ages: the number of a comment says it better. */
function comment(index: number, markup: 'march' | 'may'): string {
  const replies = index % 3 === 0 ? [0, 1].map((reply) => article(100_000 + index * 10 + reply, '', markup)) : [];
  return article(1000 + index, replies.length === 0 ? '' : `<div class="e5">${replies.join('')}</div>`, markup);
}

function article(index: number, below: string, markup: 'march' | 'may'): string {
  const urn = `urn:li:comment:(activity:${ID},${numberOf(index)})`;
  const link =
    index % 7 === 0 ? `https://www.linkedin.com/company/${index}/` : `https://www.linkedin.com/in/member-${index}?miniProfileUrn=x`;
  const liked =
    index % 4 === 0
      ? ''
      : `<button aria-label="${index % 4} Reaction${index % 4 === 1 ? '' : 's'} on Member ${index}’s comment">${index % 4}</button>`;
  return `<article class="d${index % 9}" data-id="${urn}"><a href="${link}"><img alt=""></a><a href="${link}"><span dir="ltr">Member ${index}</span><span>Has a headline that is longer than what is said here</span></a>
    <time>2w</time>${words(`Words of ${index}`, markup)}${liked}${below}</article>`;
}

function words(text: string, markup: 'march' | 'may'): string {
  return markup === 'march'
    ? `<div class="f3"><span dir="ltr">${text}</span></div>`
    : `<p><span data-testid="expandable-text-box">${text}</span></p>`;
}

function reactor(index: number): string {
  const kind = index % 2 === 0 ? 'like' : 'celebrate';
  return `<li style="height:60px"><a href="https://www.linkedin.com/in/member-${1000 + index}?x=1"><span aria-hidden="true">Member ${1000 + index}</span></a><img alt="${kind}"><span>Works here</span></li>`;
}

function feedPage(count: number, markup: 'march' | 'may'): string {
  const posts = Array.from({ length: count }, (_, index) => {
    const activity = BigInt(NEWEST_MS - index * 3_600_000) << 22n;
    return `<div class="g2"><div role="article" data-urn="urn:li:activity:${activity}" style="height:300px"><button aria-label="Open control menu for post by Some Body">…</button>
      <a href="https://www.linkedin.com/in/somebody"><img alt=""></a>${words(`Post ${index} and a few words more`, markup)}<button>${index + 2} reactions</button><button>${index} comments</button></div></div>`;
  });
  return page(
    `<div id="feed">${posts.slice(0, POSTS_A_SCROLL).join('')}</div>`,
    `const posts = ${json(posts)}; let shown = ${POSTS_A_SCROLL};
     window.addEventListener('scroll', () => {
       if (window.scrollY + window.innerHeight < document.documentElement.scrollHeight - 200) return;
       document.querySelector('#feed').insertAdjacentHTML('beforeend', posts.slice(shown, shown += ${POSTS_A_SCROLL}).join(''));
     });`,
  );
}

/** As numbers of comments are: their first bits tell the time. */
function numberOf(index: number): string {
  return String(BigInt(NEWEST_MS - index * 60_000) << 22n);
}

function page(main: string, script: string): string {
  return `<!doctype html><html><head><title>LinkedIn</title></head><body><header><a href="/in/me">Me</a></header><main>${main}</main><script>${script}</script></body></html>`;
}

function json(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
