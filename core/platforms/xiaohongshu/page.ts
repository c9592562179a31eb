// What a page of the site shows and carries: its state, its comments as they stand in it, and the walls that stand where it should be.
import { type CommentdockError, PlatformChanged, PlatformRefusal, ThrottledFailure } from '#core/contract/error.ts';
import { endOfJson } from '#core/platform-kit/bounded-json.ts';
import { checked } from '#core/platform-kit/checked.ts';
import { htmlToText } from '#core/platform-kit/html-text.ts';
import { parseHtml } from '#core/platform-kit/html-tree.ts';
import { underscored } from '#core/platform-kit/json-tree.ts';
import { jsonIn } from '#core/platform-kit/wire.ts';
import { refusalOf } from '#core/platform-api/refusal.ts';
import type { Answer, CapturedAnswer, Session } from '#core/platform-api/session.ts';
import { envelopeSchema, noteStateSchema, profileStateSchema } from '#core/platforms/xiaohongshu/wire.ts';

/** A page as it was found. */
export interface SitePage {
  readonly html: string;
  /** What it carries for its own script; undefined where that cannot be read. */
  readonly state: unknown;
}

/** What the state of a note's page says; null where it says nothing. */
export interface NoteState {
  readonly owner: string | null;
  readonly count: string | null;
  /** The first comments, in the names of the calls. */
  readonly comments: readonly unknown[];
  readonly hasMore: boolean;
}

const WITHOUT_TOKEN =
  'Xiaohongshu shows a note only by a link that carries its pass. Open the note on the site, copy the link there again with its xsec_token, and paste that.';
const REFUSED = 'Xiaohongshu refuses this browser. Open the note in a window of Commentdock and log in there, or wait some hours.';
const NEEDS_LOGIN =
  'Xiaohongshu shows this to people who are logged in. Log in in a window of Commentdock, or give the cookies of your session.';
const CHECK_STATUSES = [461, 471];
const REFUSING_STATUS = 406;
const STATE = /window\.__INITIAL_STATE__\s*=\s*/;
const MISSING_PASS = /error_code=(?:300031|300017)\b/;
const CHECK_PATH = /^\/website-login\/captcha/;
const GONE_PATH = /^\/404\b/;

/** Words of walls, in the order in which they count. */
const WORDS: readonly (readonly [RegExp, () => CommentdockError])[] = [
  [/当前笔记暂时无法浏览/, () => new PlatformRefusal('BLOCKED', WITHOUT_TOKEN)],
  [/安全限制|访问链接异常/, () => new PlatformRefusal('BLOCKED', REFUSED)],
  [/安全验证|请完成验证|验证码/, () => new PlatformRefusal('CAPTCHA')],
  [/登录后查看|请登录|扫码登录|手机号登录/, () => new PlatformRefusal('LOGIN_REQUIRED', NEEDS_LOGIN)],
];

/** What the site's own numbers mean. */
const CODES: ReadonlyMap<number, () => CommentdockError> = new Map<number, () => CommentdockError>([
  [-510_000, () => new PlatformRefusal('NOT_FOUND')],
  [-510_001, () => new PlatformRefusal('NOT_FOUND')],
  [-1, () => new PlatformRefusal('BLOCKED', REFUSED)],
  [300_011, () => new PlatformRefusal('BLOCKED', REFUSED)],
  [300_012, () => new PlatformRefusal('BLOCKED', REFUSED)],
  [300_015, () => new PlatformRefusal('BLOCKED', REFUSED)],
  [300_017, () => new PlatformRefusal('BLOCKED', WITHOUT_TOKEN)],
  [300_031, () => new PlatformRefusal('BLOCKED', WITHOUT_TOKEN)],
  [300_013, () => new ThrottledFailure()],
  [-100, () => new PlatformRefusal('LOGIN_REQUIRED', NEEDS_LOGIN)],
  [-101, () => new PlatformRefusal('LOGIN_REQUIRED', NEEDS_LOGIN)],
]);

/** Opens a page. @throws CommentdockError what stands where it should be */
export async function openPage(session: Session, url: string): Promise<SitePage> {
  const page = await session.page({ url, accept: [...CHECK_STATUSES, REFUSING_STATUS] });
  const refusal = refusalOfStatus(page) ?? refusalOfAddress(page);
  if (refusal !== null) throw refusal;
  return { html: page.text, state: stateIn(page.text) };
}

