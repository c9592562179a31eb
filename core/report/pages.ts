import type { TextExchange } from '#core/report/material.ts';

/** The exchanges that one page made, in their order, and how it failed. */
export interface ReportedPage {
  readonly cursor: TextExchange['cursor'];
  readonly known: TextExchange['known'];
  readonly failure: TextExchange['failure'];
  readonly exchanges: readonly TextExchange[];
}

/** Exchanges one after the other with one cursor and one failure are those of one page. */
export function pagesOf(exchanges: readonly TextExchange[]): readonly ReportedPage[] {
  const pages: { readonly name: string; readonly exchanges: TextExchange[] }[] = [];
  for (const exchange of exchanges) {
    const name = JSON.stringify([exchange.cursor, exchange.failure]);
    const last = pages.at(-1);
    if (last?.name === name) last.exchanges.push(exchange);
    else pages.push({ name, exchanges: [exchange] });
  }
  return pages.map(({ exchanges: made }) => {
    const { cursor, known, failure } = made[0] as TextExchange;
    return { cursor, known, failure, exchanges: made };
  });
}
