import type { BrowserFleet, OpenContext } from '#core/network/browser/fleet.ts';
import { BrowserFailure, type DocumentHead, type HostCalls, type HostEvent, type VisitedPage } from '#core/network/browser/protocol.ts';
import { arrivedOf, type RecordedAnswers, type RecordedExchange } from '#core/network/recorded-answers.ts';

type Ties = Parameters<OpenContext['host']['call']>[2];

/** Browsers that open nothing: kept exchanges answer. Globals of pages were not kept. */
export function recordedFleet(answers: RecordedAnswers): BrowserFleet {
  const calls: { readonly [N in keyof HostCalls]?: (input: HostCalls[N]['in'], ties: Ties) => HostCalls[N]['out'] } = {
    visit: ({ place }) => ({ page: place.isBlank === true ? blankAt(place.url) : pageOf(found(answers, 'GET', place.url)), cookies: [] }),
    fetch({ request }, { onEvent }) {
      const exchange = found(answers, request.method, request.url, request.body);
      onEvent?.({ kind: 'piece', bytes: arrivedOf(exchange).body }, () => undefined);
      return { head: headOf(exchange), cookies: [] };
    },
    watch: ({ place, match }, ties) => ({
      page: place === null ? null : pageOf(found(answers, 'GET', place.url)),
      ended: capturedBy(answers, match, ties) ? 'told' : 'quiet',
      cookies: [],
    }),
    closePage: () => null,
    closeContext: () => null,
  };
  const host = {
    pid: undefined,
    call: async <N extends keyof HostCalls>(name: N, input: HostCalls[N]['in'], ties: Ties): Promise<HostCalls[N]['out']> => {
      const answer = calls[name];
      if (answer === undefined) throw new BrowserFailure({ kind: 'gone', text: `${name} needs a browser` });
      return answer(input, ties);
    },
  };
  return {
    pid: null,
    openContext: async () => ({ host, id: 0 }),
    openWindow: () => Promise.reject(new BrowserFailure({ kind: 'missing', text: 'nothing is opened here' })),
    closeWindows: async () => undefined,
    close: async () => undefined,
  };
}

/** @throws BrowserFailure where nothing of the kind was asked */
function found(answers: RecordedAnswers, method: string, url: string, body: string | null = null): RecordedExchange {
  const exchange = answers.to({ method, url: new URL(url), body });
  if (exchange !== null) return exchange;
  throw new BrowserFailure({ kind: 'net', text: 'net::ERR_FAILED' });
}

/** Gives the page's own answers; true where whoever watches is content. */
function capturedBy(answers: RecordedAnswers, { urls, method, body }: HostCalls['watch']['in']['match'], { onEvent }: Ties): boolean {
  const patterns = urls.map((source) => new RegExp(source));
  let isContent = false;
  for (const [n, exchange] of answers.list().entries()) {
    const { request } = exchange;
    const isWanted =
      patterns.some((pattern) => pattern.test(request.url)) &&
      (method === null || request.method === method) &&
      (body === null || request.body?.includes(body) === true);
    if (!isWanted || isContent) continue;
    const event: HostEvent = { kind: 'captured', n, head: headOf(exchange), body: arrivedOf(exchange).body, request };
    onEvent?.(event, (word) => {
      isContent ||= word.word === 'done';
    });
  }
  return isContent;
}

function headOf(exchange: RecordedExchange): DocumentHead {
  const { status, headers } = arrivedOf(exchange);
  return {
    status,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')])),
    url: exchange.request.url,
  };
}

function pageOf(exchange: RecordedExchange): VisitedPage {
  return { ...headOf(exchange), html: exchange.answer.text, globals: {} };
}

function blankAt(url: string): VisitedPage {
  return { status: 200, headers: {}, url, html: '', globals: {} };
}
