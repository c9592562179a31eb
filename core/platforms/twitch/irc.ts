// Lines of IRC with tags, as Twitch's chat speaks it (dev.twitch.tv/docs/chat/irc).

/** One line, its tags unescaped. */
export interface IrcLine {
  readonly tags: ReadonlyMap<string, string>;
  /** Account that it comes from; null for the server. */
  readonly login: string | null;
  readonly command: string;
  /** What stands behind the last colon. */
  readonly words: string;
}

const LINE = /^(?:@(?<tags>\S+) )?(?::(?<source>\S+) )?(?<command>[A-Z]+|\d{3})(?<middle>(?: [^:\s]\S*)*)(?: :(?<words>.*))?$/s;
const ESCAPED = /\\(.)/g;
const ESCAPES: Readonly<Record<string, string>> = { ':': ';', s: ' ', r: '\r', n: '\n', '\\': '\\' };
/** A deed instead of words: `/me waves`. */
const ACTION = /^\u0001ACTION (.*?)\u0001?$/s;

/** The lines of one message, in order; what is no line of IRC is left out. */
export function readIrc(message: string): readonly IrcLine[] {
  return message.split(/\r?\n/).flatMap((text) => {
    const { tags = '', source, command, words = '' } = LINE.exec(text)?.groups ?? {};
    if (command === undefined) return [];
    const login = source?.includes('!') ? (source.split('!')[0] ?? null) : null;
    return [{ tags: tagsOf(tags), login, command, words: ACTION.exec(words)?.[1] ?? words }];
  });
}

function tagsOf(text: string): ReadonlyMap<string, string> {
  const pairs = text.split(';').filter((pair) => pair !== '');
  return new Map(
    pairs.map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [name, value.join('=').replace(ESCAPED, (_, letter: string) => ESCAPES[letter] ?? letter)];
    }),
  );
}
