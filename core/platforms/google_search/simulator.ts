import type { SimulatedAnswer, Simulator } from '#test/world/simulator.ts';

export interface GoogleSearchParams {
  /** Results in all. Default 34, ten a page. */
  readonly results?: number;
  /** What stands instead of results: a page that wants scripts, one that stays so in the browser too, a captcha, nothing found. */
  readonly instead?: 'scripts' | 'captcha' | 'nothing' | 'nothingBut' | 'emptyFrame' | 'forbidden';
  /** True: the last page says that similar results were left out. */
  readonly leavesOut?: boolean;
}

const PER_PAGE = 10;
const MONTHS = ['Jan', 'Feb', 'Mar'];

/** `google.com/search` in English, with advertisements and questions between the results. */
export function googleSearchSimulator(params: GoogleSearchParams): Simulator {
  return ({ url, headers }) => {
    if (!/^www\.google\.(?:com|de)$/.test(url.hostname) || url.pathname !== '/search') return null;
    if (params.instead) return instead(params.instead);
    // Google sends visitors without the cookie to ask for their consent.
    if (!(headers['cookie'] ?? '').includes('SOCS='))
      return { status: 302, headers: { location: 'https://consent.google.com/m?continue=x' } };
    const first = Number(url.searchParams.get('start') ?? 0);
    return { body: resultsPage(url, first, params) };
  };
}

function instead(what: NonNullable<GoogleSearchParams['instead']>): SimulatedAnswer {
  const pages: Readonly<Record<typeof what, SimulatedAnswer>> = {
    scripts: {
      body: '<html><body><noscript><meta http-equiv="refresh" content="0;url=/httpservice/retry/enablejs?sei=x"></noscript></body></html>',
    },
    captcha: { status: 429, body: '<html><body><form id="captcha-form"><div class="g-recaptcha" data-s="x"></div></form></body></html>' },
    nothing: {
      body: page(
        '<div id="search"></div><div id="botstuff"><div class="mnr-c"><p>Your search - <em>x</em> - did not match any documents.</p></div></div>',
      ),
    },
    nothingBut: {
      body: page(
        '<div id="result-stats">About 0 results</div><div id="search"><div id="rso"><a href="https://else.example/"><h3>Offered</h3></a></div></div>',
      ),
    },
    emptyFrame: { body: page('<div id="search"></div>') },
    forbidden: { status: 403, body: 'no' },
  };
  return pages[what];
}

function page(body: string): string {
  return `<html lang="en"><body>${body}</body></html>`;
}

function resultsPage(url: URL, first: number, { results = 34, leavesOut = false }: GoogleSearchParams): string {
  const size = Math.max(0, Math.min(PER_PAGE, results - first));
  const rows = Array.from({ length: size }, (_, index) => result(first + index)).join('');
  const next = new URL(url);
  next.searchParams.set('start', String(first + PER_PAGE));
  const pager = first + size < results ? `<a id="pnnext" href="${`${next.pathname}${next.search}`.replaceAll('&', '&amp;')}">Next</a>` : '';
  const about = first === 0 ? 'About' : `Page ${first / PER_PAGE + 1} of about`;
  return page(`
    <div id="result-stats">${about} 17,900 results<nobr> (0.59 seconds)</nobr></div>
    <div id="tads"><a href="https://ad.example/"><h3>Advertisement</h3></a></div>
    <div id="search"><div id="rso">
      ${rows}
      <div class="related-question-pair"><div class="g"><a href="https://question.example/"><h3>Asked too</h3></a></div></div>
      <h3>Images</h3><a href="/search?q=more"><h3>More of this</h3></a>
    </div></div>
    <div id="botstuff"><h3>Related searches</h3>${leavesOut && pager === '' ? '<p id="ofr"><i>In order to show you the most relevant results</i></p>' : ''}</div>
    <div id="bottomads"><a href="https://ad.example/2"><h3>Advertisement</h3></a></div>${pager}`);
}

function result(index: number): string {
  const target = `https://site${index}.example/page?a=1&amp;b=${index}`;
  const href = index % 4 === 3 ? `/url?q=${encodeURIComponent(`https://site${index}.example/page?a=1&b=${index}`)}&amp;sa=U` : target;
  const dates = [`${MONTHS[index % 3]} 2, 2024 — `, '3 days ago — ', ''];
  return `<div class="MjjYud"><div class="tF2Cxc"><div><a href="${href}"><br><div><h3>Result ${index} &amp; more</h3></div><div>
    <span class="VuuXrf">Site ${index}</span><cite>https://site${index}.example<span> › page</span></cite></div></a></div>
    <div class="VwiC3b"><span><span>${dates[index % 3]}</span></span><span>Words of <em>result</em> ${index} ...</span></div></div></div>`;
}
