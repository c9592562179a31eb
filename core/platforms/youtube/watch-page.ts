// The page of a video as the API gives it: where its comments and its chat begin.
import { z } from 'zod';
import { CommentdockError, PlatformChanged, PlatformRefusal } from '#core/contract/error.ts';
import type { Page } from '#core/platform-api/define.ts';
import { readCount } from '#core/platform-kit/numbers.ts';
import { orShut } from '#core/platform-kit/knock.ts';
import { tellingOf } from '#core/platform-api/refusal.ts';
import { askAvailability, refusalFor } from '#core/platforms/youtube/availability.ts';
import type { Cursor, VideoCursor } from '#core/platforms/youtube/cursor.ts';
import { askYouTube, DOOR } from '#core/platforms/youtube/innertube.ts';
import { asParameter } from '#core/platforms/youtube/protobuf.ts';
import { plainText } from '#core/platforms/youtube/text.ts';
import { onwardOf, textSchema } from '#core/platforms/youtube/wire.ts';
import type { Session } from '#core/platform-api/session.ts';

const sectionSchema = z.object({
  sectionIdentifier: z.string().optional(),
  targetId: z.string().optional(),
  contents: z.array(z.looseObject({ messageRenderer: z.object({ text: textSchema.optional() }).optional() })).optional(),
});
export const sectionHolderSchema = z.object({
  itemSectionRenderer: sectionSchema.optional(),
  // Of a form that is not known it is no reason to leave the comments.
  videoPrimaryInfoRenderer: z.object({ title: textSchema.optional() }).optional().catch(undefined),
});
type SectionHolder = z.output<typeof sectionHolderSchema>;

const panelSchema = z.object({
  engagementPanelSectionListRenderer: z
    .object({
      panelIdentifier: z.string().optional(),
      header: z.object({ engagementPanelTitleHeaderRenderer: z.object({ contextualInfo: textSchema.optional() }).optional() }).optional(),
      content: z.object({ sectionListRenderer: z.object({ contents: z.array(sectionHolderSchema).optional() }).optional() }).optional(),
    })
    .optional(),
});

const watchPageSchema = z.object({
  contents: z
    .object({
      twoColumnWatchNextResults: z
        .object({
          results: z.object({ results: z.object({ contents: z.array(sectionHolderSchema).optional() }).optional() }).optional(),
          conversationBar: z
            .object({
              liveChatRenderer: z
                .object({
                  continuations: z
                    .array(z.object({ reloadContinuationData: z.object({ continuation: z.string().min(1) }).optional() }))
                    .optional(),
                  isReplay: z.boolean().optional(),
                })
                .optional(),
              conversationBarRenderer: z
                .object({
                  availabilityMessage: z.object({ messageRenderer: z.object({ text: textSchema.optional() }).optional() }).optional(),
                })
                .optional(),
            })
            .optional(),
        })
        .optional(),
    })
    .optional(),
  engagementPanels: z.array(panelSchema).optional(),
});
type WirePage = z.output<typeof watchPageSchema>;

const COMMENT_SECTION = 'comment-item-section';
const COMMENTS_PANEL = 'engagement-panel-comments-section';
const COMMENTS_TARGET = 'comments-section';
const UNKNOWN = [400, 404];
/** Where every video has pictures of fixed names. */
const PICTURES = 'https://i.ytimg.com/vi';

/** What a comment section holds: the token of its first page, or words that say why there is none. */
interface CommentSection {
  readonly token: string | null;
  readonly message: string | null;
  /** What leads to its first page in a form that hides the token. */
  readonly unknown: string | null;
}

export interface WatchPage {
  /** False where the answer was of no form that a video's page has. */
  readonly isKnown: boolean;
  readonly comments: CommentSection | null;
  readonly title: string | null;
  /** How many comments the panel beside the video counts; null where it rounds ("2.1k") or does not say. */
  readonly commentCount: number | null;
  /** `leadsOn` without a token: to it, and in a form that is not known. */
  readonly chat: { readonly token: string | null; readonly leadsOn: boolean; readonly isReplay: boolean } | null;
  /** Why there is no chat, in YouTube's words. */
  readonly chatMessage: string | null;
}

/** The page of a video. One that YouTube does not know has neither comments nor chat. */
export async function askWatchPage(session: Session, video: string, link: string | null): Promise<WatchPage> {
  const params =
    link === null
      ? {}
      : {
          params: asParameter([
            [15, link],
            [36, [[24, 0]]],
          ]),
        };
  const answer = await askYouTube(session, 'next', { videoId: video, ...params }, { accept: UNKNOWN });
  if (UNKNOWN.includes(answer.status))
    return { isKnown: answer.status === 404, title: null, comments: null, commentCount: null, chat: null, chatMessage: null };
  return readWatchPage(answer.json(watchPageSchema));
}

