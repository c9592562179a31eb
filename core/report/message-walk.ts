import { changeAddress, changeForm, isAddress } from '#core/report/address-walk.ts';
import { changeCode } from '#core/report/code-walk.ts';
import { type Field, fieldNamed, type Visitor } from '#core/report/fields.ts';
import { changeMarkup } from '#core/report/markup-walk.ts';
import { parseBounded } from '#core/platform-kit/bounded-json.ts';

/** Texts within texts within texts: no site goes further. */
const DEEPEST = 6;
const MARKUP = /<(?:[a-z][\w:-]*(?:\s[^<>]*)?\/?>|\/[a-z]|!--|!doctype|\?xml)/i;
const BASE64 = /^[A-Za-z0-9+/_-]{16,}={0,2}$/;
const FORM = /^[\w%.[\]-]{1,60}=[^\s<>{}"]*(?:&[\w%.[\]-]{1,60}=[^\s<>{}"]*)*$/;
/** What stands before JSON so that it cannot be run as a script, and calls that are given it. */
const GUARD = /^(?:\)\]\}'|for\s*\(;;\);|while\s*\(1\);|&&&START&&&|(?:\/\*\*\/)?[\w$.]{1,80}\()/;
/** What begins a string in base64 that is JSON, or has text in it. */
const READABLE = /^[\t\n\r\u0020-\u007e\u00a0-\ud7ff\ue000-\uffef]*$/;
/** A query of GraphQL is the code of whoever asks. */
const GRAPHQL = /^\s*(?:query|mutation|subscription|fragment)\b[\s\S]*\{/;

/** Leads a visitor through messages of HTTP, whatever they hold: JSON in a form, an address in JSON in a script in a page. */
interface MessageWalk {
  /** A text that may hold others. */
  value(text: string, field: Field): string;
  address(address: string, side: Field['side']): string;
  /** @param contentType of the message; empty: nobody says */
  body(text: string, contentType: string, side: Field['side']): string;
}

export function walkWith(visitor: Visitor): MessageWalk {
  return walkAt(visitor, 0);
}

function walkAt(visitor: Visitor, depth: number): MessageWalk {
  const inner = (text: string, field: Field): string =>
    depth >= DEEPEST ? visitor.text(text, field) : walkAt(visitor, depth + 1).value(text, field);
  const parts = { visitor, value: inner };
  const script = (code: string, type: string, side: Field['side'] = 'answered'): string => {
    const isData = /json/i.test(type) || /^\s*[[{]/.test(code);
    return changeCode(code, fieldNamed('', side), { ...parts, language: isData ? 'json' : 'script' });
  };
  const markup = (text: string, side: Field['side']): string =>
    changeMarkup(text, side, { ...parts, script, mark: (mark, field) => visitor.text(mark, field) });
  const address = (text: string, side: Field['side']): string => changeAddress(text, side, parts);
  return {
    address,
    value(text, field) {
      if (depth >= DEEPEST || text.length < 2) return visitor.text(text, field);
      if (isJson(text)) return changeCode(text, field, { ...parts, language: 'json' });
      if (isAddress(text)) return address(text, field.side);
      if (text.includes('<') && MARKUP.test(text)) return markup(text, field.side);
      if (field.side === 'asked' && GRAPHQL.test(text)) return visitor.text(text, { ...field, kind: 'structure' });
      if (field.kind !== 'secret' && BASE64.test(text))
        return inBase64(text, (unpacked) => inner(unpacked, field)) ?? visitor.text(text, field);
      if (text.includes('=') && FORM.test(text)) return changeForm(text, field.side, parts);
      return visitor.text(text, field);
    },
    body(text, contentType, side) {
      const field = fieldNamed('', side);
      const guard = GUARD.exec(text)?.[0] ?? '';
      const rest = text.slice(guard.length);
      const isMarkup = /html|xml/i.test(contentType) || /^\s*<(?:!doctype|html|\?xml|rss|feed)/i.test(text);
      if (isMarkup && !/^\s*[[{]/.test(text)) return markup(text, side);
      if (/^\s*(?:[[{"]|\d+\s+[[{])/.test(rest)) return guard + changeCode(rest, field, { ...parts, language: 'json' });
      if (/javascript|ecmascript/i.test(contentType)) return changeCode(text, field, { ...parts, language: 'script' });
      if (/x-www-form-urlencoded/i.test(contentType)) return changeForm(text, side, parts);
      return inner(text, field);
    },
  };
}

function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    parseBounded(text);
    return true;
  } catch {
    return false;
  }
}

/** Null where it is no text in base64, or would be another length after the change. */
function inBase64(text: string, change: (unpacked: string) => string): string | null {
  const bytes = Buffer.from(text, 'base64');
  const unpacked = bytes.toString('utf8');
  if (!READABLE.test(unpacked) || !Buffer.from(unpacked).equals(bytes)) return null;
  const isForAddresses = /[_-]/.test(text);
  const written = Buffer.from(change(unpacked)).toString(isForAddresses ? 'base64url' : 'base64');
  const padded = text.endsWith('=') ? written.padEnd(text.length, '=') : written.replace(/=+$/, '');
  return padded.length === text.length ? padded : null;
}
