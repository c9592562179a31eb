import iconv from 'iconv-lite';

/** Where a page may name its charset: the HTML standard looks at the first 1,024 bytes. */
const PRESCAN_BYTES = 1_024;
/** Charsets that are UTF-8 or a part of it. */
const UTF8_NAMES: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'unicode-1-1-utf-8']);
/** Names that mean a larger set on the web (WHATWG Encoding standard). */
const MEANT: Readonly<Record<string, string>> = {
  'iso-8859-1': 'windows-1252',
  iso8859_1: 'windows-1252',
  latin1: 'windows-1252',
  ascii: 'windows-1252',
  'us-ascii': 'windows-1252',
  'iso-8859-9': 'windows-1254',
  gb2312: 'gb18030',
  gbk: 'gb18030',
  shift_jis: 'windows-31j',
  'ks_c_5601-1987': 'euc-kr',
};

/**
 * The body as text. Its charset is named by, in this order: a byte order mark, the content type,
 * a meta tag or an XML declaration in markup. Without any it is UTF-8.
 */
export function decodeText(body: Buffer, contentType: string): string {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return body.toString('utf8', 3);
  // Half a letter at the end must not reach Node: of a large body it would write one byte beyond what it has allocated.
  if (body[0] === 0xff && body[1] === 0xfe) return body.toString('utf16le', 2, body.length - (body.length % 2));
  if (body[0] === 0xfe && body[1] === 0xff) return iconv.decode(body, 'utf-16be');
  const charset =
    /charset\s*=\s*["']?([^\s"';,]+)/i.exec(contentType)?.[1] ?? (mayNameCharset(body, contentType) ? charsetInMarkup(body) : null);
  return charset === null ? body.toString('utf8') : decodeAs(body, charset.toLowerCase());
}

function decodeAs(body: Buffer, charset: string): string {
  if (UTF8_NAMES.has(charset)) return body.toString('utf8');
  const meant = MEANT[charset] ?? charset;
  return iconv.encodingExists(meant) ? iconv.decode(body, meant) : body.toString('utf8');
}

function mayNameCharset(body: Buffer, contentType: string): boolean {
  return /html|xml/i.test(contentType) || (contentType === '' && body[0] === 0x3c);
}

function charsetInMarkup(body: Buffer): string | null {
  const head = body.toString('latin1', 0, PRESCAN_BYTES);
  const declared =
    /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/i.exec(head) ?? /<meta\b[^>]*?\bcharset\s*=\s*["']?\s*([\w.:-]+)/i.exec(head);
  // Markup that names UTF-16 was readable as bytes a moment ago, so it cannot be UTF-16.
  return declared?.[1] === undefined || /^utf-?16/i.test(declared[1]) ? null : declared[1];
}