function readWatchPage(page: WirePage): WatchPage {
  const results = page.contents?.twoColumnWatchNextResults;
  const contents = results?.results?.results?.contents ?? [];
  const section = commentSectionOf(contents);
  const panels = page.engagementPanels?.flatMap((each) => each.engagementPanelSectionListRenderer ?? []);
  const panel = panels?.find((each) => each.panelIdentifier === COMMENTS_PANEL);
  const inPanel = commentSectionOf(panel?.content?.sectionListRenderer?.contents ?? []);
  const count = readCount(plainText(panel?.header?.engagementPanelTitleHeaderRenderer?.contextualInfo));
  const bar = results?.conversationBar;
  const chat = bar?.liveChatRenderer;
  return {
    isKnown: results !== undefined,
    title: plainText(contents.find((each) => each.videoPrimaryInfoRenderer !== undefined)?.videoPrimaryInfoRenderer?.title),
    comments: [section, inPanel].find((each) => each !== null && (each.token !== null || each.message !== null)) ?? section ?? inPanel,
    commentCount: count === null || count.approximate ? null : count.value,
    chat:
      chat === undefined
        ? null
        : {
            token: chat.continuations?.[0]?.reloadContinuationData?.continuation ?? null,
            leadsOn: (chat.continuations ?? []).length > 0,
            isReplay: chat.isReplay === true,
          },
    chatMessage: messageOf(bar?.conversationBarRenderer?.availabilityMessage?.messageRenderer),
  };
}

/** The comment section among the sections of a page; null where there is none. */
export function commentSectionOf(holders: readonly SectionHolder[]): CommentSection | null {
  const sections = holders.flatMap((holder) => holder.itemSectionRenderer ?? []);
  const section =
    sections.find((each) => each.sectionIdentifier === COMMENT_SECTION) ?? sections.find((each) => each.targetId === COMMENTS_TARGET);
  if (section === undefined) return null;
  const contents = section.contents ?? [];
  const message = contents.map((part) => messageOf(part.messageRenderer)).find((found) => found !== null);
  const onwards = contents.filter((part) => part.messageRenderer === undefined).flatMap((part) => onwardOf(part) ?? []);
  const token = onwards.flatMap((onward) => ('token' in onward ? onward.token : [])).at(0);
  const unknown = onwards.flatMap((onward) => ('unknown' in onward ? onward.unknown : [])).at(0);
  return { token: token ?? null, message: message ?? null, unknown: token === undefined ? (unknown ?? null) : null };
}

function messageOf(renderer: { readonly text?: z.output<typeof textSchema> | undefined } | undefined): string | null {
  return renderer === undefined ? null : plainText(renderer.text).trim();
}

/** From a video to the first page of its comments. @throws PlatformRefusal why it has none */
export async function fetchVideo({ video, link }: VideoCursor, session: Session): Promise<Page<Cursor>> {
  const page = await askWatchPage(session, video, link);
  const token = page.comments?.token ?? null;
  expectKnown(page.comments);
  if (token === null) throw await whyNoComments(page, video, session);
  const cursor: Cursor = { at: 'comments', of: { video }, token, stage: 'first', link, newestFirst: false };
  return {
    door: DOOR,
    items: [],
    next: [{ role: 'page', cursor }],
    total: page.commentCount,
    about: { title: page.title, picture: `${PICTURES}/${video}/mqdefault.jpg` },
    mayRepeat: true,
  };
}

/** @throws PlatformChanged where a section goes on to its comments in a form that is not known: they are there */
export function expectKnown(section: CommentSection | null): void {
  if (section !== null && section.unknown !== null) throw new PlatformChanged(`comment-item-section.${section.unknown}`);
}

async function whyNoComments(page: WatchPage, video: string, session: Session): Promise<Error> {
  const message = page.comments?.message ?? null;
  if (message !== null) return commentsOff(message);
  if (page.chat !== null && !page.chat.isReplay) {
    return new PlatformRefusal(
      'COMMENTS_DISABLED',
      'While a stream runs, or before it begins, it has a chat instead of comments. Export the chat with the option `live`.',
    );
  }
  const changed = page.isKnown ? null : new PlatformChanged('contents.twoColumnWatchNextResults');
  const unavailable = await orShut(askAvailability(session, video));
  if (unavailable instanceof CommentdockError) return changed === null ? unavailable : tellingOf(changed, unavailable);
  if (unavailable.code === null && changed !== null) return changed;
  return refusalFor(unavailable, commentsOff(''));
}

/** `message`: the platform's own words, where it has some. */
export function commentsOff(message: string): PlatformRefusal {
  return new PlatformRefusal(
    'COMMENTS_DISABLED',
    `Comments are turned off here, so there is nothing to export.${message === '' ? '' : ` YouTube says: ${message}`}`,
  );
}
