import { automation } from '#renderer/messages/ja/automation.ts';
import { data } from '#renderer/messages/ja/data.ts';
import { failures } from '#renderer/messages/ja/failures.ts';
import { platforms } from '#renderer/messages/ja/platforms.ts';
import { settings } from '#renderer/messages/ja/settings.ts';
import { window } from '#renderer/messages/ja/window.ts';
import type { Messages } from '#renderer/messages/en.ts';

export const ja: Messages = { ...window, ...data, ...automation, ...settings, ...platforms, ...failures };