/** What the words of a page say that gave nothing; PLATFORM_CHANGED where they say nothing of a wall. */
export function refusalInWords({ html }: SitePage): CommentdockError {
  const words = htmlToText(html);
  const found = WORDS.find(([form]) => form.test(words));
  return found === undefined
    ? new PlatformChanged(
        'capture',
        'The page of Xiaohongshu neither shows nor asks for what we wait for. An update of Commentdock may be needed.',
      )
    : found[1]();
}

/** Why an answer of the site's calls is none; null where it is one. */
export function refusalInAnswer(answer: CapturedAnswer): CommentdockError | null {
  const byStatus = refusalOfStatus(answer);
  if (byStatus !== null) return byStatus;
  if (answer.status < 200 || answer.status >= 300) return refusalOf(answer);
  const said = checked(envelopeSchema, jsonIn(answer.text));
  if (!said.success) return new PlatformChanged(said.problem?.path.join('.') || '$');
  const { code, msg } = said.data;
  if (code === 0) return null;
  return CODES.get(code)?.() ?? new PlatformChanged('code', `Xiaohongshu refuses the call (code ${code}: ${msg ?? 'no words'}).`);
}

export function noteStateOf({ state }: SitePage, note: string): NoteState | null {
  const read = checked(noteStateSchema, state);
  const detail = read.success ? read.data.note.noteDetailMap[note] : undefined;
  if (detail === undefined) return null;
  return {
    owner: detail.note?.user?.userId || null,
    count: detail.note?.interactInfo?.commentCount ?? null,
    comments: (detail.comments?.list ?? []).map(underscored),
    hasMore: detail.comments?.hasMore === true,
  };
}

/** The first notes of an account, in the names of the calls; null where its page does not carry them. */
export function notesOf({ state }: SitePage): readonly unknown[] | null {
  const read = checked(profileStateSchema, state);
  if (!read.success) return null;
  return (read.data.user.notes?.[0] ?? []).map((row) => {
    const { id, note_card: card, xsec_token: token } = underscored(row) as Readonly<Record<string, unknown>>;
    return { note_id: id, xsec_token: token, ...(typeof card === 'object' ? card : {}) };
  });
}

/** Comments as they stand in a page, those that can be told from each other. */
export function commentsShown({ html }: SitePage): readonly unknown[] {
  return parseHtml(html)
    .all('.parent-comment > .comment-item, .parent-comment .comment-item:not(.comment-item-sub)')
    .flatMap((element) => {
      const id = /^comment-([0-9a-f]{24})$/.exec(element.attribute('id') ?? '')?.[1];
      const name = element.first('.author-wrapper .name');
      const user = /\/user\/profile\/([0-9a-f]{24})/.exec(name?.attribute('href') ?? '')?.[1];
      const text = element.first('.content .note-text, .content, .note-text')?.text() ?? null;
      if (id === undefined) return [];
      return [
        {
          id,
          content: text,
          like_count: element.first('.like .count')?.text() ?? null,
          ip_location: element.first('.location')?.text() ?? null,
          user_info: { user_id: user ?? null, nickname: name?.text() ?? null },
        },
      ];
    });
}

function refusalOfStatus({ status }: Pick<Answer, 'status'>): CommentdockError | null {
  if (CHECK_STATUSES.includes(status)) return new PlatformRefusal('CAPTCHA');
  return status === REFUSING_STATUS ? new PlatformRefusal('BLOCKED', REFUSED) : null;
}

function refusalOfAddress({ url, text }: Pick<Answer, 'url' | 'text'>): CommentdockError | null {
  const { pathname, search } = new URL(url);
  if (CHECK_PATH.test(pathname)) return new PlatformRefusal('CAPTCHA');
  if (!GONE_PATH.test(pathname)) return null;
  return MISSING_PASS.test(search) || MISSING_PASS.test(text)
    ? new PlatformRefusal('BLOCKED', WITHOUT_TOKEN)
    : new PlatformRefusal('NOT_FOUND');
}

/** The state is written as a script, where what is not known stands as `undefined`. */
function stateIn(html: string): unknown {
  const found = STATE.exec(html);
  if (found === null) return undefined;
  const start = found.index + found[0].length;
  const end = endOfJson(html, start);
  return end === null ? undefined : jsonIn(html.slice(start, end).replace(/(?<=[:[,])\s*undefined(?=\s*[,}\]])/g, 'null'));
}
