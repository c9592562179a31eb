// Texts as they stand within others: escaped in JSON, in markup, in addresses. What is changed in one is written back as it was written.
import { decodeEntities } from '#core/platform-kit/html-text.ts';

/** A text without its escapes. Changes keep its length. */
interface Unwrapped {
  readonly text: string;
  /** The text with what was changed, escaped where it was. `changed` is as long as `text`. */
  wrap(changed: string): string;
}

interface Wrapping {
  /** One escape, or several in a row. */
  readonly escape: RegExp;
  read(escape: string): string;
  /** Letters and digits alone ever change. */
  write(text: string, former: string): string;
}

const HEX = 16;
const SHORT_ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', '0': '\0' };

const IN_STRING: Wrapping = {
  escape: /\\(?:u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|u\{[0-9a-fA-F]{1,6}\}|[\s\S])/g,
  read(escape) {
    const hex = /^\\[ux]\{?([0-9a-fA-F]+)\}?$/.exec(escape)?.[1];
    if (hex === undefined) return SHORT_ESCAPES[escape.slice(1)] ?? escape.slice(1);
    const codePoint = Number.parseInt(hex, HEX);
    return codePoint > 0x10ffff ? '?' : String.fromCodePoint(codePoint);
  },
  write(text, former) {
    const isUpper = /[A-F]/.test(former);
    const hex = (value: number, digits: number): string => {
      const written = value.toString(HEX).padStart(digits, '0');
      return isUpper ? written.toUpperCase() : written;
    };
    if (former.startsWith('\\u{')) return `\\u{${hex(text.codePointAt(0) ?? 0, former.length - 4)}}`;
    if (former.startsWith('\\x')) return `\\x${hex(text.charCodeAt(0), 2)}`;
    return former.startsWith('\\u') ? `\\u${hex(text.charCodeAt(0), 4)}` : text;
  },
};

const IN_MARKUP: Wrapping = {
  escape: /&(?:#[xX][0-9a-fA-F]{1,6}|#\d{1,7}|[A-Za-z][A-Za-z0-9]{1,30});/g,
  read: (escape) => decodeEntities(escape),
  write(text, former) {
    const codePoint = text.codePointAt(0) ?? 0;
    return /^&#x/i.test(former) ? `&#x${codePoint.toString(HEX)};` : `&#${codePoint};`;
  },
};

const IN_ADDRESS: Wrapping = {
  escape: /(?:%[0-9a-fA-F]{2})+/g,
  read(escape) {
    const bytes = Buffer.from(escape.replaceAll('%', ''), 'hex');
    const text = bytes.toString('utf8');
    // Of another charset: byte for byte, as letters that are replaced by letters of one byte.
    return text.includes('\ufffd') ? bytes.toString('latin1') : text;
  },
  write(text, former) {
    const bytes = Buffer.from(text, Buffer.byteLength(text) === former.length / 3 ? 'utf8' : 'latin1').toString('hex');
    const written = bytes.replace(/../g, '%$&');
    return /%[^%]*[a-f]/.test(former) ? written : written.toUpperCase();
  },
};

/** What stands between the quotes of a string of JSON or JavaScript. */
export function unwrapString(raw: string): Unwrapped {
  return unwrap(raw, '\\', IN_STRING);
}

/** Text or the value of an attribute. */
export function unwrapMarkup(raw: string): Unwrapped {
  return unwrap(raw, '&', IN_MARKUP);
}

/** A part of an address or of a form. */
export function unwrapAddress(raw: string): Unwrapped {
  return unwrap(raw, '%', IN_ADDRESS);
}

function unwrap(raw: string, sign: string, { escape, read, write }: Wrapping): Unwrapped {
  if (!raw.includes(sign)) return { text: raw, wrap: (changed) => changed };
  interface Escaped {
    readonly raw: string;
    readonly text: string;
    /** Where it begins in the text. */
    readonly at: number;
  }
  const found: Escaped[] = [];
  const parts: string[] = [];
  let [length, end] = [0, 0];
  for (const match of raw.matchAll(escape)) {
    const plain = raw.slice(end, match.index);
    const text = read(match[0]);
    found.push({ raw: match[0], text, at: length + plain.length });
    parts.push(plain, text);
    length += plain.length + text.length;
    end = match.index + match[0].length;
  }
  parts.push(raw.slice(end));
  return {
    text: parts.join(''),
    wrap(changed) {
      const written: string[] = [];
      let from = 0;
      for (const { raw: former, text, at } of found) {
        const now = changed.slice(at, at + text.length);
        written.push(changed.slice(from, at), now === text ? former : write(now, former));
        from = at + text.length;
      }
      written.push(changed.slice(from));
      return written.join('');
    },
  };
}
