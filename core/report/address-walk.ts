import { type Field, fieldNamed, type Visitor } from '#core/report/fields.ts';
import { unwrapAddress } from '#core/report/wrapped-text.ts';

const PARTS = /^([a-z][a-z0-9+.-]{1,20}:)?(?:(\/\/)([^/?#\s]*))?([^?#]*)(\?[^#]*)?(#[\s\S]*)?$/i;
const ADDRESS = /^(?:https?:)?\/\/[^\s"<>]+$|^(?:mailto|tel|sms|whatsapp|intent|at|urn):\S+$|^\/[\w%@.~-]+(?:[/?][^\s"<>]*)?$/i;

interface AddressParts {
  readonly visitor: Pick<Visitor, 'text' | 'host' | 'segment' | 'key'>;
  readonly value: (text: string, field: Field) => string;
}

/** True for what is an address as a whole. */
export function isAddress(text: string): boolean {
  return text.length < 8_000 && ADDRESS.test(text);
}

/** Changes an address: its host, the words of its way, the values of its query. Scheme and names of fields stay. */
export function changeAddress(address: string, side: Field['side'], parts: AddressParts): string {
  const { visitor } = parts;
  const [, scheme = '', slashes = '', authority = '', path = '', query = '', hash = ''] = PARTS.exec(address) ?? [];
  if (scheme === '' && slashes === '' && path === '') return visitor.text(address, fieldNamed('', side));
  const isOfWeb = slashes !== '' || scheme === '';
  if (!isOfWeb) return `${scheme}${visitor.text(address.slice(scheme.length), fieldNamed('account', side))}`;
  const way = path.split('/').map((segment) => inAddress(segment, (text) => visitor.segment(text, side)));
  return [
    scheme,
    slashes,
    authorityOf(authority, side, visitor),
    way.join('/'),
    query === '' ? '' : `?${changeForm(query.slice(1), side, parts)}`,
    hash === ''
      ? ''
      : `#${hash.includes('=') ? changeForm(hash.slice(1), side, parts) : inAddress(hash.slice(1), (text) => visitor.segment(text, side))}`,
  ].join('');
}

/** Changes the values of a form or query: `a=b&c=d`. */
export function changeForm(form: string, side: Field['side'], { value, visitor }: AddressParts): string {
  return form
    .split('&')
    .map((pair) => {
      const equals = pair.indexOf('=');
      if (equals < 0) return inAddress(pair, (text) => visitor.segment(text, side));
      const name = unwrapAddress(pair.slice(0, equals)).text;
      return `${pair.slice(0, equals)}=${inAddress(pair.slice(equals + 1), (text) => value(text, fieldNamed(name, side)))}`;
    })
    .join('&');
}

function inAddress(raw: string, change: (text: string) => string): string {
  const { text, wrap } = unwrapAddress(raw);
  return wrap(change(text));
}

function authorityOf(authority: string, side: Field['side'], visitor: AddressParts['visitor']): string {
  const at = authority.lastIndexOf('@');
  const user = at < 0 ? '' : `${visitor.text(authority.slice(0, at), fieldNamed('account', side))}@`;
  const [, host = '', port = ''] = /^(.*?)(:\d+)?$/.exec(authority.slice(at + 1)) ?? [];
  return `${user}${visitor.host(host, side)}${port}`;
}
