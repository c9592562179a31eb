import type { PastedUrl } from '#core/platform-api/define.ts';
import type { NamedPlace } from '#core/platform-kit/place.ts';

/** What an address of Goodreads names. `short`: a link of the app, which leads to a book. */
type Place = NamedPlace<'book' | 'work' | 'short'>;

const SITE = 'goodreads.com';
const SHORT = 'goodreads.app.link';
const LOCALE = /^[a-z]{2}(?:-[a-z]{2})?$/i;
const BOOK = /^\d+(?:[-.].*)?$/;
const ISBN = /^[\dX-]{10,17}$/i;
/** The end of the address of a list of reviews. */
const ITS_LIST = /(?:\/reviews)?\/*$/;
const CODE = /^\w+$/;

/** What the address names; null where it is nothing of Goodreads that could be exported. */
export function placeAt({ protocol, host, segments, href }: PastedUrl): Place | null {
  if (!protocol.startsWith('http')) return null;
  if (host === SHORT) {
    const [code = ''] = segments;
    return segments.length === 1 && CODE.test(code) ? { kind: 'short', params: { code } } : null;
  }
  if (host !== SITE && host !== `m.${SITE}`) return null;
  const parts = segments.at(-1) === 'reviews' ? segments.slice(0, -1) : segments;
  const [folder = '', view = '', id = '', ...further] = LOCALE.test(parts[0] ?? '') ? parts.slice(1) : parts;
  if (further.length > 0) return null;
  const path = new URL(href).pathname.replace(ITS_LIST, '');
  if (folder === 'work') return isWork(view, id) ? { kind: 'work', params: { path } } : null;
  const isBook = folder === 'book' && ((view === 'show' && BOOK.test(id)) || (view === 'isbn' && ISBN.test(id)));
  return isBook ? { kind: 'book', params: { path } } : null;
}

/** `/work/<id>`, `/work/editions/<id>`. */
function isWork(view: string, id: string): boolean {
  return id === '' ? BOOK.test(view) : view === 'editions' && BOOK.test(id);
}
