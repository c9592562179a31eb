import type { AttributedText, WireText } from '#core/platforms/youtube/wire.ts';

const ORIGIN = 'https://www.youtube.com';
const SHORTENED = /(?:\.\.\.|…)$/;
const MENTION = /^\u00a0*@/;
const NO_BREAK_SPACE = '\u00a0';

/** A part of a text as it stands, and the address behind it where it is a link. */
interface Piece {
  readonly shown: string;
  readonly address: string | null;
}

/** The text of runs or of a simple text, links in full; empty where there is none. */
export function plainText(text: WireText | undefined): string {
  if (text?.runs === undefined) return text?.simpleText ?? '';
  return joined(
    text.runs.map((run) => {
      const { emoji, navigationEndpoint: link } = run;
      const shown = emoji?.isCustomEmoji === true ? (emoji.shortcuts?.[0] ?? run.text ?? '') : (run.text ?? emoji?.emojiId ?? '');
      return { shown, address: link === undefined ? null : (link.urlEndpoint?.url ?? link.commandMetadata?.webCommandMetadata?.url ?? '') };
    }),
  );
}

/** The text of the newer kind, links in full; empty where there is none. */
export function plainAttributed(text: AttributedText | undefined): string {
  const content = text?.content ?? '';
  if (text?.commandRuns === undefined) return content;
  const pieces: Piece[] = [];
  let end = 0;
  for (const run of text.commandRuns.toSorted((one, other) => (one.startIndex ?? 0) - (other.startIndex ?? 0))) {
    const start = run.startIndex ?? 0;
    if (start < end) continue;
    const command = run.onTap?.innertubeCommand;
    pieces.push({ shown: content.slice(end, start), address: null });
    end = start + run.length;
    pieces.push({
      shown: content.slice(start, end),
      address: command?.urlEndpoint?.url ?? command?.commandMetadata?.webCommandMetadata?.url ?? '',
    });
  }
  pieces.push({ shown: content.slice(end), address: null });
  return joined(pieces);
}

function joined(pieces: readonly Piece[]): string {
  const texts = pieces.map(({ shown, address }) =>
    address !== null && address !== '' && SHORTENED.test(shown) ? fullAddress(address) : shown,
  );
  for (const [index, { shown, address }] of pieces.entries()) {
    if (address === null || !MENTION.test(shown)) continue;
    texts[index] = plainEnd(plainStart(texts[index] ?? ''));
    if (index > 0) texts[index - 1] = plainEnd(texts[index - 1] ?? '');
    if (index + 1 < texts.length) texts[index + 1] = plainStart(texts[index + 1] ?? '');
  }
  return texts.join('');
}

/** YouTube sends links away through its own redirect, which names the target in `q`. */
function fullAddress(address: string): string {
  const url = URL.parse(address, ORIGIN);
  if (url === null) return address;
  const target = url.pathname === '/redirect' ? url.searchParams.get('q') : null;
  return target ?? (address.startsWith('/') ? `${ORIGIN}${address}` : address);
}

/** The no-break space at the start, which belongs to a mention, as a blank. */
function plainStart(text: string): string {
  return text.startsWith(NO_BREAK_SPACE) ? ` ${text.slice(1)}` : text;
}

function plainEnd(text: string): string {
  return text.endsWith(NO_BREAK_SPACE) ? `${text.slice(0, -1)} ` : text;
}
