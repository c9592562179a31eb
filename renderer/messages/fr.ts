import { automation } from '#renderer/messages/fr/automation.ts';
import { data } from '#renderer/messages/fr/data.ts';
import { failures } from '#renderer/messages/fr/failures.ts';
import { platforms } from '#renderer/messages/fr/platforms.ts';
import { settings } from '#renderer/messages/fr/settings.ts';
import { window } from '#renderer/messages/fr/window.ts';
import type { Messages } from '#renderer/messages/en.ts';

export const fr: Messages = { ...window, ...data, ...automation, ...settings, ...platforms, ...failures };
