/** One script of a page. */
interface PageScript {
  /** Its first tag as it stands, up to the bracket that ends it. */
  readonly tag: string;
  readonly text: string;
}

/** The scripts of a page in their order. One ends at the first end tag, as in a browser; one that does not end is left out. */
export function* pageScriptsOf(html: string): Generator<PageScript> {
  const start = /<script(?=[\s/>])/gi;
  const end = /<\/script\s*>/gi;
  for (let found = start.exec(html); found !== null; found = start.exec(html)) {
    const tagEnd = html.indexOf('>', start.lastIndex);
    end.lastIndex = tagEnd + 1;
    const close = tagEnd < 0 ? null : end.exec(html);
    if (close === null) return;
    yield { tag: html.slice(found.index, tagEnd), text: html.slice(tagEnd + 1, close.index) };
    start.lastIndex = end.lastIndex;
  }
}
