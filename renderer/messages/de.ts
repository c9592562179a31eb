import { automation } from '#renderer/messages/de/automation.ts';
import { data } from '#renderer/messages/de/data.ts';
import { failures } from '#renderer/messages/de/failures.ts';
import { platforms } from '#renderer/messages/de/platforms.ts';
import { settings } from '#renderer/messages/de/settings.ts';
import { window } from '#renderer/messages/de/window.ts';
import type { Messages } from '#renderer/messages/en.ts';

export const de: Messages = { ...window, ...data, ...automation, ...settings, ...platforms, ...failures };
