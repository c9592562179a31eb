/** Whose comments are read. */
export type Subject = { readonly video: string } | { readonly post: string };

/** A video's page, which leads to its comments. `link`: the comment a URL points at. */
export type VideoCursor = { readonly at: 'video'; readonly video: string; readonly link: string | null };

/** A post's page, which leads to its comments. `channel`: its author, where the URL says. */
export type PostCursor = { readonly at: 'post'; readonly post: string; readonly channel: string | null };

/**
 * A page of top-level comments. first: the one that a video's or post's page leads to. sorted: the first one of the order
 * that was asked for. later: any other.
 */
export type CommentsCursor = {
  readonly at: 'comments';
  readonly of: Subject;
  readonly token: string;
  readonly stage: 'first' | 'sorted' | 'later';
  readonly link: string | null;
  readonly newestFirst: boolean;
};

/** A page of the replies under the comment `parent`. */
export type RepliesCursor = { readonly at: 'replies'; readonly of: Subject; readonly token: string; readonly parent: string };

/** What names a stream: its video, the address that always leads to a channel's current one, or a replay's own token. */
export type Stream = { readonly video: string } | { readonly address: string } | { readonly replay: string };

/** The beginning of a chat. */
export type StreamCursor = { readonly at: 'stream'; readonly stream: Stream };

/** A further page of a chat. `offsetMs`: how far into the video the last one reached, null where nothing was said yet. */
export type ChatCursor = { readonly at: 'chat'; readonly token: string; readonly isReplay: boolean; readonly offsetMs: number | null };

/** The list of a channel's posts. `channel` is an id or an address such as `https://www.youtube.com/@name`. */
export type ChannelCursor = { readonly at: 'channel'; readonly channel: string };

/** A further page of a channel's posts. */
export type PostsCursor = { readonly at: 'posts'; readonly token: string };

export type Cursor = VideoCursor | PostCursor | CommentsCursor | RepliesCursor | StreamCursor | ChatCursor | ChannelCursor | PostsCursor;
