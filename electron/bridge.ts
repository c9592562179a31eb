import { ipcMain, type WebFrameMain } from 'electron';
import { type DesktopAnswers, type DesktopRequest, desktopRequestSchema } from '#core/contract/desktop.ts';
import { ASK_CHANNEL } from '#electron/channels.ts';

export interface BridgeParts {
  /** True for the page of the service in our own window, and for nothing within it. */
  isOwnPage(frame: WebFrameMain | null): boolean;
  answer(request: DesktopRequest): Promise<DesktopAnswers[DesktopRequest['type']]>;
}

/** Answers the page. Whoever else asks, and whatever else is asked, is refused. */
export function openBridge({ isOwnPage, answer }: BridgeParts): void {
  ipcMain.handle(ASK_CHANNEL, async ({ senderFrame }, message: unknown) => {
    if (!isOwnPage(senderFrame)) throw new Error('Only the page of the window is answered.');
    const request = desktopRequestSchema.safeParse(message);
    if (!request.success) throw new Error('The desktop app does not know this request.');
    return answer(request.data);
  });
}
