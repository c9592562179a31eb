import { automation } from '#renderer/messages/es/automation.ts';
import { data } from '#renderer/messages/es/data.ts';
import { failures } from '#renderer/messages/es/failures.ts';
import { platforms } from '#renderer/messages/es/platforms.ts';
import { settings } from '#renderer/messages/es/settings.ts';
import { window } from '#renderer/messages/es/window.ts';
import type { Messages } from '#renderer/messages/en.ts';

export const es: Messages = { ...window, ...data, ...automation, ...settings, ...platforms, ...failures };
