import { automation } from '#renderer/messages/pt/automation.ts';
import { data } from '#renderer/messages/pt/data.ts';
import { failures } from '#renderer/messages/pt/failures.ts';
import { platforms } from '#renderer/messages/pt/platforms.ts';
import { settings } from '#renderer/messages/pt/settings.ts';
import { window } from '#renderer/messages/pt/window.ts';
import type { Messages } from '#renderer/messages/en.ts';

export const pt: Messages = { ...window, ...data, ...automation, ...settings, ...platforms, ...failures };
