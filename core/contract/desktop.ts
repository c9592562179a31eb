import { z } from 'zod';

/**
 * What the page of the window and the desktop app around it say to each other. In an ordinary browser there is no such app:
 * `globalThis.commentdockDesktop` is undefined there.
 */

const MAX_ID_LENGTH = 60;
const MAX_NAME_LENGTH = 100;

const onOff = z.enum(['on', 'off']);
/** `unavailable`: this copy of the app cannot do it (started from its sources, or built without an address of updates). */
const choice = z.enum(['on', 'off', 'unavailable']);

/** All that a page may ask; anything else is refused. */
export const desktopRequestSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('state') }),
  z.strictObject({ type: z.literal('startAtLogin'), to: onOff }),
  z.strictObject({ type: z.literal('updates'), to: onOff }),
  z.strictObject({ type: z.literal('installUpdate') }),
  /** The pass of the window has ended: the app opens the window anew, by a one-time link. */
  z.strictObject({ type: z.literal('enter') }),
  z.strictObject({
    type: z.literal('logIn'),
    /** Id of a platform. */
    platform: z.string().min(1).max(MAX_ID_LENGTH),
    /** Of the account, where there are several. */
    name: z.string().trim().min(1).max(MAX_NAME_LENGTH).optional(),
  }),
]);
export type DesktopRequest = z.infer<typeof desktopRequestSchema>;

const desktopStateSchema = z.object({
  /** Of the app. */
  version: z.string(),
  startAtLogin: choice,
  updates: choice,
  /** `ready`: it is installed when the app quits, or at once by `installUpdate`. */
  update: z.discriminatedUnion('state', [
    z.object({ state: z.literal('none') }),
    z.object({ state: z.literal('loading'), version: z.string() }),
    z.object({ state: z.literal('ready'), version: z.string() }),
    z.object({ state: z.literal('failed'), detail: z.string() }),
  ]),
});
export type DesktopState = z.infer<typeof desktopStateSchema>;

/** `closed`: the owner closed the window before the platform had let them in. `refused`: `detail` says why nothing was saved. */
const loginOutcomeSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('saved') }),
  z.object({ outcome: z.literal('closed') }),
  z.object({ outcome: z.literal('refused'), detail: z.string() }),
]);
export type LoginOutcome = z.infer<typeof loginOutcomeSchema>;

/** What each request is answered with. */
export interface DesktopAnswers {
  readonly state: DesktopState;
  readonly startAtLogin: DesktopState;
  readonly updates: DesktopState;
  readonly installUpdate: DesktopState;
  readonly enter: DesktopState;
  readonly logIn: LoginOutcome;
}

/** `globalThis.commentdockDesktop` in the window of the desktop app. */
export interface DesktopBridge {
  /** Rejects where the app refuses the request. */
  ask<T extends DesktopRequest['type']>(request: Extract<DesktopRequest, { readonly type: T }>): Promise<DesktopAnswers[T]>;
  /** Called with every change. Returns the way to stop listening. */
  onState(listener: (state: DesktopState) => void): () => void;
}
